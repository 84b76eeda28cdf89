#include "hw/c104/c104_core.hpp"

#include <algorithm>
#include <bit>

#include "hw/c104/parameter_check.hpp"

namespace weft {

namespace {

// Up to the last one that is connected; one of which nothing is said is.
unsigned ports_in_use(const C104Parameters& parameters, unsigned most) {
  unsigned used = std::min(parameters.links, most);
  const auto& ports = parameters.per_link;
  while (used != 0 && used <= ports.size() && !ports[used - 1].connected) --used;
  return used;
}

}  // namespace

C104Core::C104Core(const C104Parameters& parameters, std::uint64_t seed, CycleDriver& driver,
                   std::pmr::memory_resource& memory)
    : clock_(parameters.clock),
      output_buffer_(parameters.output_buffer),
      ports_(ports_in_use(parameters, most_links), std::min(parameters.links, most_links), memory),
      driver_(&driver),
      policy_(parameters, seed) {
  check_token_switch(parameters);
  requests_.reserve(parameters.links);
  know_ports();
}

void C104Core::know_ports() {
  for (unsigned port = 0; port < ports_.in_use(); ++port) {
    Input& input = ports_[port].input;
    input.intervals = std::as_const(policy_).table(port);
    input.header_bytes = static_cast<std::uint8_t>(link(port).header_bytes);
    ports_[port].output.external = link(port).external;
    ports_[port].output.deletes_header = link(port).delete_header;
  }
}

// As LinkCore::receive_ahead does where it need not call.
void C104Core::receive(unsigned port, Token token, const PacketTag& tag, Time now) {
  Input& input = ports_[port].input;
  if (!input.passage.takes(token)) return receive_with_care(port, token, tag, now);
  const Time edge = input.passage.edge_for(now);
  input.link->consumed(edge);
  input.passage.pass(token, edge);
}

// The buffer of an input that is connected and not blocked is empty.
void C104Core::receive_with_care(unsigned port, Token token, const PacketTag& tag, Time now) {
  Input& input = ports_[port].input;
  const bool streams = input.state == InputState::connected && !input.blocked;
  if (streams && finds_room(input, ports_[static_cast<unsigned>(input.output)].output)) {
    input.packet_begins = ends_packet(token);
    const Time edge = std::max(edge_after(now, clock()), input.passage.last_move + clock());
    if (cross(port, token, now, edge)) return look_at_header(port);
    return let_through(input, ports_[static_cast<unsigned>(input.output)].output);
  }
  if (input.packet_begins && token.kind == TokenKind::data) {
    const bool at_head = input.state == InputState::header && input.buffer.empty();
    if (at_head) {
      input.tag = tag;
    } else {
      input.tags.push(tag);
    }
  }
  input.buffer.push({now, token});
  input.packet_begins = ends_packet(token);
  if (input.state == InputState::header) return look_at_header(port);
  if (input.state == InputState::dropping) drop(port, now);
}

bool C104Core::transmit(unsigned port, Token& token, PacketTag& tag, Time now) {
  Output& output = ports_[port].output;
  if (!output.outbox.has_token(now)) return false;
  const bool packet_begins = output.outbox.packet_begins;
  token = output.outbox.take(now);
  if (packet_begins && token.kind == TokenKind::data) {
    tag = output.tags.take();
    if (!is_external(port)) tag.trace.leaves_router(now);
  }
  if (output.outbox.awaited) {
    move_tokens(static_cast<unsigned>(output.input), edge_after(now, clock()));
  }
  return true;
}

// Reads the header at the head of the buffer as far as it is in.
void C104Core::look_at_header(unsigned port) {
  Input& input = ports_[port].input;
  const unsigned bytes = header_bytes(port);
  while (!input.buffer.empty()) {
    if (!input.buffer.front().is_data()) {
      // An end without a packet, or with a header that was stripped alone.
      input.opened = false;
      input.head_since =
          std::max(input.head_since + clock(), edge_after(input.buffer.front().stamp(), clock()));
      take_from_buffer(input, input.head_since);
      continue;
    }
    if (!input.opened) {
      input.opened = true;
      if (!input.tags.empty()) input.tag = input.tags.take();
      const Time known = std::max(input.buffer.front().stamp(), input.head_since);
      if (put_random_header(port, known)) return request(port, known);
    }
    std::uint32_t header = 0;
    Time known = input.head_since;
    bool cut = false;
    for (unsigned i = 0; i < bytes && !cut; ++i) {
      if (i == input.buffer.size()) return IntervalTable::prefetch(input.intervals);
      const StampedToken byte = input.buffer[i];
      cut = !byte.is_data();
      header = (header << 8) | byte.token().value;
      known = std::max(known, byte.stamp());
    }
    input.interval =
        cut ? Interval{0, IntervalAction::invalid, 0, 0} : look_up(port, header, known);
    input.header = header;
    if (input.interval.action != IntervalAction::strip) return request(port, known);
    input.head_since = edge_after(known, clock());
    for (unsigned i = 0; i < bytes; ++i) take_from_buffer(input, input.head_since);
  }
}

inline const Interval& C104Core::look_up(unsigned port, std::uint32_t header, Time known) {
  if (!is_known(port)) return policy_.look_up(port, header, known);
  return IntervalTable::lookup(ports_[port].input.intervals, header);
}

// False where there is none for this packet.
bool C104Core::put_random_header(unsigned port, Time known) {
  if (is_known(port)) return false;
  const auto drawn = policy_.draw_header(port, known);
  if (!drawn) return false;
  Input& input = ports_[port].input;
  input.header = *drawn;
  input.interval = policy_.look_up(port, *drawn, known);
  input.generated = static_cast<std::uint8_t>(link(port).header_bytes);
  return true;
}

void C104Core::request(unsigned port, Time known) {
  Input& input = ports_[port].input;
  input.opened = false;
  if (input.interval.action != IntervalAction::route) {
    policy_.count_dropped(input.interval);
    input.state = InputState::dropping;
    input.generated = 0;
    return drop(port, known);
  }
  const Time lookup = parameters().routing_latency - 2 * clock();
  input.state = InputState::waiting;
  input.request = edge_after(known, clock()) + lookup;
  waiting_ |= std::uint64_t{1} << port;
  driver_->evaluate_at(input.request);
}

void C104Core::drop(unsigned port, Time now) {
  Input& input = ports_[port].input;
  while (!input.buffer.empty()) {
    const Time in = std::max(now, input.buffer.front().stamp());
    const Time edge = std::max(edge_after(in, clock()), input.passage.last_move + clock());
    input.passage.last_move = edge;
    const bool last = !input.buffer.front().is_data();
    take_from_buffer(input, edge);
    if (!last) continue;
    input.state = InputState::header;
    input.head_since = edge;
    return look_at_header(port);
  }
}

void C104Core::take_from_buffer(Input& input, Time edge) {
  input.buffer.pop();
  input.link->consumed(edge);
}

// --- the crossbar

void C104Core::evaluate(Time now) {
  if (now >= link_news_) look_at_links(now);
  requests_.clear();
  for (std::uint64_t left = waiting_; left != 0; left &= left - 1) {
    const auto port = static_cast<unsigned>(std::countr_zero(left));
    const Input& input = ports_[port].input;
    if (input.request > now) {
      driver_->evaluate_at(input.request);
      continue;
    }
    if (parameters().localize_error && all_down(input.interval)) {
      give_up(port, now);
      continue;
    }
    if (free_output(input.interval, now) != SwitchPolicy::no_output) {
      requests_.push_back(port);
      continue;
    }
    keep_waiting(port, now);
  }
  policy_.order(requests_, [this](unsigned port) {
    return ArbiterView{ports_[port].input.request, port, &ports_[port].input.tag.protocol};
  });
  for (const unsigned port : requests_) {
    const unsigned output = free_output(ports_[port].input.interval, now);
    if (output != SwitchPolicy::no_output) {
      connect(port, output, now);
    } else {
      keep_waiting(port, now);
    }
  }
}

bool C104Core::all_down(const Interval& interval) const {
  if (down_ == 0) return false;
  for (unsigned i = 0; i < interval.group_size; ++i) {
    const unsigned port = interval.first_link + i;
    if (!is_down(port) || (held_ >> port & 1) != 0) return false;
  }
  return true;
}

// An output that is still connected will ask for an evaluation when its packet has crossed.
void C104Core::keep_waiting(unsigned port, Time now) {
  const Input& input = ports_[port].input;
  if (input.request == now) {
    policy_.count_wait(input.tag, port, now, [&] { return wait_reason(input.interval, now); });
  }
  if (const Time free = next_free(input.interval); free != never) driver_->evaluate_at(free);
}

// By the first output that is not down.
WaitReason C104Core::wait_reason(const Interval& interval, Time now) const {
  const unsigned output =
      SwitchPolicy::first_output(interval, [this](unsigned port) { return !is_down(port); });
  if (output == SwitchPolicy::no_output) return {WaitCause::link_down, interval.first_link};
  const Output& taken = ports_[output].output;
  const bool leaves = taken.input == no_port && now <= taken.left_at;
  const int holder = leaves ? taken.last_input : taken.input;
  return {WaitCause::output_busy, output,
          holder == no_port ? nullptr
                            : &ports_[static_cast<unsigned>(holder)].input.tag.for_observers()};
}

unsigned C104Core::free_output(const Interval& interval, Time now) const {
  return SwitchPolicy::first_output(interval, [this, now](unsigned port) {
    return !is_down(port) && ports_[port].output.input == no_port &&
           ports_[port].output.free_from <= now;
  });
}

Time C104Core::next_free(const Interval& interval) const {
  Time first = never;
  for (unsigned i = 0; i < interval.group_size; ++i) {
    const Output& output = ports_[interval.first_link + i].output;
    if (is_down(interval.first_link + i)) continue;
    if (output.input == no_port) first = std::min(first, output.free_from);
  }
  return first;
}

void C104Core::connect(unsigned port, unsigned to, Time now) {
  Input& input = ports_[port].input;
  Output& output = ports_[to].output;
  if (output.link == nullptr) output.link = unconnected_;
  waiting_ &= ~(std::uint64_t{1} << port);
  ++input.tag.protocol.hops;
  policy_.count_routed(input.tag, port, to, input.request, now);
  input.state = InputState::connected;
  input.output = static_cast<std::int8_t>(to);
  input.deleted = static_cast<std::uint8_t>(deletes_header(to) ? header_bytes(port) : 0);
  output.input = static_cast<std::int8_t>(port);
  // A place that the transmitter gives up at this very edge can be used at the next.
  const Outbox& outbox = output.outbox;
  const bool just_full = outbox.last_taken == now && outbox.tokens.size() + 1 == output_buffer_;
  const Time first_edge = just_full ? now + clock() : now;
  input.passage.last_move = 0;
  move_tokens(port, first_edge);
}

// What is at the head of an input that is connected goes as far as there is room.
void C104Core::move_tokens(unsigned port, Time first_edge) {
  Input& input = ports_[port].input;
  Output& output = ports_[static_cast<unsigned>(input.output)].output;
  unblock(input, output);
  while (input.generated != 0 || !input.buffer.empty()) {
    Time edge = std::max(first_edge, input.passage.last_move + clock());
    if (!finds_room(input, output)) return;
    if (input.generated != 0) {
      --input.generated;
      put_across(input, output, generated_byte(input), edge);
      continue;
    }
    const StampedToken next = input.buffer.take();
    if (next.stamp() >= edge) edge = edge_after(next.stamp(), clock());
    if (cross(port, next.token(), next.stamp(), edge)) return look_at_header(port);
  }
  let_through(input, output);
}

// The rest of the packet at the head is still to come in.
void C104Core::let_through(Input& input, Output& output) {
  const bool in_the_middle = input.deleted == 0 && !output.packet_begins_in;
  if (!in_the_middle || input.passage.to != nullptr) return;
  input.passage.to = &output.outbox;
  input.passage.link = output.link;
  input.link->needs(&output);
}

bool C104Core::finds_room(Input& input, Output& output) const {
  if (output.outbox.tokens.size() < output_buffer_) return true;
  input.blocked = output.outbox.awaited = true;
  input.passage.to = nullptr;
  return false;
}

// A token that came in at `in` leaves its input and crosses at `edge`; true if it was the end of
// the packet, and another one is at the head.
[[gnu::always_inline]] inline bool C104Core::cross(unsigned port, Token token, Time in, Time edge) {
  Input& input = ports_[port].input;
  input.link->consumed(edge);
  put_across(input, ports_[static_cast<unsigned>(input.output)].output, token, edge);
  if (!ends_packet(token)) return false;
  finish_packet(port, in, edge);
  return true;
}

[[gnu::always_inline]] inline void C104Core::put_across(Input& input, Output& output, Token token,
                                                        Time edge) {
  input.passage.last_move = edge;
  const bool is_data = token.kind == TokenKind::data;
  if (is_data && input.deleted != 0) {
    --input.deleted;
    return;
  }
  output.outbox.tokens.push({edge, token});
  if (is_data && output.packet_begins_in) output.tags.push(input.tag);
  output.packet_begins_in = !is_data;
  if (output.outbox.link_waits) output.link->offer(edge);
}

// Its last token came in at `in` and crosses at `edge`.
void C104Core::finish_packet(unsigned port, Time in, Time edge) {
  Input& input = ports_[port].input;
  Output& output = ports_[static_cast<unsigned>(input.output)].output;
  output.input = no_port;
  output.last_input = static_cast<std::int8_t>(port);
  output.left_at = in;
  output.free_from = edge + clock();
  input.output = no_port;
  input.passage.to = nullptr;
  input.link->needs(&input.buffer);
  input.state = InputState::header;
  input.head_since = edge;
  if (waiting_ != 0) driver_->evaluate_at(output.free_from);
}

}  // namespace weft
