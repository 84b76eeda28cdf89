#include "tlm/c104/stream_c104.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace weft::stream {

C104::Input::Input(C104& owner, unsigned number)
    : router(&owner),
      port(number),
      decode(WheelEntry::calling<&Input::decode_head>(this, Phase::act)),
      settle(WheelEntry::calling<&Input::settle_now>(this, Phase::act)) {}

C104::Output::Output(C104& owner, unsigned number)
    : router(&owner),
      port(number),
      settle(WheelEntry::calling<&Output::settle_now>(this, Phase::act)) {}

C104::C104(sc_core::sc_module_name name, const C104Parameters& parameters,
           const std::vector<DsLinkParameters>& links, std::uint64_t seed, Wheel& wheel)
    : PacketSwitch(name, parameters, seed),
      wheel_(&wheel),
      bit_time_(links.front().bit_time),
      token_(static_cast<Amount>(bit_count(data_token(0)) * bit_time_)),
      grant_(8 * token_),
      pad_(token_ - static_cast<Amount>(bit_count(eop_token) * bit_time_)),
      input_room_(parameters.input_buffer * token_),
      output_room_(parameters.output_buffer * token_),
      waiting_(parameters.links) {
  links_.resize(parameters.links);
  ports_.resize(parameters.links);
  for (unsigned port = 0; port < parameters.links; ++port) {
    if (!policy_.link(port).connected) continue;
    ports_[port] = wheel.bank().make<Port>(*this, port);
    links_[port] = std::make_unique<StreamPort>(("link" + std::to_string(port)).c_str(),
                                                of_port(links, port).bit_time,
                                                static_cast<StreamClient&>(*this), port);
  }
}

// A held link asks for its pause before anything begins.
void C104::start_of_simulation() {
  for (unsigned port = 0; port < ports_.size(); ++port) {
    if (!is_held(port)) continue;
    input_at(port).blocks = true;
    links_[port]->block(true);
  }
  for (const auto& link : links_) {
    if (link != nullptr) link->start();
  }
}

// --- as its registers and its control unit see it

void C104::hold_links() {
  for (unsigned port = 0; port < links_.size(); ++port) {
    if (links_[port] != nullptr) held_ |= std::uint64_t{1} << port;
  }
}

void C104::start_link(unsigned port) {
  if (!is_held(port)) return;
  held_ &= ~(std::uint64_t{1} << port);
  const Time now = wheel_->now();
  wheel_->schedule(input_at(port).settle, now);
  grant(now);
}

void C104::halt_link(unsigned port, Time now) {
  if (links_[port] == nullptr || is_held(port)) return;
  held_ |= std::uint64_t{1} << port;
  wheel_->schedule(input_at(port).settle, now);
}

SwitchInputHead C104::input_head(unsigned port) const {
  if (ports_[port] == nullptr) return {};
  const Input& input = input_at(port);
  if (input.queue.empty() || !input.queue.front()->requested) return {};
  const Flow& head = *input.queue.front();
  if (head.dropped()) return {SwitchInputState::dropping};
  if (head.output == no_port) return {SwitchInputState::waiting, head.packet.header};
  const bool full = output_at(head.output).held >= output_room_;
  return {SwitchInputState::connected, head.packet.header, head.output, full};
}

SwitchLinkStatus C104::link_status(unsigned port) const {
  const bool runs = links_[port] != nullptr && !is_held(port);
  return {runs ? LinkState::run : LinkState::error_reset};
}

// --- amounts

// Brings the amounts of an input, and of the output that its head crosses to, up to now.
void C104::advance(unsigned port, Time now) {
  Input& input = input_at(port);
  const auto passed = static_cast<Amount>(now - input.since);
  input.since = now;
  if (input.flows) {
    input.queue.back()->arrived += passed;
    input.held += passed;
  }
  Output* output = output_of(input);
  if (output == nullptr) return;
  const auto sent = static_cast<Amount>(now - output->since);
  output->since = now;
  if (output->flows) {
    output->queue.front()->left += sent;
    output->held -= sent;
  }
  cross(*input.queue.front());
}

void C104::advance_output(unsigned port, Time now) {
  Output& output = output_at(port);
  if (output.crossing != nullptr) return advance(output.crossing->input, now);
  const auto passed = static_cast<Amount>(now - output.since);
  output.since = now;
  if (!output.flows) return;
  output.queue.front()->left += passed;
  output.held -= passed;
}

void C104::cross(Flow& flow) {
  Input& input = input_at(flow.input);
  Output& output = output_at(flow.output);
  const Amount moved = std::min(flow.arrived - flow.crossed, output_room_ - output.held);
  flow.crossed += moved;
  input.held -= moved;
  input.passed += moved;
  output.held += moved;
}

C104::Output* C104::output_of(const Input& input) {
  if (input.queue.empty() || input.queue.front()->output == no_port) return nullptr;
  return &output_at(input.queue.front()->output);
}

// More of it comes in.
bool C104::is_live(const Flow& flow) const {
  const Input& input = input_at(flow.input);
  return !flow.ended && input.flows;
}

// --- what comes in

void C104::packet_begins(unsigned port, const PacketTransfer& packet, Time now) {
  advance(port, now);
  Input& input = input_at(port);
  Flow& flow = flows_.take();
  flow = {};
  flow.packet = packet;
  flow.length = static_cast<Amount>(packet.bits() * bit_time_);
  flow.input = port;
  const bool first = input.queue.empty();
  input.queue.push(&flow);
  input.flows = true;
  if (first) expect_header(input, now);
  wheel_->schedule(input.settle, now);
}

void C104::flow_changes(unsigned port, bool flows, Time now) {
  advance(port, now);
  Input& input = input_at(port);
  input.flows = flows;
  Flow& last = *input.queue.back();
  if (flows && last.left == last.arrived) last.supplied = now;
  if (&last == input.queue.front() && last.arrived < header_of(last)) expect_header(input, now);
  wheel_->schedule(input.settle, now);
}

void C104::packet_ends(unsigned port, Time now) {
  advance(port, now);
  Input& input = input_at(port);
  input.flows = false;
  input.held += pad_;
  input.queue.back()->ended = true;
  wheel_->schedule(input.settle, now);
}

void C104::block_changes(unsigned port, bool blocked, Time now) {
  advance_output(port, now);
  Output& output = output_at(port);
  output.blocked = blocked;
  if (!blocked) output.unblocked = links_[port]->granted();
  wheel_->schedule(output.settle, now);
}

// --- inputs

void C104::settle(unsigned port) {
  const Time now = wheel_->now();
  advance(port, now);
  Input& input = input_at(port);
  if (!input.queue.empty()) {
    Flow& head = *input.queue.front();
    if (head.dropped()) {
      if (head.ended) drop_head(input, now);
    } else if (head.output != no_port) {
      wheel_->schedule(output_at(head.output).settle, now);
      if (head.over()) finish_crossing(head, now);
    }
  }
  watch_room(input, now);
}

// What may have arrived: all that has passed and the buffer, by whole flow control tokens.
C104::Amount C104::granted_to(const Input& input) const {
  return (input_room_ + input.passed) / grant_ * grant_;
}

// Asks for pauses, and comes again when something may have changed.
void C104::watch_room(Input& input, Time now) {
  const Amount granted = granted_to(input);
  const Amount arrived = input.held + input.passed;
  const bool swallows = !input.queue.empty() && input.queue.front()->dropped();
  const bool blocks = is_held(input.port) || (!swallows && arrived >= granted);
  if (blocks != input.blocks) {
    input.blocks = blocks;
    links_[input.port]->block(blocks);
  }
  const Output* output = output_of(input);
  const bool drains = output != nullptr && output->flows;
  Amount next = input.flows ? granted - arrived : 0;
  const auto within = [&next](Amount time) { next = next > 0 ? std::min(next, time) : time; };
  if (drains) {
    const Flow& head = *input.queue.front();
    if (input.blocks) within(granted + grant_ - input_room_ - input.passed);
    if (head.ended) within(head.length - head.crossed);
  }
  if (next > 0) wheel_->schedule(input.settle, now + static_cast<Time>(next));
}

void C104::expect_header(Input& input, Time now) {
  const Flow& head = *input.queue.front();
  const Amount missing = std::max<Amount>(header_of(head) - head.arrived, 0);
  if (missing != 0 && !is_live(head)) return wheel_->cancel(input.decode);
  wheel_->schedule(input.decode, now + static_cast<Time>(missing) + latency());
}

// The header of the packet at the head is in, and looked up.
void C104::decode(unsigned port) {
  const Time now = wheel_->now();
  advance(port, now);
  Input& input = input_at(port);
  Flow& flow = *input.queue.front();
  flow.requested = true;
  flow.request = now;
  flow.route = policy_.route(port, flow.packet, now);
  if (flow.route.action != IntervalAction::route) {
    policy_.count_dropped(flow.route);
    return wheel_->schedule(input.settle, now);
  }
  waiting_.add(flow);
  grant(now);
  if (flow.output != no_port) return;
  policy_.count_wait(flow.packet.tag, port, now, [&] {
    if (is_held(flow.route.first_link)) {
      return WaitReason{WaitCause::link_down, flow.route.first_link};
    }
    const auto& wanted = ports_[flow.route.first_link];
    const Flow* holder = wanted == nullptr ? nullptr : wanted->output.crossing;
    return WaitReason{WaitCause::output_busy, flow.route.first_link,
                      holder == nullptr ? nullptr : &holder->packet.tag};
  });
}

// It was swallowed as it came in.
void C104::drop_head(Input& input, Time now) {
  Flow& head = *input.queue.front();
  input.held -= head.arrived + pad_;
  input.passed += head.arrived + pad_;
  input.queue.pop();
  release(head);
  if (!input.queue.empty()) expect_header(input, now);
}

// Its end has crossed: the connection is free, and the input's next packet comes to the head.
void C104::finish_crossing(Flow& flow, Time now) {
  Input& input = input_at(flow.input);
  output_at(flow.output).crossing = nullptr;
  input.held -= pad_;
  input.passed += pad_;
  input.queue.pop();
  if (!input.queue.empty()) expect_header(input, now);
  grant(now);
}

// --- the crossbar

void C104::grant(Time now) {
  const auto is_free_output = [this](unsigned output) { return is_free(output); };
  waiting_.serve(policy_, is_free_output, [this, &is_free_output, now](Flow& flow) {
    const unsigned output = SwitchPolicy::first_output(flow.route, is_free_output);
    if (output != no_port) connect(flow, output, now);
  });
}

void C104::connect(Flow& flow, unsigned port, Time now) {
  advance(flow.input, now);
  advance_output(port, now);
  ++flow.packet.tag.protocol.hops;
  policy_.count_routed(flow.packet.tag, flow.input, port, flow.request, now);
  Output& output = output_at(port);
  flow.output = port;
  flow.supplied =
      now - 1;  // routing_latency leads to the first bit at a link that waits for nothing
  output.crossing = &flow;
  output.queue.push(&flow);
  cross(flow);
  wheel_->schedule(input_at(flow.input).settle, now);
  wheel_->schedule(output.settle, now);
}

// --- outputs

void C104::settle_output(unsigned port) {
  const Time now = wheel_->now();
  advance_output(port, now);
  Output& output = output_at(port);
  if (output.crossing != nullptr && output.crossing->over()) {
    finish_crossing(*output.crossing, now);
  }
  while (!output.queue.empty() && !send_first(output, now)) finish_sending(output, now);
}

// False if the first packet has left.
bool C104::send_first(Output& output, Time now) {
  Flow& first = *output.queue.front();
  if (first.left == first.length) return !first.ended;
  const bool live = is_live(first);
  const bool could = !output.blocked && (first.crossed > first.left || live);
  if (could && !output.flows) {
    const Time at = links_[output.port]->earliest(std::max(output.unblocked, first.supplied));
    if (at > now) {
      wheel_->schedule(output.settle, at);
      return true;
    }
  }
  if (could != output.flows) change_flow(output, could, now);
  if (output.flows) {
    const Amount until = live || first.ended ? first.length : first.arrived;
    wheel_->schedule(output.settle, now + static_cast<Time>(until - first.left));
  }
  return true;
}

void C104::change_flow(Output& output, bool flows, Time now) {
  output.flows = flows;
  StreamPort& line = *links_[output.port];
  if (output.begun) {
    line.flow(flows, now);
  } else {
    output.begun = true;
    PacketTransfer& packet = output.queue.front()->packet;
    packet.begin = now;
    if (!policy_.link(output.port).external) packet.tag.trace.leaves_router(now);
    line.begin(packet);
  }
  if (output.crossing != nullptr) wheel_->schedule(input_at(output.crossing->input).settle, now);
}

void C104::finish_sending(Output& output, Time now) {
  Flow& first = *output.queue.front();
  output.queue.pop();
  output.begun = false;
  output.flows = false;
  links_[output.port]->end(now);
  if (output.crossing != nullptr) wheel_->schedule(input_at(output.crossing->input).settle, now);
  release(first);
}

// --- the pool

void C104::release(Flow& flow) {
  flow.packet.body.reset();
  flows_.give_back(flow);
}

// --- what waits: where nothing flows the amounts are those of now

StandingPacket C104::packet_at(unsigned number, Time) const {
  using State = StandingPacket::State;
  if (ports_[number] == nullptr) return {};
  const Input& input = input_at(number);
  if (input.queue.empty()) return {};
  const Flow& head = *input.queue.front();
  const auto standing = [&head](State state, std::uint64_t outputs) {
    return StandingPacket{state, head.packet.tag, head.packet.header, outputs};
  };
  if (!head.requested) {
    return input.decode.scheduled() ? standing(State::routing, 0) : StandingPacket{};
  }
  if (head.dropped()) return {};
  if (head.output == no_port) return standing(State::waits, head.route.links());
  const Output& output = output_at(head.output);
  const bool moves = output.flows || is_live(head) || head.crossed == head.arrived;
  if (moves || !output.blocked) return {};
  return standing(State::crosses, std::uint64_t{1} << head.output);
}

OutputState C104::output(unsigned port, Time) const {
  OutputState state;
  state.dead = links_[port] == nullptr;
  if (state.dead) return state;
  const Output& output = output_at(port);
  state.full = output.blocked;
  if (output.crossing != nullptr) state.holder = static_cast<int>(output.crossing->input);
  if (!output.queue.empty()) state.moved = static_cast<std::uint64_t>(output.queue.front()->left);
  return state;
}

bool C104::expects_event(Time) const {
  return std::any_of(ports_.begin(), ports_.end(), [](const auto& port) {
    return port != nullptr && (port->output.settle.scheduled() || port->input.settle.scheduled() ||
                               port->input.decode.scheduled());
  });
}

}  // namespace weft::stream
