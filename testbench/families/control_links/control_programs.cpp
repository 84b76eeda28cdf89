#include "testbench/families/control_links/control_programs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "hw/c104/control_unit.hpp"
#include "platforms/components/c104_tables.hpp"
#include "platforms/components/control_tree.hpp"
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
      const std::size_t one = switch_of_unit(platform, unit);
      BootedSwitch booted{{port, ++label, platform.components[one].name},
                          c104_parameters(platform, one)};
      for (unsigned link = 0; link < booted.parameters.links; ++link) {
        booted.parameters.per_link[link].connected = whole(one, link);
      }
      switches.emplace(one, std::move(booted));
      order.push_back(one);
    }
  }
  for (const ControlSwitch& one : control_switches(platform)) {
    const auto found = switches.find(one.component);
    if (found != switches.end()) found->second.carries_control = true;
  }
  for (const LinkSpec& link : platform.links) {
    const auto from = switches.find(link.from.component);
    const auto to = switches.find(link.to.component);
    if (from == switches.end() || to == switches.end()) continue;
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

std::vector<BootedSwitch> ControlPrograms::all_of(const Host& host) {
  std::vector<BootedSwitch> all;
  for (const std::size_t one : host.order) all.push_back(host.switches.at(one));
  return all;
}

Program ControlPrograms::do_steps(Host& host) {
  ControlProcess& self = host.process;
  for (const ControlStep& step : host.steps) {
    if (!step.component) {
      co_await boot(self, all_of(host));
    } else if (!step.request) {
      co_await boot_alone(self, host.switches.at(*step.component));
    } else {
      ControlRequest request = *step.request;
      const ControlledDevice& device = host.switches.at(*step.component).device;
      if (request.command == ControlCommand::start) request.value = device.label;
      co_await self.command(device, request);
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
        if (system_->find<ControlUnit>(unit)->started()) continue;
        found.push_back(why(unit));
      }
    }
  }
  return fmt::format("{}", fmt::join(found, "\n"));
}

Alarms ControlAlarms::alarms(Time) const {
  Alarms alarms;
  for (const auto& [component, unit] : system_->all<ControlUnit>()) {
    if (unit->started()) continue;
    const std::size_t one = switch_of_unit(system_->platform(), component);
    alarms.push_back({Alarm::Kind::link_not_running, system_->platform().components[one].name,
                      why(component), 0, true});
  }
  return alarms;
}

std::string ControlAlarms::why(std::size_t unit) const {
  const Platform& platform = system_->platform();
  return fmt::format("{} has passed nothing: its control unit '{}' was never started",
                     platform.components[switch_of_unit(platform, unit)].name,
                     platform.components[unit].name);
}

}  // namespace weft
