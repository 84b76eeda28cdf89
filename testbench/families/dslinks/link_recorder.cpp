#include "testbench/families/dslinks/link_recorders.hpp"
#include "testbench/families/dslinks/token_codes.hpp"

namespace weft {
namespace {

// RTL has not been reset before the run.
LinkState state_of(const TracedLink& link) {
  return link.core != nullptr ? link.core->state() : LinkState::error_reset;
}

constexpr std::uint32_t unknown = ~0U;

}  // namespace

LinkRecorder::LinkRecorder(WaveWriter& writer, const TracedLink& link, const Variables& variables,
                           Time start, EventStream& events, PacketNames* names)
    : writer_(&writer),
      names_(names),
      link_(link),
      variables_(variables),
      shown_(unknown),
      silent_(link.packets == nullptr && is_silent(state_of(link))),
      start_(start) {
  const Time now = sc_core::sc_time_stamp().value();
  if (silent_) show_token(wave_code::silent, now);
  show(variables_.packet, 0, now);
  show(variables_.state, static_cast<std::uint64_t>(state_of(link_)), now);
  show_credit(now);
  events.attach(
      *this, link_,
      {EventKind::token, EventKind::link_state, EventKind::packet_begins, EventKind::packet_ends},
      EventOrder::by_time);
}

void LinkRecorder::write(const Event& event) {
  switch (event.kind()) {
    case EventKind::token: return record(*std::get<const TokenEvent*>(event.report));
    case EventKind::link_state: return record(*std::get<const LinkStateEvent*>(event.report));
    case EventKind::packet_begins: return record(*std::get<const PacketBeginEvent*>(event.report));
    case EventKind::packet_ends: return record(*std::get<const PacketEndEvent*>(event.report));
    default: return;
  }
}

void LinkRecorder::record(const TokenEvent& event) {
  if (silent_) return;  // it was stopped at this very time
  std::uint32_t code = wave_code::of(event.token);
  if (header_left_ != 0 && event.token.kind == TokenKind::data) {
    --header_left_;
    code |= wave_code::header;
  }
  show_token(code, event.begin);
  show_credit(event.begin);
}

void LinkRecorder::record(const PacketBeginEvent& event) {
  header_left_ = link_.header_bytes;
  show(variables_.packet, event.tag.trace.id, event.time);
  if (names_ != nullptr && variables_.packet) names_->note(event.tag);
  if (first_packet_ == never && event.time >= start_) first_packet_ = event.time;
}

void LinkRecorder::record(const PacketEndEvent& event) { show(variables_.packet, 0, event.time); }

void LinkRecorder::record(const LinkStateEvent& event) {
  show(variables_.state, static_cast<std::uint64_t>(event.state), event.time);
  show_credit(event.time);
  const bool was_silent = silent_;
  silent_ = is_silent(event.state);
  if (silent_ && !was_silent) show_token(wave_code::silent, event.time);
}

void LinkRecorder::show_credit(Time time) {
  if (variables_.credit) show(variables_.credit, link_.core->credit(time), time);
}

void LinkRecorder::show_token(std::uint32_t code, Time time) {
  shown_ = shown_ == code ? code | wave_code::repeated : code;
  show(variables_.token, shown_, time);
}

}  // namespace weft
