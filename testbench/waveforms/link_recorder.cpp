#include "testbench/waveforms/codes.hpp"
#include "testbench/waveforms/recorders.hpp"

namespace weft {
namespace {

bool silent_in(LinkState state) {
  switch (state) {
    case LinkState::started:
    case LinkState::connecting:
    case LinkState::run: return false;
    default: return true;
  }
}

// RTL has not been reset before the run.
LinkState state_of(const TracedLink& link) {
  return link.core != nullptr ? link.core->state() : LinkState::error_reset;
}

constexpr std::uint32_t unknown = ~0U;

}  // namespace

LinkRecorder::LinkRecorder(VcdWriter& writer, const TracedLink& link, const Variables& variables,
                           Time start)
    : writer_(&writer),
      link_(link),
      variables_(variables),
      shown_(unknown),
      silent_(silent_in(state_of(link))),
      start_(start) {
  const Time now = sc_core::sc_time_stamp().value();
  if (silent_) {
    show_token(wave_code::silent, now);
    show(variables_.packet, 0, now);
  }
  show(variables_.state, static_cast<std::uint64_t>(state_of(link_)), now);
  show_credit(now);
  link_.tokens->bind(*this);
  link_.states->bind(*this);
}

LinkRecorder::~LinkRecorder() {
  link_.tokens->unbind(*this);
  link_.states->unbind(*this);
}

void LinkRecorder::write(const TokenEvent& event) {
  if (silent_) return;  // it was stopped at this very time
  show_token(wave_code::of(event.token), event.begin);
  show_credit(event.begin);
  if (needs_credit(event.token)) {
    show(variables_.packet, event.tag.trace.id, event.begin);
    in_packet_ = !ends_packet(event.token);
    if (first_packet_ == never && event.begin >= start_) first_packet_ = event.begin;
  } else if (!in_packet_) {
    show(variables_.packet, 0, event.begin);
  }
}

void LinkRecorder::write(const LinkStateEvent& event) {
  show(variables_.state, static_cast<std::uint64_t>(event.state), event.time);
  show_credit(event.time);
  const bool was_silent = silent_;
  silent_ = silent_in(event.state);
  if (!silent_ || was_silent) return;
  show_token(wave_code::silent, event.time);
  show(variables_.packet, 0, event.time);
  in_packet_ = false;
}

void LinkRecorder::show_credit(Time time) {
  if (variables_.credit) show(variables_.credit, link_.core->credit(), time);
}

void LinkRecorder::show_token(std::uint32_t code, Time time) {
  shown_ = shown_ == code ? code | wave_code::repeated : code;
  show(variables_.token, shown_, time);
}

}  // namespace weft
