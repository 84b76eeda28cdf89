#include "testbench/families/control_links/control_programs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "hw/c104/control_unit.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "platforms/components/c104_tables.hpp"
#include "platforms/components/control_tree.hpp"
#include "platforms/components/t9000_parameters.hpp"
#include "platforms/connected_links.hpp"
#include "testbench/experiments/run_result.hpp"

namespace weft {

ControlPrograms::Host::Host(const Platform& platform, std::size_t index, ControlHost& core)
    : component(index),
      steps(control_steps(platform, index)),
      process(platform.components[index].name, core) {
  const std::vector<ConnectedLinks> links = connected_links(platform);
  const auto whole = [&](std::size_t one, unsigned link) {
    return links[one].has(link) && links[one].by_port[link].cut_at != 0;
  };
  for (unsigned port = 0; port < core.parameters().links; ++port) {
    std::uint8_t label = 0;
    for (const std::size_t unit : control_units_behind(platform, {index, port})) {
      const std::size_t one = device_of_unit(platform, unit);
      BootedDevice booted{{port, ++label, platform.components[one].name}, {}};
      booted.is_processor = platform.components[one].is(Part::processor);
      if (booted.is_processor) {
        booted.parameters.links = t9000_parameters(platform, one).links;
        booted.image = image_of_unit(platform, unit);
      } else {
        booted.parameters = c104_parameters(platform, one);
        for (unsigned link = 0; link < booted.parameters.links; ++link) {
          booted.parameters.per_link[link].connected = whole(one, link);
        }
      }
      devices.emplace(one, std::move(booted));
      order.push_back(one);
    }
  }
  for (const ControlSwitch& one : control_switches(platform)) {
    const auto found = devices.find(one.component);
    if (found != devices.end()) found->second.carries_control = true;
  }
  for (const LinkSpec& link : platform.links) {
    const auto from = devices.find(link.from.component);
    const auto to = devices.find(link.to.component);
    if (from == devices.end() || to == devices.end()) continue;
    if (from->second.is_processor || to->second.is_processor) continue;
    from->second.inner |= std::uint64_t{1} << link.from.port;
    to->second.inner |= std::uint64_t{1} << link.to.port;
  }
}

ControlPrograms::ControlPrograms(System& system) : platform_(&system.platform()) {
  for (const auto& [component, host] : system.all<ControlHost>()) {
    Host& made = hosts_.emplace_back(*platform_, component, *host);
    made.process.start(do_steps(made));
  }
}

std::vector<BootedDevice> ControlPrograms::all_of(const Host& host) {
  std::vector<BootedDevice> all;
  for (const std::size_t one : host.order) all.push_back(host.devices.at(one));
  return all;
}

Program ControlPrograms::do_steps(Host& host) {
  ControlProcess& self = host.process;
  for (const ControlStep& step : host.steps) {
    if (!step.component) {
      co_await boot(self, all_of(host));
      continue;
    }
    const BootedDevice& one = host.devices.at(*step.component);
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
