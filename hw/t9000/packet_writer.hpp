// Turns packets into the tokens of one link.
#pragma once

#include <utility>

#include "hw/common/packet_tag.hpp"
#include "hw/common/time.hpp"
#include "hw/common/token.hpp"
#include "hw/t9000/packet.hpp"

namespace weft {

/// Transmitting side of a link of the virtual channel processor: the packet on the wire and, from
/// the moment its end token begins, the one after it, so that packets follow without a gap.
class PacketWriter {
 public:
  explicit PacketWriter(unsigned header_bytes) : header_bytes_(header_bytes) {}

  /// A packet can be given.
  bool is_free() const { return !active_; }
  /// When its packet was given; `never` when it has none.
  Time given() const { return active_ ? given_ : never; }
  void give(Packet packet, Time now) {
    packet_ = std::move(packet);
    given_ = now;
    position_ = 0;
    active_ = true;
  }

  /// Virtual channel of the packet that was given last.
  unsigned channel() const { return packet_.channel; }

  /// Takes back a packet of which nothing has been transmitted.
  bool take_back(Packet& packet) {
    if (!active_ || position_ != 0) return false;
    packet = std::move(packet_);
    active_ = false;
    return true;
  }

  /// The next token, if there has been one since before `now`.
  bool next(Token& token, PacketTag& tag, Time now) {
    if (!active_ || (position_ == 0 && given_ >= now)) return false;
    if (position_ < header_bytes_) {
      if (position_ == 0) {
        tag = packet_.tag;
        tag.trace.leaves_processor(now);
      }
      const unsigned shift = 8 * (header_bytes_ - 1 - position_);
      token = data_token(static_cast<std::uint8_t>(packet_.header >> shift));
    } else if (position_ < header_bytes_ + packet_.bytes()) {
      token = data_token(packet_[position_ - header_bytes_]);
    } else {
      token = packet_.end();
      packet_.body = {};
      active_ = false;
    }
    ++position_;
    return true;
  }

 private:
  unsigned header_bytes_;
  Packet packet_;
  Time given_ = 0;
  unsigned position_ = 0;
  bool active_ = false;
};

}  // namespace weft
