// What one direction of a link reports of whole packets.
#pragma once

#include <cstdint>

#include "hw/common/observer_port.hpp"
#include "hw/common/packet_tag.hpp"
#include "hw/common/time.hpp"
#include "hw/common/token.hpp"

namespace weft {

/// A packet begins on a link.
struct PacketBeginEvent {
  Time time = 0;  ///< Its first bit, ps.
  PacketTag tag;
};

/// It ends there.
struct PacketEndEvent {
  Time time = 0;  ///< The end of its last bit, ps; may lie ahead when it is reported.
  PacketTag tag;
  Time begin = 0;           ///< Its first bit on this link, ps.
  std::uint64_t bytes = 0;  ///< Its data tokens on this link, those of the header among them.
  Token end;                ///< EOP or EOM; NUL for one that a link error has cut.
};

/// The analysis ports of a link end that transmits whole packets.
struct PacketReports {
  PacketReports() = default;
  /// `unobserved` becomes false with the first observer.
  explicit PacketReports(bool& unobserved) : begins(unobserved), ends(unobserved) {}

  ObserverPort<PacketBeginEvent> begins;
  ObserverPort<PacketEndEvent> ends;
};

}  // namespace weft
