// Of the packet chip: who sends on a unidirectional link, at the end that decides.
#include <algorithm>

#include "hw/hypercube/packet_chip_core.hpp"
#include "hw/hypercube/ticks.hpp"

namespace weft {

void HypercubeChipCore::give_turn(unsigned port, Time now) {
  Turns& turns = turns_[port];
  if (next_turn(port) > now) return;
  const bool mine = turns.mine.from < now && (turns.theirs.from >= now || !turns.last_was_mine);
  turns.last_was_mine = mine;
  const Time begin = now + times().after_grant;
  turns.free_of_both = begin + times().packet;
  if (mine) {
    depart(port, turns.mine.next, begin, now);
    turns.mine = {};
  } else {
    const unsigned next = turns.theirs.next;
    turns.theirs = {};
    grant(port, next, now);
  }
}

// When it can be decided who sends on a unidirectional link: what is reserved is known a tick
// later, and the last two of the ticks of arbitration come after the decision.
Time HypercubeChipCore::next_turn(unsigned port) const {
  const Turns& turns = turns_[port];
  const Time reserved = std::min(turns.mine.from, turns.theirs.from);
  if (reserved == never) return never;
  return std::max(reserved + times().tick,
                  earlier_by(turns.free_of_both + 2 * times().tick, times().lead));
}

}  // namespace weft
