// The buffers of inputs: when they are full, and have room again.
#include <algorithm>

#include "tlm/c104/stream_crossbar.hpp"

namespace weft::stream {

void StreamCrossbar::look(Port& port) {
  const Time now = wheel_->now();
  const Flow* const first = port.input.first;
  if (first != nullptr && first->has_output() && is_over(*first, now)) {
    finish_crossing(port, now);
  } else {
    plan_look(port, now);
  }
  block_if_full(port, now);
  wake_if_released(now);
}

// Comes again when the input may be full, or the end of its first packet has crossed.
void StreamCrossbar::plan_look(Port& port, Time now) {
  const Input& input = port.input;
  Time next = until_full(input, now);
  const Flow* const first = input.first;
  if (first != nullptr && first->ended && first->has_output()) {
    if (first->out->output.flows) {
      next = std::min(next, static_cast<Time>(first->length - crossed(*first, now)));
    }
  }
  if (next == never) {
    if (port.look.scheduled()) wheel_->cancel(port.look);
    return;
  }
  // what acts schedules no look for the same time
  const Time at = now + std::max<Time>(next, 1);
  if (port.look.time() != at) wheel_->schedule(port.look, at);
}

// `never` if the packet that comes in has room.
Time StreamCrossbar::until_full(const Input& input, Time now) const {
  if (!input.flows || input.blocks) return never;
  const Flow& last = *input.last;
  if (input.came + last.length + pad_ < input.granted || input.first->dropped()) return never;
  const Amount came = arrived(last, now);
  const Amount time = granted_for(total_passed(input, now)) - input.came - came;
  return time < last.length - came ? static_cast<Time>(std::max<Amount>(time, 0)) : never;
}

// Asks for a pause when all that was granted has come in: all that has passed and the buffer, by
// whole flow control tokens.
void StreamCrossbar::block_if_full(Port& port, Time now) {
  Input& input = port.input;
  if (input.blocks) return;
  const bool swallows = input.first != nullptr && input.first->dropped();
  const Amount came = total_arrived(input, now);
  const bool full =
      !swallows && came >= input.granted && came >= granted_for(total_passed(input, now));
  if (!full && !is_held(port.number)) return;
  input.blocks = true;
  port.link.block(now);
  plan_room(port, now);
}

// Comes again when a pause may end.
void StreamCrossbar::plan_room(Port& port, Time now) {
  const Input& input = port.input;
  if (!input.blocks || is_held(port.number)) return;
  const bool swallows = input.first != nullptr && input.first->dropped();
  const Amount missing = total_arrived(input, now) + 1 - granted_for(total_passed(input, now));
  if (swallows || missing <= 0) {
    if (port.room_look.time() > now + 1) wheel_->schedule(port.room_look, now + 1);
    return;
  }
  const bool drains =
      input.first != nullptr && input.first->has_output() && input.first->out->output.flows;
  if (!drains) return wheel_->cancel(port.room_look);
  const Amount enough = (total_arrived(input, now) / grant_ + 1) * grant_ - input_room_;
  wheel_->schedule(port.room_look, now + static_cast<Time>(enough - total_passed(input, now)) + 1);
}

void StreamCrossbar::give_room(Port& port) {
  const Time now = wheel_->now();
  Input& input = port.input;
  if (!input.blocks || is_held(port.number)) return;
  const bool swallows = input.first != nullptr && input.first->dropped();
  if (!swallows && total_arrived(input, now) >= granted_for(total_passed(input, now))) {
    return plan_room(port, now);
  }
  input.blocks = false;
  port.link.unblock(now - 1, now);
}

}  // namespace weft::stream
