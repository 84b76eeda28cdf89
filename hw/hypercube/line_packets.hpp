// Packets on the data lines of a link.
#pragma once

#include <array>
#include <cstdint>

#include "hw/common/ring.hpp"
#include "hw/common/time.hpp"
#include "hw/hypercube/link_lines.hpp"
#include "hw/hypercube/packet.hpp"

namespace weft {

/// Packets that go out, byte by byte: one, and the next one, which may be known some ticks ahead.
class HypercubeLinePackets {
 public:
  /// `byte_time` is that of a byte on the lines, ps.
  explicit HypercubeLinePackets(Time byte_time) : byte_time_(byte_time) {}

  /// None is on the lines, or to come there.
  bool empty() const { return sending_.empty(); }
  void send(const HypercubePacket& packet, Time begin) { sending_.push({to_bytes(packet), begin}); }
  /// That packet is this one: bytes that have been driven are as they were.
  void send_more(const HypercubePacket& packet) { sending_.back().bytes = to_bytes(packet); }
  /// What the data lines are at this tick. A packet whose tail has left is there no more.
  void drive(HypercubeForthLevels& levels, Time now) {
    if (!sending_.empty() && now == sending_.front().begin + hypercube_packet_bytes * byte_time_) {
      sending_.pop();
    }
    if (sending_.empty() || now < sending_.front().begin) return;
    levels.valid = true;
    levels.data = sending_.front().bytes[(now - sending_.front().begin) / byte_time_];
  }

 private:
  struct Sending {
    std::array<std::uint8_t, hypercube_packet_bytes> bytes{};
    Time begin = 0;
  };

  Time byte_time_;
  Ring<Sending> sending_;
};

}  // namespace weft
