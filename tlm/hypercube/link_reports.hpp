// What observers see of a node's end of a link of a hypercube, at any level.
#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/common/later_events.hpp"
#include "hw/common/packet_events.hpp"
#include "hw/common/time.hpp"
#include "hw/dslink/link_core.hpp"
#include "hw/hypercube/packet.hpp"

namespace weft {

/// Of what the end transmits.
class HypercubeLinkReports : public LaterEvents {
 public:
  PacketReports packets;  ///< What this end transmits, told as soon as it is known.

  /// What this end has begun to transmit: bytes as `data`, packets as `ends`, and how long they
  /// have the link.
  const LinkCounters& counters() const { return counters_; }
  /// What it transmits has not begun or ended, and it is known when it will.
  bool expects_event(Time now) const override { return busy_until_ >= now; }

  /// Counts what goes over the link from `begin` on, and reports it; observers know it by its
  /// nodes (node_pair_id).
  void report_begin(unsigned source, unsigned destination, Time begin);
  /// Likewise, when it is known when it has left the link, and how much of it has gone over it.
  void report_end(unsigned source, unsigned destination, Time begin, Time end, std::uint64_t bytes);
  /// Both, of a packet whose end is known as it begins. Without observers it is not looked at.
  void report(const HypercubePacket& packet, Time begin, Time end) {
    count_begin(begin);
    if (packets.begins.bound()) tell_begin(packet.source, packet.destination, begin);
    count_end(begin, end, hypercube_packet_bytes);
    if (!packets.ends.bound()) return;
    tell_end(packet.source, packet.destination, begin, end, hypercube_packet_bytes);
  }

 private:
  void count_begin(Time begin) {
    ++counters_.ends;
    busy_until_ = std::max(busy_until_, begin);
  }
  void count_end(Time begin, Time end, std::uint64_t bytes) {
    counters_.data += bytes;
    counters_.carried += end - begin;
    busy_until_ = end;
  }
  void tell_begin(unsigned source, unsigned destination, Time begin);
  void tell_end(unsigned source, unsigned destination, Time begin, Time end, std::uint64_t bytes);

  LinkCounters counters_;
  Time busy_until_ = 0;
};

}  // namespace weft
