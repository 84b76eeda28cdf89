// A sink that keeps what it is told.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "testbench/events/event_stream.hpp"

namespace weft::test {

/// Of a packet on a link: where, when, which and how it began or ended.
struct PacketNote {
  Time time = 0;
  std::string place;
  EventKind kind = EventKind::packet_begins;
  PacketTag tag;
  std::uint64_t bytes = 0;
  TokenKind end = TokenKind::null;

  std::uint64_t id() const { return tag.trace.id; }
  friend bool operator==(const PacketNote&, const PacketNote&) = default;
};

inline std::ostream& operator<<(std::ostream& out, const PacketNote& note) {
  return out << note.time << " ps " << note.place << " " << name_of(note.kind) << " " << note.id()
             << ", " << note.bytes << " bytes, " << name_of(note.end);
}

class PacketNotes final : public EventSink {
 public:
  static constexpr EventKinds kinds{EventKind::packet_begins, EventKind::packet_ends};

  void write(const Event& event) override {
    if (const auto* begin = std::get_if<const PacketBeginEvent*>(&event.report)) {
      const PacketBeginEvent& packet = **begin;
      notes.push_back({event.time(), event.place->name, event.kind(), packet.tag});
      route[packet.tag.trace.id].push_back(event.place->name);
    } else {
      const PacketEndEvent& packet = *std::get<const PacketEndEvent*>(event.report);
      notes.push_back({event.time(), event.place->name, event.kind(), packet.tag, packet.bytes,
                       packet.end.kind});
    }
  }

  /// What happens at one time is told in no order: by time, place and kind.
  std::vector<PacketNote> sorted() const {
    std::vector<PacketNote> all = notes;
    std::sort(all.begin(), all.end(), [](const PacketNote& a, const PacketNote& b) {
      return std::tie(a.time, a.place, a.kind) < std::tie(b.time, b.place, b.kind);
    });
    return all;
  }

  std::vector<PacketNote> notes;
  std::map<std::uint64_t, std::vector<std::string>> route;  ///< The links of each packet.
};

}  // namespace weft::test
