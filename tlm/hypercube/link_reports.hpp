// What observers see of a node's end of a link of a hypercube, at any level.
#pragma once

#include <cstdint>

#include "hw/common/later_events.hpp"
#include "hw/common/packet_events.hpp"
#include "hw/common/time.hpp"
#include "hw/dslink/link_core.hpp"
#include "hw/hypercube/line_end.hpp"

namespace weft {

/// Of what the end transmits.
class HypercubeLinkReports : public LaterEvents, public HypercubeLinkObserver {
 public:
  PacketReports packets;  ///< What this end transmits, told as soon as it is known.

  /// What this end has begun to transmit: bytes as `data`, packets as `ends`, and how long they
  /// have the link.
  const LinkCounters& counters() const { return counters_; }
  /// What it transmits has not ended.
  bool expects_event(Time now) const override { return busy_until_ >= now; }

  /// Counts what goes over the link from `begin` to `end`, and reports it; observers know it by
  /// its nodes, the source in bits 16 to 31, the destination below.
  void report(unsigned source, unsigned destination, Time begin, Time end, std::uint64_t bytes);
  void carries(const HypercubePacket& packet, Time begin, Time end) override {
    report(packet.source, packet.destination, begin, end, hypercube_packet_bytes);
  }

 private:
  LinkCounters counters_;
  Time busy_until_ = 0;
};

}  // namespace weft
