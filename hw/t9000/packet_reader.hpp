// Finds the packets among the tokens of one link.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hw/common/packet_tag.hpp"
#include "hw/common/ring.hpp"
#include "hw/common/time.hpp"
#include "hw/common/token.hpp"

namespace weft {

/// What a link told the virtual channel processor.
struct PacketEvent {
  enum class Kind : std::uint8_t {
    header,       ///< The header is in.
    first_token,  ///< The first data byte after it is in.
    end,          ///< EOP or EOM is in.
  };
  Time due = 0;  ///< Edge of the clock at which it is taken up.
  Kind kind = Kind::header;
  std::uint32_t header = 0;
  unsigned bytes = 0;   ///< With `end`: data bytes of the packet.
  bool last = false;    ///< With `end`: EOM.
  bool closed = false;  ///< With `end`: none that was sent, but this end's link closed the packet.
  PacketTag tag;

  /// With `end`: a link error has cut the packet and closed it with an EOM, which on the wire looks
  /// like the end of a message. Known of this end's link, and of those on the way where the tag
  /// tells what was sent.
  bool cut() const {
    if (closed) return true;
    if (tag.protocol.acknowledgement() && last) return true;
    return tag.protocol.bytes != OutOfBand::unknown_length &&
           (bytes != tag.protocol.bytes || last != tag.protocol.last);
  }
};

/// Header reader of a link. Packets that end within their header are dropped.
class PacketReader {
 public:
  explicit PacketReader(unsigned header_bytes) : header_bytes_(header_bytes) {}

  /// `closed`: it is the EOM with which the link has closed a packet that an error has cut.
  void token(Token token, const PacketTag& tag, Time due, bool closed) {
    current_.closed = closed;
    if (bytes_ == 0 && token.kind == TokenKind::data) current_.tag = tag;
    if (ends_packet(token)) {
      if (bytes_ >= header_bytes_) {
        report(PacketEvent::Kind::end, due, bytes_ - header_bytes_, token.kind == TokenKind::eom);
      }
      bytes_ = 0;
      current_.header = 0;
      return;
    }
    ++bytes_;
    if (bytes_ <= header_bytes_) {
      current_.header = (current_.header << 8) | token.value;
      if (bytes_ == header_bytes_) report(PacketEvent::Kind::header, due, 0, false);
      return;
    }
    if (current_.tag.protocol.has_content()) data_.push(std::byte{token.value});
    if (bytes_ == header_bytes_ + 1) report(PacketEvent::Kind::first_token, due, 0, false);
  }

  /// A packet comes in as a whole: its header is in at `due`.
  void begin(std::uint32_t header, const PacketTag& tag, Time due) {
    current_.header = header;
    current_.tag = tag;
    report(PacketEvent::Kind::header, due, 0, false);
  }
  /// The end of that packet of so many bytes is in at `due`, with its data if they are kept.
  void end(std::size_t bytes, std::span<const std::uint8_t> data, bool last, Time due) {
    for (const std::uint8_t byte : data) data_.push(std::byte{byte});
    report(PacketEvent::Kind::end, due, static_cast<unsigned>(bytes), last);
  }
  bool keeps_data() const { return current_.tag.protocol.has_content(); }

  /// That packet is cut after all: its end is still to come.
  void cut() { events_.back().closed = true; }

  /// When its first event is taken up; `never` if it has none.
  Time next_due() const { return events_.empty() ? never : events_.front().due; }
  const PacketEvent& front() const { return events_.front(); }
  /// With the end of a packet its data go as well, into `popped_data`.
  void pop() {
    if (front().kind == PacketEvent::Kind::end) take_data();
    events_.pop();
  }
  /// The data of the packet whose end was popped last; empty if they are not kept
  /// (OutOfBand::content).
  std::span<const std::byte> popped_data() const { return popped_; }

 private:
  void take_data() {
    popped_.clear();
    if (!front().tag.protocol.has_content()) return;
    for (unsigned i = 0; i < front().bytes; ++i) {
      popped_.push_back(data_.front());
      data_.pop();
    }
  }

  void report(PacketEvent::Kind kind, Time due, unsigned bytes, bool last) {
    PacketEvent& event = events_.push_place();
    event.due = due;
    event.kind = kind;
    event.header = current_.header;
    event.bytes = bytes;
    event.last = last;
    event.closed = current_.closed;
    event.tag = current_.tag;
  }

  unsigned header_bytes_;
  unsigned bytes_ = 0;
  PacketEvent current_;
  Ring<PacketEvent> events_;
  Ring<std::byte> data_;  // that is kept, of packets whose end was not popped
  std::vector<std::byte> popped_;
};

}  // namespace weft
