// What a program reads of the logical channels of its cell.
#pragma once

#include <cstdint>

#include "hw/iwarp/communication_interface.hpp"

namespace weft {

/// State of a logical input channel.
struct InputChannelState {
  ChannelMode mode = ChannelMode::idle;
  bool readable = false;                ///< A gate finds a word.
  int output = Crossbar::none;          ///< Linked to.
  int default_output = Crossbar::none;  ///< Of a joint cell.
  unsigned level = 0;                   ///< Words in the queue.

  friend bool operator==(const InputChannelState&, const InputChannelState&) = default;
};

/// State of a logical output channel.
struct OutputChannelState {
  bool reserved = false;       ///< A pathway holds it.
  unsigned free_slots = 0;     ///< In the queue at the far end, as far as is known here.
  bool passes = false;         ///< That pathway is one of other cells.
  bool drained = true;         ///< Another input may be linked to it.
  int input = Crossbar::none;  ///< That feeds it.

  friend bool operator==(const OutputChannelState&, const OutputChannelState&) = default;
};

inline InputChannelState input_state(const CommunicationInterface& agent, unsigned input) {
  return {agent.mode(input), agent.readable(input), agent.output_of(input),
          agent.default_output(input), agent.queue_level(input)};
}

inline OutputChannelState output_state(const CommunicationInterface& agent, unsigned output) {
  return {(agent.reserved() & bit(output)) != 0, agent.free_slots(output),
          agent.passes_through(output), agent.drained(output), agent.input_of(output)};
}

/// As a word, the same as the register of the Verilog (docs/reference/registers.md):
///
/// | bits | of an input | of an output |
/// |---|---|---|
/// | 0-4 | words in the queue (0-7) | the input that feeds it |
/// | 5, 6, 7 | | fed, drained, passes |
/// | 8-12 | default output | free slots (8-15) |
/// | 13 | has a default output | |
/// | 14-18 | output | reserved (16) |
/// | 19 | is linked | |
/// | 20-22 | mode, as ChannelMode | |
/// | 23 | readable | |
constexpr std::uint32_t encode(const InputChannelState& state) {
  const auto number = [](int channel, unsigned shift, unsigned valid) {
    return channel == Crossbar::none ? 0U
                                     : static_cast<std::uint32_t>(channel) << shift | 1U << valid;
  };
  return state.level | number(state.default_output, 8, 13) | number(state.output, 14, 19) |
         static_cast<std::uint32_t>(state.mode) << 20 | (state.readable ? 1U << 23 : 0U);
}

constexpr std::uint32_t encode(const OutputChannelState& state) {
  return (state.input == Crossbar::none ? 0U : static_cast<std::uint32_t>(state.input) | 1U << 5) |
         (state.drained ? 1U << 6 : 0U) | (state.passes ? 1U << 7 : 0U) | state.free_slots << 8 |
         (state.reserved ? 1U << 16 : 0U);
}

}  // namespace weft
