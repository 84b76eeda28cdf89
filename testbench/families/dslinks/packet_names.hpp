// What the ids of packets in waves mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "hw/common/packet_tag.hpp"
#include "testbench/events/event.hpp"

namespace weft {

/// Sink of the packets that processors receive: whence and where those go that waves show.
class PacketNames final : public EventSink {
 public:
  static constexpr EventKinds kinds{EventKind::packet_received};

  /// A wave shows this packet.
  void note(const PacketTag& tag);
  void write(const Event& event) override;

  /// Lines of a translate filter file: "0000080000000001 7 -> 12 #30" is the packet 30 of processor
  /// 7 (its index in processors_of) to processor 12; "?" where it has not come in. "ack"
  /// stands before the number of an acknowledgement. What is known by its nodes alone is "5 -> 9".
  std::string text() const;

 private:
  struct Way {
    bool acknowledgement = false;
    std::optional<std::size_t> to;
  };

  std::map<std::uint64_t, Way> ways_;  // by id
};

}  // namespace weft
