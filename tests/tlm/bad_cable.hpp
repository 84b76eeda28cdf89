// Messages that say something, and a cable that changes what they say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw/common/random.hpp"
#include "hw/t9000/message_body.hpp"
#include "tests/tlm/levels.hpp"
#include "tests/tlm/t9000_bench.hpp"

namespace weft::test {

using Bytes = std::vector<std::uint8_t>;

inline Bytes drawn(unsigned count) {
  RandomStream random(count, "content");
  Bytes bytes(count);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256));
  return bytes;
}

/// Data bytes behind the headers of one byte, packets of data only.
inline Bytes data_on(const TokenRecorder& wire) {
  Bytes bytes;
  bool header = true;
  for (const TokenEvent& event : wire.events) {
    if (event.token.kind == TokenKind::data && !header) bytes.push_back(event.token.value);
    if (needs_credit(event.token)) header = ends_packet(event.token);
  }
  return bytes;
}

inline void carry(Send& request, const Bytes& bytes) {
  request.body = MessageBody::of(bytes);
  request.bytes = static_cast<unsigned>(bytes.size());
}

/// Two of one byte, which parity does not see.
inline constexpr std::uint8_t changed_bits = 0x11;

/// A cable between two links that passes on all packets, tags and all, and changes bits of the data
/// byte that it is told.
template <class Level>
struct BadCable {
  BadCable(Level& level, unsigned changed) : left(level, "left"), right(level, "right") {
    pass(left, right, changed);
    pass(right, left, never_changed);
  }

  struct Side {
    Side(Level& level, const std::string& name) : link(level.make_link(name, {}, 32, end, 1)) {
      end.attach(link->core());
    }
    LinkEndpoint end;
    std::unique_ptr<typename Level::Link> link;
    bool first = true;
    unsigned position = 0;
    PacketTag tag;
  };

  static constexpr unsigned never_changed = ~0U;

  void pass(Side& from, Side& to, unsigned changed) {
    from.end.on_arrival([&from, &to, changed](Time now) {
      LinkEndpoint::Arrival arrival = from.end.read(now);
      if (from.first) from.tag = arrival.tag;
      from.first = ends_packet(arrival.token);
      if (from.position++ == changed) arrival.token.value ^= changed_bits;
      to.end.write(arrival.token, now, from.tag);
    });
  }

  Side left, right;
};

}  // namespace weft::test
