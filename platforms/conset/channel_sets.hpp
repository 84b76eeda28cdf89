// Sets of the logical channels of a cell.
#pragma once

#include <algorithm>

#include "hw/iwarp/channel_map.hpp"

namespace weft::conset {

/// Of each cell, the last ones: left to a barrier (section 5: "3 for fast synchronization").
inline constexpr unsigned synchronization_channels = 3;

constexpr ChannelSet first_channels(unsigned count) {
  return count >= most_channels ? ~ChannelSet{0} : bit(count) - 1;
}

/// The last `count` of `channels`.
constexpr ChannelSet last_channels(unsigned channels, unsigned count) {
  return first_channels(channels) & ~first_channels(channels - std::min(channels, count));
}

}  // namespace weft::conset
