// What a communication context is made of: the state of logical channels, as it is saved and
// loaded.
#pragma once

#include <cstdint>

#include "hw/iwarp/bus.hpp"
#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/channel_mode.hpp"
#include "hw/iwarp/crossbar.hpp"

namespace weft {

/// Of a logical input channel whose queue is empty: words are no part of a context (Feldmann et al.
/// 1993, section 4.2), and what the agent knows of the word at the head goes with that word.
struct InputContext {
  ChannelMode mode = ChannelMode::idle;
  int output = Crossbar::none;          ///< Linked to.
  int default_output = Crossbar::none;  ///< Of a joint cell.
  Bus requested_bus = Bus::x_right;     ///< Of its last request; in the mode `routing` it waits.
  unsigned requested_pool = 0;
  bool joint = false;    ///< Linked by a program: pathways end here.
  bool convert = false;  ///< A corner was turned: the next word becomes a begin marker.

  friend bool operator==(const InputContext&, const InputContext&) = default;
};

/// Of a logical output channel. The count of free slots at the far end is none of it: it belongs to
/// the words on the bus.
struct OutputContext {
  bool reserved = false;    ///< A pathway holds it.
  bool unfinished = false;  ///< In the midst of a message.

  friend bool operator==(const OutputContext&, const OutputContext&) = default;
};

/// The registers of a context, the same as in the Verilog (docs/reference/registers.md). The lowest
/// bits are its place, as InputPlace and OutputPlace have it: a context brings the allocation of
/// its channel with it.
///
/// | bits | of an input | of an output |
/// |---|---|---|
/// | 0-7 | its place | its place (0-11) |
/// | 8-12 | default output | |
/// | 13 | has a default output | |
/// | 14-18 | output | reserved (16), unfinished (17) |
/// | 19 | is linked | |
/// | 20-22 | mode, as ChannelMode | |
/// | 23 | joint | |
/// | 24-25 | bus of its request | |
/// | 26-29 | pool of its request | |
/// | 30 | convert | |
constexpr std::uint32_t encode(const InputContext& context) {
  const auto number = [](int channel, unsigned shift, unsigned valid) {
    return channel == Crossbar::none ? 0U
                                     : static_cast<std::uint32_t>(channel) << shift | 1U << valid;
  };
  return number(context.default_output, 8, 13) | number(context.output, 14, 19) |
         static_cast<std::uint32_t>(context.mode) << 20 | (context.joint ? 1U << 23 : 0U) |
         index_of(context.requested_bus) << 24 | context.requested_pool << 26 |
         (context.convert ? 1U << 30 : 0U);
}

constexpr std::uint32_t encode(const OutputContext& context) {
  return (context.reserved ? 1U << 16 : 0U) | (context.unfinished ? 1U << 17 : 0U);
}

constexpr InputContext decode_input_context(std::uint32_t word) {
  const auto number = [word](unsigned shift, unsigned valid) {
    return (word >> valid & 1U) != 0 ? static_cast<int>(word >> shift & 31U) : Crossbar::none;
  };
  return {.mode = static_cast<ChannelMode>(word >> 20 & 7U),
          .output = number(14, 19),
          .default_output = number(8, 13),
          .requested_bus = static_cast<Bus>(word >> 24 & 3U),
          .requested_pool = word >> 26 & 15U,
          .joint = (word >> 23 & 1U) != 0,
          .convert = (word >> 30 & 1U) != 0};
}

constexpr OutputContext decode_output_context(std::uint32_t word) {
  return {.reserved = (word >> 16 & 1U) != 0, .unfinished = (word >> 17 & 1U) != 0};
}

/// What the register of a channel has from the channel map.
inline std::uint32_t place_of_input(const ChannelMap& channels, unsigned input) {
  return encode(channels.place_of_input(input));
}
inline std::uint32_t place_of_output(const ChannelMap& channels, unsigned output) {
  return encode(channels.place_of_output(output));
}

/// A context register of a cell.
struct ContextRegister {
  bool of_input = false;
  unsigned channel = 0;
};

/// The registers of sets of channels, in the order in which they are saved and loaded, and lie in
/// memory: outputs, then inputs, so that what an input is linked to is there before the link.
class ContextRegisters {
 public:
  ContextRegisters() = default;
  ContextRegisters(ChannelSet inputs, ChannelSet outputs) : inputs_(inputs), outputs_(outputs) {}

  bool empty() const { return (inputs_ | outputs_) == 0; }
  ChannelSet inputs() const { return inputs_; }
  ChannelSet outputs() const { return outputs_; }
  /// The first, which is taken out; there must be one.
  ContextRegister take();

 private:
  ChannelSet inputs_ = 0;
  ChannelSet outputs_ = 0;
};

}  // namespace weft
