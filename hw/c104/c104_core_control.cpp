// Links of a C104 that go down, and what registers and a control unit see of it.
#include <algorithm>
#include <bit>

#include "hw/c104/c104_core.hpp"

namespace weft {

void C104Core::link_changed(unsigned port, Time now) {
  if (on_link_change_) on_link_change_(port, now);
  link_news_ = now;
  driver_->evaluate_at(edge_after(now, clock()));
}

// What changed at a time counts for what is decided later.
void C104Core::look_at_links(Time now) {
  if (now > link_news_) {
    link_news_ = never;
  } else {
    driver_->evaluate_at(edge_after(now, clock()));
  }
  const std::uint64_t were_down = down_;
  down_ = 0;
  for (unsigned port = 0; port < parameters().links; ++port) {
    const LinkCore& end = link_end(port);
    if (!end.started() || end.down(now)) down_ |= std::uint64_t{1} << port;
    if (end.started()) held_ &= ~(std::uint64_t{1} << port);
  }
  if (!parameters().localize_error) return;
  for (std::uint64_t left = down_ & ~were_down; left != 0; left &= left - 1) {
    cut_output(static_cast<unsigned>(std::countr_zero(left)), now);
  }
}

// Empties an output whose link went down. The link drops tokens up to the end of the packet that it
// was transmitting, so that end is left for it.
void C104Core::cut_output(unsigned port, Time now) {
  Output& output = ports_[port].output;
  const bool transmitting = !output.outbox.packet_begins;
  policy_.counters().packets_lost += output.tags.size() + (transmitting ? 1 : 0);
  output.outbox.tokens.clear();
  output.tags.clear();
  if (transmitting) output.outbox.tokens.push({now, eom_token});
  if (output.input != no_port) {
    if (output.packet_begins_in)
      ++policy_.counters().packets_lost;  // connected, but nothing has crossed
    const auto from = static_cast<unsigned>(output.input);
    output.input = no_port;
    output.free_from = now;
    Input& input = ports_[from].input;
    input.output = no_port;
    input.passage.to = nullptr;
    unblock(input, output);
    input.deleted = 0;
    input.generated = 0;
    input.state = InputState::dropping;
    drop(from, now);
  }
  output.packet_begins_in = true;
}

// No link of its hunt group is left.
void C104Core::give_up(unsigned port, Time now) {
  Input& input = ports_[port].input;
  waiting_ &= ~(std::uint64_t{1} << port);
  ++policy_.counters().packets_lost;
  input.generated = 0;
  input.state = InputState::dropping;
  drop(port, now);
}

C104Core::InputStatus C104Core::input_status(unsigned port) const {
  const Input& input = ports_[port].input;
  return {input.state,  input.header,  input.interval, input.request,
          input.output, input.blocked, input.tag};
}

// --- as its registers and its control unit see it

SwitchInputHead C104Core::input_head(unsigned port) const {
  const Input& input = ports_[port].input;
  return {input.state, input.header, static_cast<unsigned>(std::max(+input.output, 0)),
          input.blocked};
}

SwitchLinkStatus C104Core::link_status(unsigned port) const {
  const LinkCore& end = link_end(port);
  return {end.state(), end.error_flag(), end.credit()};
}

LinkError C104Core::stopped_by(unsigned port, Time now) const {
  const LinkCore& end = link_end(port);
  return end.down(now) ? end.error_flag() : LinkError::none;
}

void C104Core::halt_link(unsigned port, Time now) {
  if (link_end(port).started()) link_end(port).halt(now);
}

}  // namespace weft
