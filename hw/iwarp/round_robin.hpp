// Whose turn it is, in a set of channels or busses.
#pragma once

#include <bit>

#include "hw/iwarp/channel_map.hpp"

namespace weft {

/// The first channel of `candidates` after `last`, going round; there must be one.
constexpr unsigned next_in_turn(ChannelSet candidates, unsigned last) {
  const ChannelSet after = candidates & ~((ChannelSet{2} << last) - 1);
  return static_cast<unsigned>(std::countr_zero(after != 0 ? after : candidates));
}

/// Takes the first member out of a set, which must not be empty.
constexpr unsigned take_first(ChannelSet& set) {
  const auto first = static_cast<unsigned>(std::countr_zero(set));
  set &= set - 1;
  return first;
}

}  // namespace weft
