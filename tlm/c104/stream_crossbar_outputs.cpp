// What goes out of a switch: packets begin, pause for want of room or of more, and leave.
#include <algorithm>
#include <utility>

#include "tlm/c104/stream_crossbar.hpp"

namespace weft::stream {

void StreamCrossbar::leave(Port& port) {
  const Time now = wheel_->now();
  Output& output = port.output;
  Flow& first = *output.first;
  const Amount gone = left(output, now);
  if (gone == first.length && first.ended) return finish_sending(port, now);
  if (gone < arrived(first, now) || is_live(first)) return plan_leave(port, now);
  stop(port, now);
}

// When all of the first packet has left, or what there is of it.
void StreamCrossbar::plan_leave(Port& port, Time now) {
  const Flow& first = *port.output.first;
  port.leave.needs_line(3, &first);
  const Amount until = first.ended || is_live(first) ? first.length : arrived(first, now);
  wheel_->schedule(port.leave, now + static_cast<Time>(until - left(port.output, now)));
}

void StreamCrossbar::begin_if_possible(Port& port, Time now) {
  Output& output = port.output;
  if (output.first == nullptr || output.flows || output.blocked) return;
  Flow& first = *output.first;
  if (arrived(first, now) == first.left && !is_live(first)) return;
  const Time at = port.link.earliest(std::max(output.unblocked, first.supplied), now);
  if (at > now) return wheel_->schedule(port.begin, at);
  output.flows = true;
  output.since = now;
  plan_leave(port, now);
  if (output.begun) {
    port.link.flow(true, now);
  } else {
    output.begun = true;
    first.packet.begin = now;
    if (!port.external) first.packet.tag.trace.leaves_router(now);
    port.link.begin(std::move(first.packet), now);
  }
  watch_drain(port, now);
}

// The buffer of an output drains: that ends a pause of the input that crosses to it, or lets the
// end of its packet cross.
void StreamCrossbar::watch_drain(Port& port, Time now) {
  const Flow* const crossing = port.output.crossing;
  if (crossing == nullptr) return;
  Port& in = *crossing->in;
  if (crossing->ended) plan_look(in, now);
  if (in.input.blocks) plan_room(in, now);
}

void StreamCrossbar::stop(Port& port, Time now) {
  Output& output = port.output;
  output.first->left = left(output, now);
  output.flows = false;
  wheel_->cancel(port.leave);
  port.link.flow(false, now);
}

void StreamCrossbar::finish_sending(Port& port, Time now) {
  Output& output = port.output;
  Flow& first = *output.first;
  output.first = first.later;
  if (output.first == nullptr) {
    output.last = nullptr;
  } else {
    output.ahead -= first.length;
  }
  output.begun = false;
  output.flows = false;
  port.link.end(now);
  release(first);
  if (output.first != nullptr) wheel_->schedule(port.begin, port.link.free_from());
}

// What ends now needs no pause.
void StreamCrossbar::block_changes(Port& port, bool blocked, Time now) {
  Output& output = port.output;
  output.blocked = blocked;
  if (!blocked) {
    output.unblocked = port.link.granted();
    return begin_if_possible(port, now);
  }
  if (!output.flows) return;
  const Flow& first = *output.first;
  if (first.ended && left(output, now) == first.length) return;
  stop(port, now);
}

}  // namespace weft::stream
