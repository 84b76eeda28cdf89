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

/// The same as sets of one: the first of `candidates` that is in `after`, or else the first.
constexpr ChannelSet first_of_turn(ChannelSet candidates, ChannelSet after) {
  const ChannelSet later = candidates & after;
  const ChannelSet left = later != 0 ? later : candidates;
  return left & (~left + 1);
}
/// Channels with a higher number than the one of this set.
constexpr ChannelSet behind(ChannelSet one) { return ChannelSet{0} - (one << 1); }

/// The first member of a set, which must not be empty.
constexpr unsigned first_of(ChannelSet set) {
  if (set == 0) __builtin_unreachable();  // or the compiler looks, too
  return static_cast<unsigned>(std::countr_zero(set));
}

/// Takes it out.
constexpr unsigned take_first(ChannelSet& set) {
  const unsigned first = first_of(set);
  set &= set - 1;
  return first;
}

}  // namespace weft
