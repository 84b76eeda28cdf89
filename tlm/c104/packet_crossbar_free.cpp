// A switch of packets where contention is left out, or but for the first hop.
#include <algorithm>

#include "tlm/c104/packet_crossbar.hpp"

namespace weft::packet {

// Links of infinite width (thesis 5.5.2): no packet waits for another, but, if throttled, those at
// their first hop for each other.
void PacketCrossbar::pass_freely(Transit& transit, Time now) {
  if (transit.is_dropped()) return drop(transit, now);
  if (!transit.has_output()) {
    transit.output = static_cast<std::uint8_t>(widest(transit));
    if (const Time turn = first_hop_turn(transit, now); turn > now) {
      return wheel_->schedule(transit.entry, turn);
    }
  }
  cross(transit, transit.output, transit.packet.tokens(), now);
}

// Of the hunt group, the link that is free first to packets at their first hop.
unsigned PacketCrossbar::widest(const Transit& transit) const {
  unsigned best = transit.route.first_link;
  for (unsigned i = 1; i < transit.route.group_size; ++i) {
    const unsigned output = transit.route.first_link + i;
    if (reserved_[output] < reserved_[best]) best = output;
  }
  return best;
}

Time PacketCrossbar::first_hop_turn(const Transit& transit, Time now) {
  const Port& output = *ports_[transit.output];
  const bool waits = contention_ == Contention::throttled && is_external(transit.input_number()) &&
                     !is_external(output.number);
  if (!waits) return now;
  const Time turn = std::max(now, reserved_[output.number]);
  reserved_[output.number] = turn + transit.packet.bits() * output.link.bit_time();
  return turn;
}

}  // namespace weft::packet
