// Which logical channel belongs to which bus, and to which pool.
#pragma once

#include <array>
#include <cstdint>

#include "hw/iwarp/header_word.hpp"
#include "hw/iwarp/parameters.hpp"

namespace weft {

/// A set of logical channels, one bit each.
using ChannelSet = std::uint32_t;

inline constexpr unsigned most_channels = 32;

constexpr ChannelSet bit(unsigned channel) { return ChannelSet{1} << channel; }

/// The static allocation of logical channels (section 5.1). Channels of a bus have consecutive
/// numbers, in the order of the busses; the rest of the inputs are the cell's own.
struct ChannelMap {
  explicit ChannelMap(const IwarpParameters& parameters);

  /// A channel's number on its bus: what the control lines carry.
  unsigned number_on_bus(unsigned bus, unsigned input) const { return input - first_input[bus]; }

  unsigned inputs;
  unsigned outputs = 0;  ///< That are allocated.
  std::array<std::uint8_t, bus_count> first_input{};
  std::array<std::uint8_t, bus_count> first_output{};
  std::array<std::uint8_t, bus_count> input_count{};
  std::array<std::uint8_t, bus_count> output_count{};
  std::array<ChannelSet, bus_count> outputs_of{};    ///< By bus.
  std::array<ChannelSet, pool_count> outputs_in{};   ///< By pool.
  std::array<std::uint8_t, most_channels> bus_of{};  ///< Of an input that is not the cell's own.
  ChannelSet own = 0;                                ///< Inputs that no bus feeds.
};

}  // namespace weft
