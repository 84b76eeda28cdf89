// Whose turn it is.
#pragma once

#include <bit>

#include "hw/iwarp/channel_map.hpp"

namespace weft {

/// The first channel of `candidates` after `last`, going round; there must be one.
constexpr unsigned next_in_turn(ChannelSet candidates, unsigned last) {
  const ChannelSet after = candidates & ~((ChannelSet{2} << last) - 1);
  return static_cast<unsigned>(std::countr_zero(after != 0 ? after : candidates));
}

}  // namespace weft
