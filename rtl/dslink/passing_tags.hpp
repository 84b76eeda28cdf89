// What observers know of packets, in the order in which they pass.
#pragma once

#include <cstdint>
#include <optional>

#include "hw/common/packet_tag.hpp"
#include "hw/common/ring.hpp"

namespace weft::rtl {

/// A queue of tags beside RTL that holds the tokens of their packets for as long as it likes. A
/// packet's tag is put in when it passes one side of the RTL and taken out when it passes the
/// other. Nothing but observation may hang on this order: what a packet is and how long it was when
/// it was sent are left out, so that cores handle it by its bits.
///
/// An error on the link can make the RTL lose packets that it has begun to take. A packet that is
/// taken out with another first token than the one at the head of the queue tells so: what stands
/// before it is thrown away. Of lost packets with the same first token the wrong one is told of.
class PassingTags {
 public:
  using First = std::optional<std::uint8_t>;

  /// `first` is the value of the packet's first token, if it is known.
  void put(PacketTag tag, First first) {
    tag.protocol.kind = PacketKind::unknown;
    tag.protocol.bytes = OutOfBand::unknown_length;
    waiting_.push({tag, first});
  }
  /// Of the packet that has passed; one that nobody told of if none in the queue can be it.
  PacketTag take(First first) {
    while (!waiting_.empty()) {
      const Waiting head = waiting_.take();
      if (!first || !head.first || *head.first == *first) return head.tag;
    }
    return {};
  }

 private:
  struct Waiting {
    PacketTag tag;
    First first;
  };

  Ring<Waiting> waiting_;
};

}  // namespace weft::rtl
