#include "testbench/events/protocol_checker.hpp"

#include <fmt/format.h>

#include "platforms/registry/quantity.hpp"
#include "testbench/events/packets_of_tokens.hpp"

namespace weft {
namespace {

constexpr unsigned tokens_of_fct = 8;

}  // namespace

ProtocolChecker::ProtocolChecker(const std::vector<Time>& bit_times) {
  for (const Time bit_time : bit_times) ends_.emplace_back().bit_time = bit_time;
}

void ProtocolChecker::write(const Event& event) {
  LinkEnd& end = ends_[event.place->index];
  const EventPlace& place = *event.place;
  switch (event.kind()) {
    case EventKind::token: return check(end, *std::get<const TokenEvent*>(event.report), place);
    case EventKind::link_state:
      return check(end, *std::get<const LinkStateEvent*>(event.report), place);
    case EventKind::packet_begins:
      return check(end, *std::get<const PacketBeginEvent*>(event.report), place);
    case EventKind::packet_ends:
      return check(end, *std::get<const PacketEndEvent*>(event.report), place);
    default: return;
  }
}

void ProtocolChecker::check(LinkEnd& end, const TokenEvent& event, const EventPlace& place) {
  if (event.begin < end.token_end) {
    broken(place, event.begin,
           fmt::format("a token begins before the end of the last one, at {}",
                       time_text(end.token_end)));
  }
  if (event.end - event.begin < bit_count(event.token) * end.bit_time) {
    broken(place, event.begin,
           fmt::format("a token of {} bits takes {}", bit_count(event.token),
                       time_text(event.end - event.begin)));
  }
  end.token_end = event.end;
  if (event.token.kind == TokenKind::fct) {
    ends_[place.index ^ 1U].granting.push_back(event.end);
  }
  if (!needs_credit(event.token)) return;
  take_credit(end, event.begin);
  if (end.credit == 0) return broken(place, event.begin, "a token without credit");
  --end.credit;
}

// Flow control tokens count for what begins after them, while the end listens.
void ProtocolChecker::take_credit(LinkEnd& end, Time now) {
  for (; !end.granting.empty() && end.granting.front() < now; end.granting.pop_front()) {
    end.credit += tokens_of_fct;
  }
}

// A link that goes silent forgets its credit, and the far end's are for the time after.
void ProtocolChecker::check(LinkEnd& end, const LinkStateEvent& event, const EventPlace&) {
  if (is_silent(event.state) && !end.silent) {
    end.credit = 0;
    end.granting.clear();
    end.token_end = event.time;
  }
  end.silent = is_silent(event.state);
}

void ProtocolChecker::check(LinkEnd& end, const PacketBeginEvent& event, const EventPlace& place) {
  if (end.in_packet) {
    broken(place, event.time,
           fmt::format("packet {} begins before the end of packet {}", event.tag.trace.id,
                       end.packet));
  }
  end.in_packet = true;
  end.packet = event.tag.trace.id;
}

void ProtocolChecker::check(LinkEnd& end, const PacketEndEvent& event, const EventPlace& place) {
  if (!end.in_packet || end.packet != event.tag.trace.id) {
    broken(place, event.time,
           fmt::format("packet {} ends, which has not begun", event.tag.trace.id));
  }
  end.in_packet = false;
  const Time bits = 10 * event.bytes + bit_count(event.end);
  if (event.end != null_token && event.time - event.begin < bits * end.bit_time) {
    broken(place, event.time,
           fmt::format("packet {} of {} bits takes {}", event.tag.trace.id, bits,
                       time_text(event.time - event.begin)));
  }
}

void ProtocolChecker::broken(const EventPlace& place, Time time, const std::string& how) {
  if (++violations_ == 1) first_ = fmt::format("at {} {}: {}", time_text(time), place.name, how);
}

}  // namespace weft
