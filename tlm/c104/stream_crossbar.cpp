#include "tlm/c104/stream_crossbar.hpp"

#include <bit>
#include <cstddef>
#include <string>
#include <utility>

namespace weft::stream {

namespace {

constexpr std::uint64_t bit_of(unsigned port) { return std::uint64_t{1} << port; }

constexpr std::int64_t elapsed(Time since, Time now) {
  return static_cast<std::int64_t>(now - since);
}

}  // namespace

StreamCrossbar::Port::Port(StreamCrossbar& owner, unsigned port, const char* name, Time bit_time)
    : look(WheelEntry::calling<&Port::look_now>(this, Phase::select)),
      begin(WheelEntry::calling<&Port::begin_now>(this, Phase::act)),
      number(static_cast<std::uint8_t>(port)),
      external(owner.policy_.link(port).external),
      crossbar(&owner),
      leave(WheelEntry::calling<&Port::leave_now>(this, Phase::select)),
      link(name, bit_time, static_cast<StreamClient&>(*this)),
      room_look(WheelEntry::calling<&Port::give_room_now>(this, Phase::act)) {
  input.granted = owner.granted_for(0);
}

void StreamCrossbar::Port::start() {
  intervals = std::as_const(crossbar->policy_).table(number);
  link.start();
  look.needs_line(0, &input);
  begin.needs_line(0, &leave);
  begin.needs_line(1, &link);
  leave.needs_line(0, &output);
  for (const auto& [entry, which] : {std::pair{&begin, 2U}, std::pair{&leave, 1U}}) {
    entry->needs_line(which, link.far_end());
    entry->needs_line(which + 1, link.far_client());
  }
}

StreamCrossbar::StreamCrossbar(const C104Parameters& parameters, std::uint64_t seed,
                               const std::vector<DsLinkParameters>& links, Wheel& wheel)
    : wheel_(&wheel),
      flows_(&wheel.bank().shared<Pool<Flow>>()),
      turn_(WheelEntry::calling<&StreamCrossbar::turn>(this, Phase::act)),
      policy_(parameters, seed),
      waiting_(parameters.links) {
  const Time bit_time = links.front().bit_time;
  token_ = static_cast<Amount>(bit_count(data_token(0)) * bit_time);
  grant_ = 8 * token_;
  pad_ = token_ - static_cast<Amount>(bit_count(eop_token) * bit_time);
  input_room_ = parameters.input_buffer * token_;
  output_room_ = parameters.output_buffer * token_;
  latency_ = parameters.routing_latency == 0 ? 0 : parameters.routing_latency + bit_time;
  ports_.resize(parameters.links);
  for (unsigned port = 0; port < parameters.links; ++port) {
    if (!policy_.link(port).connected) continue;
    free_ |= bit_of(port);
    ports_[port] = wheel.bank().make<Port>(*this, port, ("link" + std::to_string(port)).c_str(),
                                           of_port(links, port).bit_time);
  }
}

// A held link asks for its pause before anything begins.
void StreamCrossbar::start() {
  for (const auto& port : ports_) {
    if (port == nullptr || !is_held(port->number)) continue;
    port->input.blocks = true;
    port->link.block(0);
  }
  for (const auto& port : ports_) {
    if (port != nullptr) port->start();
  }
}

// --- as its registers and its control unit ask

void StreamCrossbar::hold_links() {
  for (const auto& port : ports_) {
    if (port != nullptr) held_ |= bit_of(port->number);
  }
}

void StreamCrossbar::start_link(unsigned number) {
  if (!is_held(number)) return;
  held_ &= ~bit_of(number);
  const Time now = wheel_->now();
  plan_room(*port(number), now);
  released_ = true;
  wake_if_released(now);
}

void StreamCrossbar::halt_link(unsigned number) {
  if (port(number) == nullptr || is_held(number)) return;
  held_ |= bit_of(number);
  block_if_full(*port(number), wheel_->now());
}

// --- amounts

StreamCrossbar::Amount StreamCrossbar::arrived(const Flow& flow, Time now) const {
  const Input& input = flow.in->input;
  if (flow.ended || !input.flows) return flow.arrived;
  return std::min(flow.length, flow.arrived + elapsed(input.since, now));
}

// Of the first packet, which there must be.
StreamCrossbar::Amount StreamCrossbar::left(const Output& output, Time now) const {
  const Amount before = output.first->left;
  return output.flows ? before + elapsed(output.since, now) : before;
}

// Of a packet that is connected: all that has come, as far as there is room.
StreamCrossbar::Amount StreamCrossbar::crossed(const Flow& flow, Time now) const {
  const Output& output = flow.out->output;
  const Amount room = output_room_ - output.ahead + left(output, now);
  return std::min(arrived(flow, now), std::max<Amount>(room, 0));
}

// In the buffer of an output.
StreamCrossbar::Amount StreamCrossbar::stored(const Output& output, Time now) const {
  if (output.first == nullptr) return 0;
  const Amount of_last =
      output.crossing != nullptr ? crossed(*output.crossing, now) : output.last->length;
  return output.ahead + of_last - left(output, now);
}

StreamCrossbar::Amount StreamCrossbar::total_arrived(const Input& input, Time now) const {
  const bool partly = input.last != nullptr && !input.last->ended;
  return partly ? input.came + arrived(*input.last, now) : input.came;
}

StreamCrossbar::Amount StreamCrossbar::total_passed(const Input& input, Time now) const {
  const bool crosses = input.first != nullptr && input.first->has_output();
  return crosses ? input.passed + crossed(*input.first, now) : input.passed;
}

// --- what comes in

void StreamCrossbar::packet_begins(Port& port, PacketTransfer&& packet, Time now) {
  Input& input = port.input;
  Flow& flow = flows_->take();
  flow.packet = std::move(packet);
  flow.length = static_cast<Amount>(flow.packet.bits() * port.link.bit_time());
  flow.arrived = 0;
  flow.left = 0;
  flow.in = &port;
  flow.out = nullptr;
  flow.behind = nullptr;
  flow.later = nullptr;
  flow.input = port.number;
  flow.ended = false;
  flow.requested = false;
  look_ahead(flow);
  const bool first = input.first == nullptr;
  (first ? input.first : input.last->behind) = &flow;
  input.last = &flow;
  input.flows = true;
  input.since = now;
  if (first) expect_header(flow, now);
  plan_look(port, now);
}

void StreamCrossbar::flow_changes(Port& port, bool flows, Time now) {
  Input& input = port.input;
  Flow& flow = *input.last;
  flow.arrived = arrived(flow, now);
  input.since = now;
  input.flows = flows;
  if (&flow == input.first && flow.arrived < header_of(flow)) expect_header(flow, now);
  plan_look(port, now);
  if (!flow.has_output()) return;
  Port& out = *flow.out;
  if (out.output.first != &flow) return;
  if (flows && left(out.output, now) == flow.arrived) flow.supplied = now;
  if (out.output.flows) {
    plan_leave(out, now);
  } else if (flows) {
    begin_if_possible(out, now);
  }
}

void StreamCrossbar::packet_ends(Port& port, Time now) {
  Input& input = port.input;
  Flow& flow = *input.last;
  flow.arrived = flow.length;
  flow.ended = true;
  input.flows = false;
  input.came += flow.length + pad_;
  if (&flow == input.first) {
    if (flow.dropped()) {
      drop_first(port, now);
    } else if (flow.has_output()) {
      if (is_over(flow, now)) {
        finish_crossing(port, now);
      } else {
        plan_look(port, now);
      }
    }
  }
  block_if_full(port, now);
  wake_if_released(now);
}

// --- headers

// Where nothing but a table decides it is known as the packet comes in where it will go.
inline void StreamCrossbar::look_ahead(Flow& flow) {
  if (!policy_.decides_by_tables()) return;
  flow.route = IntervalTable::lookup(flow.in->intervals, flow.packet.header);
}

// It is the first at its input.
void StreamCrossbar::expect_header(Flow& flow, Time now) {
  const Amount missing = std::max<Amount>(header_of(flow) - arrived(flow, now), 0);
  remove_due(flow.input);
  if (missing != 0 && !is_live(flow)) return;
  const Due due{now + static_cast<Time>(missing) + latency_, flow.input, &flow};
  std::uint32_t place = due_.size();
  while (place != 0 && due < due_[place - 1]) --place;
  due_.insert(place, due);
  if (due.time < turn_.time()) plan_turn();
}

// When the first header is due; what decoding it needs is fetched.
void StreamCrossbar::plan_turn() {
  const Due& due = due_.front();
  const auto* const flow = reinterpret_cast<const std::byte*>(due.flow);
  turn_.needs_line(0, flow);
  turn_.needs_line(1, flow + 64);
  turn_.needs_line(2, flow + 128);
  const Port* const to = policy_.decides_by_tables() ? port(due.flow->route.first_link) : nullptr;
  turn_.needs_line(3, to != nullptr ? &to->output : nullptr);
  wheel_->schedule(turn_, due.time);
}

void StreamCrossbar::remove_due(unsigned input) {
  for (std::uint32_t i = 0; i < due_.size(); ++i) {
    if (due_[i].input == input) return due_.erase(i);
  }
}

bool StreamCrossbar::decodes(unsigned port) const {
  for (std::uint32_t i = 0; i < due_.size(); ++i) {
    if (due_[i].input == port) return true;
  }
  return false;
}

// --- the crossbar

void StreamCrossbar::turn() {
  const Time now = wheel_->now();
  do {
    decode_due(now);
    while (released_ || over_ != 0) {
      finish_crossed(now);
      if (std::exchange(released_, false)) grant(now);
    }
    count_waits(now);
  } while (!due_.empty() && due_.front().time <= now);
  if (!due_.empty() && due_.front().time < turn_.time()) plan_turn();
}

// A packet that asks by itself gets its output at once, as none that waits could have it.
void StreamCrossbar::decode_due(Time now) {
  while (!due_.empty() && due_.front().time <= now) {
    Flow& flow = *due_.front().flow;
    due_.erase(0);
    if (!decode(flow, now)) continue;
    const bool others = released_ || (!due_.empty() && due_.front().time <= now);
    if (others) {
      released_ = true;
      waiting_.add(flow);
    } else {
      ask(flow, now);
    }
  }
}

// Its header is in, and looked up; false if it is dropped.
bool StreamCrossbar::decode(Flow& flow, Time now) {
  flow.requested = true;
  flow.request = now;
  if (!policy_.decides_by_tables() || flow.route.action == IntervalAction::strip) {
    flow.route = policy_.route(flow.input, flow.packet, now);
  }
  if (flow.route.action == IntervalAction::route) return true;
  policy_.count_dropped(flow.route);
  if (flow.ended) {
    drop_first(*flow.in, now);
  } else {
    plan_room(*flow.in, now);
  }
  return false;
}

void StreamCrossbar::ask(Flow& flow, Time now) {
  const std::uint64_t outputs = takers(flow);
  if (outputs != 0) return connect(flow, static_cast<unsigned>(std::countr_zero(outputs)), now);
  waiting_.add(flow);
  wanted_ |= flow.route.links();
}

void StreamCrossbar::grant(Time now) {
  const auto is_free = [this](unsigned output) { return ((free_ & ~held_) >> output & 1) != 0; };
  waiting_.serve(policy_, is_free, [this, now](Flow& flow) {
    const std::uint64_t outputs = takers(flow);
    if (outputs != 0) connect(flow, static_cast<unsigned>(std::countr_zero(outputs)), now);
    return outputs != 0;
  });
  wanted_ = waiting_.wanted();
}

// What was short enough to cross at once.
void StreamCrossbar::finish_crossed(Time now) {
  while (over_ != 0) {
    const auto input = static_cast<unsigned>(std::countr_zero(over_));
    over_ &= over_ - 1;
    finish_crossing(*ports_[input], now);
  }
}

// Of those that have asked now.
void StreamCrossbar::count_waits(Time now) {
  if (waiting_.empty()) return;
  waiting_.for_each([this, now](const Flow& flow) {
    if (flow.request == now) count_wait(flow, now);
  });
}

void StreamCrossbar::count_wait(const Flow& flow, Time now) {
  policy_.count_wait(flow.packet.tag, flow.input, now, [&] {
    const unsigned wanted = flow.route.first_link;
    if (is_held(wanted)) return WaitReason{WaitCause::link_down, wanted};
    const Port* const output = port(wanted);
    const Flow* const holder = output == nullptr ? nullptr : output->output.crossing;
    return WaitReason{WaitCause::output_busy, wanted,
                      holder == nullptr ? nullptr : &holder->packet.tag.for_observers()};
  });
}

void StreamCrossbar::connect(Flow& flow, unsigned number, Time now) {
  Port& in = *flow.in;
  Port& out = *ports_[number];
  Output& output = out.output;
  ++flow.packet.tag.protocol.hops;
  policy_.count_routed(flow.packet.tag, flow.input, number, flow.request, now);
  flow.out = &out;
  // routing_latency leads to the first bit at a link that waits for nothing
  flow.supplied = now - 1;
  free_ &= ~bit_of(number);
  output.crossing = &flow;
  const bool first = output.first == nullptr;
  output.ahead = first ? 0 : output.ahead + output.last->length;
  (first ? output.first : output.last->later) = &flow;
  output.last = &flow;
  if (flow.ended) {
    if (is_over(flow, now)) {
      over_ |= bit_of(flow.input);
    } else {
      plan_look(in, now);
    }
  }
  plan_room(in, now);
  if (first) begin_if_possible(out, now);
}

// Its end has crossed: the connection is free, and the input's next packet comes to the head.
void StreamCrossbar::finish_crossing(Port& port, Time now) {
  Port& out = *port.input.first->out;
  const unsigned output = out.number;
  out.output.crossing = nullptr;
  free_ |= bit_of(output);
  if ((wanted_ >> output & 1) != 0) released_ = true;
  next_at_input(port, now);
}

// It was swallowed as it came in.
void StreamCrossbar::drop_first(Port& port, Time now) {
  Flow& flow = *port.input.first;
  next_at_input(port, now);
  release(flow);
}

void StreamCrossbar::next_at_input(Port& port, Time now) {
  Input& input = port.input;
  input.passed += input.first->length + pad_;
  input.granted = granted_for(input.passed);
  input.first = input.first->behind;
  if (input.first == nullptr) {
    input.last = nullptr;
  } else {
    expect_header(*input.first, now);
  }
  plan_look(port, now);
  plan_room(port, now);
}

void StreamCrossbar::wake_if_released(Time now) {
  if (released_ && turn_.time() != now) wheel_->schedule(turn_, now);
}

void StreamCrossbar::release(Flow& flow) {
  flow.packet.body.reset();
  flows_->give_back(flow);
}

bool StreamCrossbar::expects_event() const {
  if (!due_.empty()) return true;
  return std::any_of(ports_.begin(), ports_.end(), [](const auto& port) {
    return port != nullptr && (port->leave.scheduled() || port->begin.scheduled() ||
                               port->look.scheduled() || port->room_look.scheduled());
  });
}

}  // namespace weft::stream
