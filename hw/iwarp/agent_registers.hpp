// The registers of the communication agent; docs/reference/registers.md has the map.
#pragma once

#include <cstdint>

#include "hw/iwarp/register_map.hpp"

namespace weft {

/// Registers that are written.
enum class WriteGroup : std::uint8_t {
  request = iwarp_map::write::request::at,
  join = iwarp_map::write::join::at,
  restore = iwarp_map::write::restore::at,
  match_value = iwarp_map::write::match_value::at,
  match_mask = iwarp_map::write::match_mask::at,
  match_load = iwarp_map::write::match_load::at,
  event_enable = iwarp_map::write::event_enable::at,
  allocate = iwarp_map::write::allocate::at,
  freeze = iwarp_map::write::freeze::at,
  redirect = iwarp_map::write::redirect::at,
  withdraw = iwarp_map::write::withdraw::at,
  assign = iwarp_map::write::assign::at,
  context = iwarp_map::write::context::at,
};

/// Parts of WriteGroup::context: a register of a channel, or a set of channels that are released.
/// The first two are those of WriteGroup::allocate too.
enum class ContextPart : std::uint8_t { input, output, release_inputs, release_outputs };

/// Registers that are read.
enum class ReadGroup : std::uint8_t {
  value = iwarp_map::read::value::at,
  tag = iwarp_map::read::tag::at,
  channel = iwarp_map::read::channel::at,
  output = iwarp_map::read::output::at,
  events = iwarp_map::read::events::at,
  status = iwarp_map::read::status::at,
  input_context = iwarp_map::read::input_context::at,
  output_context = iwarp_map::read::output_context::at,
  signals = iwarp_map::read::signals::at,
};

constexpr unsigned address_of(WriteGroup group, std::uint32_t index = 0) {
  return iwarp_map::address::select.in(static_cast<std::uint32_t>(group)) | index;
}
constexpr unsigned address_of(ReadGroup group, std::uint32_t index = 0) {
  return iwarp_map::address::select.in(static_cast<std::uint32_t>(group)) | index;
}

/// ReadGroup::channel of a logical input channel.
struct ChannelStatus {
  explicit ChannelStatus(std::uint32_t word) : word_(word) {}
  unsigned level() const { return iwarp_map::read::channel::level.of(word_); }
  int default_output() const {
    return number_if(iwarp_map::read::channel::has_default,
                     iwarp_map::read::channel::default_output);
  }
  int output() const {
    return number_if(iwarp_map::read::channel::linked, iwarp_map::read::channel::output);
  }
  unsigned mode() const { return iwarp_map::read::channel::mode.of(word_); }
  bool readable() const { return iwarp_map::read::channel::readable.of(word_) != 0; }
  bool abandoned() const { return iwarp_map::read::channel::abandoned.of(word_) != 0; }
  bool thrown_away() const { return iwarp_map::read::channel::thrown_away.of(word_) != 0; }
  unsigned requested_bus() const { return iwarp_map::read::channel::requested_bus.of(word_); }
  unsigned requested_pool() const { return iwarp_map::read::channel::requested_pool.of(word_); }

 private:
  int number_if(RegisterField valid, RegisterField number) const {
    return valid.of(word_) != 0 ? static_cast<int>(number.of(word_)) : -1;
  }
  std::uint32_t word_;
};

/// ReadGroup::output of a logical output channel.
struct OutputStatus {
  explicit OutputStatus(std::uint32_t word) : word_(word) {}
  int input() const {
    return iwarp_map::read::output::fed.of(word_) != 0
               ? static_cast<int>(iwarp_map::read::output::feeder.of(word_))
               : -1;
  }
  bool drained() const { return iwarp_map::read::output::drained.of(word_) != 0; }
  bool passes_through() const { return iwarp_map::read::output::passes.of(word_) != 0; }
  unsigned free_slots() const { return iwarp_map::read::output::free_slots.of(word_); }
  bool reserved() const { return iwarp_map::read::output::reserved.of(word_) != 0; }

 private:
  std::uint32_t word_;
};

}  // namespace weft
