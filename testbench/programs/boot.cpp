#include "testbench/programs/boot.hpp"

#include <fmt/format.h>

#include <bit>

#include "hw/c104/registers.hpp"
#include "hw/dslink/link_core.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft {

namespace {

using Registers = C104Registers;

std::uint32_t register_of(unsigned link, std::uint32_t offset) {
  return Registers::link_base(link) + offset;
}

// Those that are there.
std::uint64_t links_of(const BootedSwitch& booted, bool inner) {
  std::uint64_t links = 0;
  for (unsigned link = 0; link < booted.parameters.links; ++link) {
    if (!booted.parameters.per_link[link].connected) continue;
    if (((booted.inner >> link & 1) != 0) == inner) links |= std::uint64_t{1} << link;
  }
  return links;
}

Program configure_link(ControlProcess& self, ControlledDevice device, unsigned link,
                       C104LinkParameters parameters) {
  co_await self.poke(device, register_of(link, Registers::control),
                     Registers::control_of(parameters));
  co_await self.poke(device, register_of(link, Registers::random_base), parameters.random_base);
  co_await self.poke(device, register_of(link, Registers::random_range), parameters.random_range);
  const auto count = static_cast<std::uint32_t>(parameters.intervals.size());
  co_await self.poke(device, register_of(link, Registers::interval_count), count);
  for (unsigned i = 0; i < count; ++i) {
    const Interval& interval = parameters.intervals[i];
    co_await self.poke(device, register_of(link, Registers::limit(i)), interval.limit);
    // one that leads nowhere stays as the count has made it: invalid
    if (interval.action == IntervalAction::invalid) continue;
    co_await self.poke(device, register_of(link, Registers::target(i)),
                       Registers::target_of(interval));
  }
}

}  // namespace

Program start_units(ControlProcess& self, std::vector<BootedSwitch> switches) {
  for (const BootedSwitch& one : switches) {
    co_await self.start(one.device);
    const std::uint32_t found = co_await self.identify(one.device);
    const std::uint32_t expected =
        c104_map::shared::device::reset | c104_map::shared::device::links.in(one.parameters.links);
    if (found != expected) {
      throw ControlError(
          fmt::format("{}: it is a device {:#010x}; expected {:#010x}, a C104 of {} "
                      "links",
                      one.device.name, found, expected, one.parameters.links));
    }
    co_await self.reset(one.device);
    if (!one.carries_control) continue;
    co_await configure(self, one);
    co_await start_links(self, one, links_of(one, true) | links_of(one, false));
  }
}

Program configure(ControlProcess& self, BootedSwitch booted) {
  const C104Parameters& parameters = booted.parameters;
  co_await self.poke(booted.device, Registers::arbitration,
                     static_cast<std::uint32_t>(parameters.arbitration));
  co_await self.poke(booted.device, Registers::acknowledgement_priority,
                     parameters.acknowledgement_priority ? 1 : 0);
  for (unsigned link = 0; link < parameters.links; ++link) {
    co_await configure_link(self, booted.device, link, parameters.per_link[link]);
  }
}

Program start_links(ControlProcess& self, BootedSwitch booted, std::uint64_t links) {
  constexpr std::uint32_t start = 1;
  for (; links != 0; links &= links - 1) {
    const auto link = static_cast<unsigned>(std::countr_zero(links));
    co_await self.poke(booted.device, register_of(link, Registers::command), start);
  }
}

Program await_links(ControlProcess& self, BootedSwitch booted, std::uint64_t links) {
  const Time latest = self.now() + self.time_out();
  for (; links != 0; links &= links - 1) {
    const auto link = static_cast<unsigned>(std::countr_zero(links));
    for (bool runs = false; !runs;) {
      const std::uint32_t status =
          co_await self.peek(booted.device, register_of(link, Registers::status));
      const auto state = static_cast<LinkState>(c104_map::link::status::state.of(status));
      runs = state == LinkState::run;
      if (runs || self.now() < latest) continue;
      throw ControlError(fmt::format("{}.link{} is in the state {}, {} after it was started",
                                     booted.device.name, link, weft::name_of(state),
                                     time_text(self.time_out())));
    }
  }
}

Program boot(ControlProcess& self, std::vector<BootedSwitch> switches) {
  co_await start_units(self, switches);
  std::erase_if(switches, [](const BootedSwitch& one) { return one.carries_control; });
  for (const BootedSwitch& one : switches) co_await configure(self, one);
  for (const bool inner : {true, false}) {
    for (const BootedSwitch& one : switches) co_await start_links(self, one, links_of(one, inner));
    for (const BootedSwitch& one : switches) co_await await_links(self, one, links_of(one, inner));
  }
}

Program boot_alone(ControlProcess& self, BootedSwitch booted) {
  const std::vector<BootedSwitch> one{booted};
  co_await start_units(self, one);
  if (booted.carries_control) co_return;
  co_await configure(self, booted);
  co_await start_links(self, booted, links_of(booted, true) | links_of(booted, false));
}

}  // namespace weft
