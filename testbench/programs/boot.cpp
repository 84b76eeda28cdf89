#include "testbench/programs/boot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "hw/c104/registers.hpp"
#include "hw/dslink/link_core.hpp"
#include "hw/t9000/processor_control.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft {

namespace {

using Registers = C104Registers;
constexpr std::size_t image_word_bytes = ProcessorControl::word_bytes;

std::uint32_t register_of(unsigned link, std::uint32_t offset) {
  return Registers::link_base(link) + offset;
}

std::uint32_t command_of(const BootedDevice& booted, unsigned link) {
  return booted.is_processor ? ProcessorControl::link_register(link, ProcessorControl::link_command)
                             : register_of(link, Registers::command);
}

std::uint32_t status_of(const BootedDevice& booted, unsigned link) {
  return booted.is_processor ? ProcessorControl::link_register(link, ProcessorControl::link_status)
                             : register_of(link, Registers::status);
}

// Those that are there.
std::uint64_t links_of(const BootedDevice& booted, bool inner) {
  std::uint64_t links = 0;
  for (unsigned link = 0; link < booted.parameters.links; ++link) {
    if (!booted.parameters.per_link[link].connected) continue;
    if (((booted.inner >> link & 1) != 0) == inner) links |= std::uint64_t{1} << link;
  }
  return links;
}

std::uint64_t own_links_of(const BootedDevice& processor) {
  return processor.starts_links ? links_of(processor, false) : 0;
}

std::uint32_t identity_of(const BootedDevice& booted) {
  if (booted.is_processor) return ProcessorControl::device | booted.parameters.links;
  return c104_map::shared::device::reset |
         c104_map::shared::device::links.in(booted.parameters.links);
}

// The word that was read back at `at`.
void require_loaded(const BootedDevice& booted, std::size_t at, std::uint32_t word) {
  for (std::size_t i = 0; i < image_word_bytes && at + i < booted.image.size(); ++i) {
    const auto found = static_cast<std::uint8_t>(word >> (8 * i));
    if (found == booted.image[at + i]) continue;
    throw ControlError(
        fmt::format("{}: byte {} of its image is {:#04x} after the load; expected {:#04x}",
                    booted.device.name, at + i, found, booted.image[at + i]));
  }
}

Program configure_link(CommandSender& self, ControlledDevice device, unsigned link,
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

Program start_units(CommandSender& self, std::vector<BootedDevice> devices) {
  for (const BootedDevice& one : devices) {
    co_await self.start(one.device);
    const std::uint32_t found = co_await self.identify(one.device);
    if (found != identity_of(one)) {
      throw ControlError(fmt::format(
          "{}: it is a device {:#010x}; expected {:#010x}, a {} of {} links", one.device.name,
          found, identity_of(one), one.is_processor ? "T9000" : "C104", one.parameters.links));
    }
    co_await self.reset(one.device);
    if (!one.carries_control) continue;
    co_await configure(self, one);
    co_await start_links(self, one, links_of(one, true) | links_of(one, false));
  }
}

Program configure(CommandSender& self, BootedDevice booted) {
  const C104Parameters& parameters = booted.parameters;
  co_await self.poke(booted.device, Registers::arbitration,
                     static_cast<std::uint32_t>(parameters.arbitration));
  co_await self.poke(booted.device, Registers::acknowledgement_priority,
                     parameters.acknowledgement_priority ? 1 : 0);
  for (unsigned link = 0; link < parameters.links; ++link) {
    co_await configure_link(self, booted.device, link, parameters.per_link[link]);
  }
}

Program start_links(CommandSender& self, BootedDevice booted, std::uint64_t links) {
  constexpr std::uint32_t start = 1;
  for (; links != 0; links &= links - 1) {
    const auto link = static_cast<unsigned>(std::countr_zero(links));
    co_await self.poke(booted.device, command_of(booted, link), start);
  }
}

Program await_links(CommandSender& self, BootedDevice booted, std::uint64_t links) {
  const Time latest = self.now() + self.time_out();
  for (; links != 0; links &= links - 1) {
    const auto link = static_cast<unsigned>(std::countr_zero(links));
    for (bool runs = false; !runs;) {
      const std::uint32_t status = co_await self.peek(booted.device, status_of(booted, link));
      const auto state = static_cast<LinkState>(c104_map::link::status::state.of(status));
      runs = state == LinkState::run;
      if (runs || self.now() < latest) continue;
      throw ControlError(fmt::format("{}.link{} is in the state {}, {} after it was started",
                                     booted.device.name, link, weft::name_of(state),
                                     time_text(self.time_out())));
    }
  }
}

Program load(CommandSender& self, BootedDevice booted) {
  const std::vector<std::uint8_t>& image = booted.image;
  co_await self.boot(booted.device, 0, static_cast<std::uint32_t>(image.size()));
  for (std::size_t at = 0; at < image.size(); at += most_boot_bytes) {
    const std::size_t end = std::min(at + most_boot_bytes, image.size());
    std::vector<std::uint8_t> part(image.data() + at, image.data() + end);
    co_await self.boot_data(booted.device, std::move(part));
  }
  for (std::size_t at = 0; at < image.size(); ++at) {
    if (at % image_word_bytes != 0) continue;
    const std::uint32_t word = co_await self.peek(booted.device, static_cast<std::uint32_t>(at));
    require_loaded(booted, at, word);
  }
}

Program boot(CommandSender& self, std::vector<BootedDevice> devices) {
  co_await start_units(self, devices);
  std::vector<BootedDevice> switches;
  std::vector<BootedDevice> processors;
  for (const BootedDevice& one : devices) {
    if (one.is_processor) processors.push_back(one);
    if (!one.is_processor && !one.carries_control) switches.push_back(one);
  }
  for (const BootedDevice& one : switches) co_await configure(self, one);
  for (const bool inner : {true, false}) {
    for (const BootedDevice& one : switches) co_await start_links(self, one, links_of(one, inner));
    for (const BootedDevice& one : processors) {
      if (!inner) co_await start_links(self, one, own_links_of(one));
    }
    for (const BootedDevice& one : switches) co_await await_links(self, one, links_of(one, inner));
  }
  for (const BootedDevice& one : processors) co_await await_links(self, one, own_links_of(one));
  for (const BootedDevice& one : processors) co_await load(self, one);
  for (const BootedDevice& one : processors) co_await self.run(one.device);
}

Program boot_alone(CommandSender& self, BootedDevice booted) {
  const std::vector<BootedDevice> one{booted};
  co_await start_units(self, one);
  if (booted.is_processor) {
    co_await start_links(self, booted, own_links_of(booted));
    co_await load(self, booted);
    co_await self.run(booted.device);
  } else if (!booted.carries_control) {
    co_await configure(self, booted);
    co_await start_links(self, booted, links_of(booted, true) | links_of(booted, false));
  }
}

}  // namespace weft
