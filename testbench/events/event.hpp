// What happens on a platform, one vocabulary for all levels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <variant>

#include "hw/common/packet_events.hpp"
#include "hw/common/switch_events.hpp"
#include "hw/common/time.hpp"
#include "hw/dslink/link_events.hpp"
#include "hw/iwarp/bus_reports.hpp"
#include "hw/t9000/t9000_reports.hpp"

namespace weft {

/// Kinds of events, in the order of EventReport.
enum class EventKind : std::uint8_t {
  token,             ///< A token begins on a link; not at `packet` and `stream`.
  link_state,        ///< A link end changes its state, or has an error; likewise.
  packet_begins,     ///< A packet begins on a link, at all levels.
  packet_ends,       ///< It ends there.
  packet_queued,     ///< A packet waits for a link of its processor.
  message_sent,      ///< The last packet of a message has been acknowledged.
  packet_received,   ///< A processor has taken up a packet.
  message_received,  ///< A processor has taken up a message.
  word,              ///< A word begins on a bus.
  dequeue,           ///< A dequeue signal goes back on a bus.
  hop,               ///< A packet has got an output of a switch.
  wait,              ///< A packet begins to wait for one.
};

inline constexpr std::array<EventKind, 12> all_event_kinds{EventKind::token,
                                                           EventKind::link_state,
                                                           EventKind::packet_begins,
                                                           EventKind::packet_ends,
                                                           EventKind::packet_queued,
                                                           EventKind::message_sent,
                                                           EventKind::packet_received,
                                                           EventKind::message_received,
                                                           EventKind::word,
                                                           EventKind::dequeue,
                                                           EventKind::hop,
                                                           EventKind::wait};

/// As users write it: "packet_begins".
const char* name_of(EventKind kind);

/// A set of kinds.
class EventKinds {
 public:
  constexpr EventKinds() = default;
  constexpr EventKinds(std::initializer_list<EventKind> kinds) {
    for (const EventKind kind : kinds) add(kind);
  }
  template <std::size_t count>
  constexpr explicit EventKinds(const std::array<EventKind, count>& kinds) {
    for (const EventKind kind : kinds) add(kind);
  }
  constexpr void add(EventKind kind) { bits_ |= 1U << static_cast<unsigned>(kind); }
  constexpr bool contains(EventKind kind) const {
    return (bits_ >> static_cast<unsigned>(kind) & 1U) != 0;
  }
  constexpr bool empty() const { return bits_ == 0; }

 private:
  std::uint32_t bits_ = 0;
};

/// Where: an end of a link, a processor, a switch, or an output bus of a cell.
struct EventPlace {
  std::string name;       ///< "node[3,2].router.link5", "node[3,2].cpu", "node[1,1].x_right"
  std::size_t index = 0;  ///< In System::link_probes, processors_of,
                          ///< Platform::components (of a switch) or Platform::busses.
};

/// The report of a model, by kind. It lives as long as the call.
using EventReport =
    std::variant<const TokenEvent*, const LinkStateEvent*, const PacketBeginEvent*,
                 const PacketEndEvent*, const PacketQueued*, const MessageSent*,
                 const PacketArrival*, const MessageArrival*, const WordEvent*, const DequeueEvent*,
                 const PacketHopEvent*, const PacketWaitEvent*>;
static_assert(std::variant_size_v<EventReport> == all_event_kinds.size());

struct Event {
  const EventPlace* place = nullptr;  ///< Lives as long as the stream.
  EventReport report;

  EventKind kind() const { return static_cast<EventKind>(report.index()); }
  /// When it happens, ps: of a token and a word the begin.
  Time time() const;
};

/// Whoever listens: a statistic, a wave, a log, a checker.
class EventSink {
 public:
  virtual void write(const Event& event) = 0;

 protected:
  ~EventSink() = default;
};

constexpr Time time_of(const TokenEvent& event) { return event.begin; }
constexpr Time time_of(const LinkStateEvent& event) { return event.time; }
constexpr Time time_of(const PacketBeginEvent& event) { return event.time; }
constexpr Time time_of(const PacketEndEvent& event) { return event.time; }
constexpr Time time_of(const PacketQueued& event) { return event.time; }
constexpr Time time_of(const MessageSent& event) { return event.time; }
constexpr Time time_of(const PacketArrival& event) { return event.time; }
constexpr Time time_of(const MessageArrival& event) { return event.time; }
constexpr Time time_of(const WordEvent& event) { return event.begin; }
constexpr Time time_of(const DequeueEvent& event) { return event.begin; }
constexpr Time time_of(const PacketHopEvent& event) { return event.time; }
constexpr Time time_of(const PacketWaitEvent& event) { return event.time; }

}  // namespace weft
