// Checks what links carry against the rules of their protocol.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "hw/common/time.hpp"
#include "testbench/events/event.hpp"

namespace weft {

/// A sink of the events of links, which come in pairs: an end and its far end have the indices 2n
/// and 2n + 1. At all levels a packet ends before the next begins on a link, and no bit comes
/// faster than the link is. Where there are tokens no two overlap, and data and end tokens are
/// covered by flow control tokens of the far end, of which each grants eight.
class ProtocolChecker final : public EventSink {
 public:
  /// What it listens to, in the order of time.
  static constexpr EventKinds kinds{EventKind::token, EventKind::link_state,
                                    EventKind::packet_begins, EventKind::packet_ends};

  /// `bit_times` of the transmitters, ps, by EventPlace::index.
  explicit ProtocolChecker(const std::vector<Time>& bit_times);

  void write(const Event& event) override;

  /// How often a rule was broken.
  std::uint64_t violations() const { return violations_; }
  /// The first time: "at 1.52 us left.link0: ..."; empty if there is none.
  const std::string& first() const { return first_; }

 private:
  struct LinkEnd {
    Time bit_time = 0;
    Time token_end = 0;         // of the last token
    bool silent = true;         // the transmitter is off
    std::uint64_t credit = 0;   // tokens that it may send
    std::deque<Time> granting;  // ends of flow control tokens that are on their way to it
    bool in_packet = false;
    std::uint64_t packet = 0;
  };

  void check(LinkEnd& end, const TokenEvent& event, const EventPlace& place);
  void check(LinkEnd& end, const LinkStateEvent& event, const EventPlace& place);
  void check(LinkEnd& end, const PacketBeginEvent& event, const EventPlace& place);
  void check(LinkEnd& end, const PacketEndEvent& event, const EventPlace& place);
  void take_credit(LinkEnd& end, Time now);
  void broken(const EventPlace& place, Time time, const std::string& how);

  std::vector<LinkEnd> ends_;
  std::uint64_t violations_ = 0;
  std::string first_;
};

}  // namespace weft
