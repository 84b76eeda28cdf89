#include "testbench/families/control_links/control_programs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "hw/c104/control_unit.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "testbench/experiments/run_result.hpp"

namespace weft {

ControlPrograms::Host::Host(const Platform& platform, std::size_t index, ControlHost& core)
    : component(index),
      network(platform),
      steps(control_steps(platform, index)),
      process(platform.components[index].name, core) {
  constexpr unsigned first_label = 1;
  for (unsigned port = 0; port < core.parameters().links; ++port) {
    network.add_behind({index, port}, first_label);
  }
}

ControlPrograms::ControlPrograms(System& system) : platform_(&system.platform()) {
  for (const auto& [component, host] : system.all<ControlHost>()) {
    Host& made = hosts_.emplace_back(*platform_, component, *host);
    made.process.start(do_steps(made));
  }
}

Program ControlPrograms::do_steps(Host& host) {
  ControlProcess& self = host.process;
  for (const ControlStep& step : host.steps) {
    if (!step.component) {
      co_await boot(self, host.network.all());
      continue;
    }
    const BootedDevice& one = host.network.of(*step.component);
    if (step.kind == ControlStep::Kind::boot) {
      co_await boot_alone(self, one);
    } else if (step.kind == ControlStep::Kind::load) {
      co_await load(self, one);
    } else {
      ControlRequest request = step.request;
      if (request.command == ControlCommand::start) request.value = one.device.label;
      co_await self.command(one.device, request);
    }
  }
  host.done = self.now();
  for (;;) {
    const ToldError told = co_await self.next_error();
    co_await self.recover(told.device);
  }
}

ReportedValues ControlPrograms::report(Time) const {
  ReportedValues values;
  for (const Host& host : hosts_) {
    const Scope scope{Scope::Of::component, platform_->components[host.component].name};
    values.push_back(reported::of(
        scope, reported::single("commands done at", static_cast<double>(host.done) / nanosecond,
                                Unit::nanoseconds)));
    values.push_back(reported::of(
        scope,
        reported::count("errors told", static_cast<double>(host.process.told_errors().size()))));
  }
  return values;
}

// Between the first and the last of its commands a host waits for one.
std::string ControlAlarms::look(Time now) {
  std::vector<std::string> found;
  for (const auto& [component, host] : system_->all<ControlHost>()) {
    if (host->expects_event(now)) continue;
    for (unsigned port = 0; port < host->parameters().links; ++port) {
      for (const std::size_t unit : control_units_behind(system_->platform(), {component, port})) {
        if (serves(unit)) continue;
        found.push_back(why(unit));
      }
    }
  }
  return fmt::format("{}", fmt::join(found, "\n"));
}

Alarms ControlAlarms::alarms(Time) const {
  Alarms alarms;
  for (const auto& [component, unit] : system_->all<ControlUnit>()) {
    if (serves(component)) continue;
    const std::size_t one = device_of_unit(system_->platform(), component);
    alarms.push_back({Alarm::Kind::link_not_running, system_->platform().components[one].name,
                      why(component), 0, true});
  }
  return alarms;
}

// Its unit was started and, of a T9000, lets it run.
bool ControlAlarms::serves(std::size_t unit) const {
  if (!system_->find<ControlUnit>(unit)->started()) return false;
  const auto* processor = system_->find<T9000Core>(device_of_unit(system_->platform(), unit));
  return processor == nullptr || !processor->processor().stopped();
}

std::string ControlAlarms::why(std::size_t unit) const {
  const Platform& platform = system_->platform();
  const Component& device = platform.components[device_of_unit(platform, unit)];
  const bool started = system_->find<ControlUnit>(unit)->started();
  return fmt::format("{} {}: its control unit '{}' {}", device.name,
                     device.is(Part::processor) ? "stands still" : "has passed nothing",
                     platform.components[unit].name,
                     started ? "does not let it run" : "was never started");
}

}  // namespace weft
