#include "tlm/c104/packet_c104.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

namespace weft::packet {

C104::Transit::Transit(C104& owner)
    : entry(
          this,
          [](void* transit) {
            auto& self = *static_cast<Transit*>(transit);
            self.router->wake(self);
          },
          Phase::act),
      router(&owner) {}

C104::C104(sc_core::sc_module_name name, const C104Parameters& parameters,
           const std::vector<DsLinkParameters>& links, std::uint64_t framed, std::uint64_t seed,
           Wheel& wheel)
    : PacketSwitch(name, parameters, seed),
      wheel_(&wheel),
      inputs_(parameters.links),
      outputs_(parameters.links),
      waiting_(parameters.links) {
  links_.resize(parameters.links);
  for (unsigned port = 0; port < parameters.links; ++port) {
    inputs_[port].framed = (framed >> port & 1) != 0;
    if (!policy_.link(port).connected) continue;
    free_ |= std::uint64_t{1} << port;
    const unsigned frames = inputs_[port].framed ? std::max(1U, capacity() / frame_tokens) : 0;
    links_[port] = std::make_unique<PacketPort>(
        ("link" + std::to_string(port)).c_str(), of_port(links, port).bit_time, frames,
        static_cast<PacketClient&>(*this), port, of_port(links, port).auto_restart != 0);
  }
}

void C104::start_of_simulation() {
  for (unsigned port = 0; port < inputs_.size(); ++port) {
    if (links_[port] != nullptr && !is_held(port)) grant_room(port);
  }
  for (const auto& link : links_) {
    if (link != nullptr) link->start();
  }
}

void C104::grant_room(unsigned port) {
  const Input& input = inputs_[port];
  if (!input.framed) links_[port]->free_room(capacity() - input.used);
}

// --- as its registers and its control unit see it

void C104::hold_links() {
  steady_ = false;
  for (unsigned port = 0; port < inputs_.size(); ++port) {
    if (links_[port] != nullptr && !inputs_[port].framed) links_[port]->hold();
  }
}

void C104::start_link(unsigned port) {
  if (links_[port] == nullptr || links_[port]->is_running()) return;
  links_[port]->restart();
  grant_room(port);
  grant(wheel_->now());
}

void C104::halt_link(unsigned port, Time) {
  if (links_[port] == nullptr || inputs_[port].framed) return;
  steady_ = false;
  links_[port]->halt();
  grant(wheel_->now());
}

SwitchInputHead C104::input_head(unsigned port) const {
  const Input& input = inputs_[port];
  if (input.queue.empty() || !input.queue.front()->decoded) return {};
  const Transit& head = *input.queue.front();
  if (head.route.action != IntervalAction::route) return {SwitchInputState::dropping};
  if (head.output == no_port) return {SwitchInputState::waiting, head.packet.header};
  return {SwitchInputState::connected, head.packet.header, head.output};
}

SwitchLinkStatus C104::link_status(unsigned port) const {
  return {links_[port] != nullptr ? links_[port]->state() : LinkState::error_reset};
}

// --- what comes in

void C104::packet_begins(unsigned port, const PacketTransfer& packet, Time now) {
  Transit& transit = transits_.take(*this);
  transit.packet = packet;
  transit.tail = packet.end;
  transit.input = port;
  transit.output = no_port;
  transit.decoded = false;
  transit.cut = false;
  transit.tokens = 0;
  transit.room = std::min(packet.tokens(), capacity());
  Input& input = inputs_[port];
  if (packet.end == never) input.arriving = &transit;
  if (parameters().contention == Contention::full) {
    input.queue.push(&transit);
    input.used += transit.room;
  }
  const Time latency =
      parameters().routing_latency == 0 ? 0 : parameters().routing_latency + packet.bit_time;
  wheel_->schedule(transit.entry, std::max(now, packet.header_in() + latency));
}

void C104::packet_ends(unsigned port, Time end, Time now) {
  Transit& transit = *std::exchange(inputs_[port].arriving, nullptr);
  transit.tail = end;
  if (transit.output != no_port) {
    set_end(transit);
    links_[transit.output]->tell_end(transit.packet.end);
    wheel_->schedule(transit.entry, transit.packet.end);
  } else if (inputs_[port].asks && inputs_[port].queue.front() == &transit &&
             transit.route.action != IntervalAction::route) {
    wheel_->schedule(transit.entry, std::max(end, now));
  }
}

// The one that came in last; without contention a packet goes on whole.
void C104::packet_cut(unsigned port, Time) {
  if (parameters().contention != Contention::full) return;
  Transit& transit = *inputs_[port].queue.back();
  transit.cut = true;
  if (transit.output != no_port) links_[transit.output]->cut();
}

void C104::frame_free(unsigned port, Time now) {
  if (links_[port]->state() != LinkState::run) steady_ = false;
  grant_if_wanted(port, now);
}

// --- on its way

void C104::wake(Transit& transit) {
  if (!transit.decoded) return decode(transit);
  if (parameters().contention != Contention::full) return pass_freely(transit, wheel_->now());
  leave(transit, wheel_->now());
}

void C104::decode(Transit& transit) {
  const Time now = wheel_->now();
  transit.decoded = true;
  transit.request = now;
  transit.lost = transit.cut;
  if (transit.lost) {
    transit.route.action = IntervalAction::discard;
  } else {
    transit.route = policy_.route(transit.input, transit.packet, now);
  }
  if (parameters().contention != Contention::full) return pass_freely(transit, now);
  ask(transit.input, now);
}

// The packet at the head of an input, once its header is decoded.
void C104::ask(unsigned port, Time now) {
  Input& input = inputs_[port];
  if (input.asks || input.queue.empty() || !input.queue.front()->decoded) return;
  input.asks = true;
  Transit& transit = *input.queue.front();
  if (transit.route.action != IntervalAction::route) return drop(transit, now);
  if (gives_up(transit)) return lose(transit, now);
  transit.request = now;
  compete(transit, now);
  if (transit.output != no_port) return;
  policy_.count_wait(transit.packet.tag, port, now, [&] { return wait_reason(transit.route); });
}

// One that is free has no room, or is kept for another that waits for that.
WaitReason C104::wait_reason(const Interval& route) const {
  const unsigned free =
      SwitchPolicy::first_output(route, [this](unsigned output) { return is_free(output); });
  if (free != no_port) return {WaitCause::no_room, free};
  if (is_held(route.first_link)) return {WaitCause::link_down, route.first_link};
  const Transit* holder = outputs_[route.first_link].packet;  // none where no link is connected
  return {WaitCause::output_busy, route.first_link,
          holder == nullptr ? nullptr : &holder->packet.tag};
}

// An error has stopped all links that it could leave by.
bool C104::gives_up(const Transit& transit) const {
  if (steady_ || !parameters().localize_error) return false;
  for (std::uint64_t left = transit.route.links(); left != 0; left &= left - 1) {
    const PacketPort* link = links_[static_cast<unsigned>(std::countr_zero(left))].get();
    if (link == nullptr) return false;
    if (link->state() != LinkState::halted && link->state() != LinkState::started) return false;
  }
  return true;
}

void C104::lose(Transit& transit, Time now) {
  transit.lost = true;
  transit.route.action = IntervalAction::discard;
  drop(transit, now);
}

// It is swallowed as it comes in.
void C104::drop(Transit& transit, Time now) {
  if (transit.lost) {
    ++policy_.counters().packets_lost;
  } else {
    policy_.count_dropped(transit.route);
  }
  if (parameters().contention != Contention::full || transit.tail == never) return;
  wheel_->schedule(transit.entry, std::max(now, transit.tail));
}

// An output is free again, or has more room, or a packet is gone that had none: that changes
// nothing for packets that wait for other outputs. Where links are down or a turn may be drawn all
// are asked.
void C104::grant_if_wanted(unsigned output, Time now) {
  const bool wanted = output != no_port && (wanted_ >> output & 1) != 0;
  if (wanted || !steady_ || !policy_.is_first_come()) grant(now);
}

// None that waits wants one of its outputs, or could have any: those that they want are taken, or
// were seen to have no room.
bool C104::is_alone(const Transit& transit) const {
  const std::uint64_t others = (wanted_ & free_ & ~blocked_) | (wanted_ & transit.route.links());
  if (!steady_ || others != 0) return false;
  return waiting_.empty() || policy_.is_first_come();
}

void C104::compete(Transit& transit, Time now) {
  if (!is_alone(transit)) {
    waiting_.add(transit);
    return grant(now);
  }
  std::uint64_t taken = 0;
  if (connect(transit, taken, now)) return;
  waiting_.add(transit);
  wanted_ |= transit.route.links();
  if (taken != 0) set_blocked(blocked_ | taken, now);
}

void C104::grant(Time now) {
  if (!steady_) {
    waiting_.give_up([this](const Transit& transit) { return gives_up(transit); },
                     [this, now](Transit& transit) { lose(transit, now); });
  }
  if (waiting_.empty()) return;
  std::uint64_t taken = 0;  // outputs whose turn is another's
  waiting_.serve(
      policy_, [this](unsigned output) { return is_free(output); },
      [this, &taken, now](Transit& transit) { connect(transit, taken, now); });
  wanted_ = waiting_.wanted();
  set_blocked(taken, now);
}

// False if it has to wait.
bool C104::connect(Transit& transit, std::uint64_t& taken, Time now) {
  const unsigned output = output_for(transit, taken);
  if (output == no_port) return false;
  cross(transit, output, now);
  outputs_[output].packet = &transit;
  free_ &= ~(std::uint64_t{1} << output);
  if (transit.packet.end != never) wheel_->schedule(transit.entry, transit.packet.end);
  return true;
}

void C104::set_blocked(std::uint64_t outputs, Time now) {
  for (std::uint64_t changed = outputs ^ blocked_; changed != 0; changed &= changed - 1) {
    const int output = std::countr_zero(changed);
    links_[static_cast<unsigned>(output)]->set_blocked((outputs >> output & 1) != 0, now);
  }
  blocked_ = outputs;
}

// The first link of the hunt group that is free and has room; those that have none keep its turn.
unsigned C104::output_for(Transit& transit, std::uint64_t& taken) const {
  std::uint64_t kept = 0;
  for (std::uint64_t left = transit.route.links() & free_ & ~taken; left != 0; left &= left - 1) {
    const auto output = static_cast<unsigned>(std::countr_zero(left));
    if (!steady_ && is_held(output)) continue;
    if (links_[output]->has_room(tokens_of(transit))) return output;
    kept |= std::uint64_t{1} << output;
  }
  taken |= kept;
  return no_port;
}

std::uint32_t C104::tokens_of(Transit& transit) {
  if (transit.tail == never) return transit.packet.tokens();
  if (transit.tokens == 0) transit.tokens = transit.packet.tokens();
  return transit.tokens;
}

void C104::cross(Transit& transit, unsigned output, Time now) {
  PacketPort& line = *links_[output];
  PacketTransfer& packet = transit.packet;
  ++packet.tag.protocol.hops;
  policy_.count_routed(packet.tag, transit.input, output, transit.request, now);
  if (!external(output)) packet.tag.trace.leaves_router(now);
  transit.output = output;
  packet.begin = now;
  packet.bit_time = line.bit_time();
  set_end(transit);
  line.send(packet);
  if (transit.cut) line.cut();
}

// The tail cannot leave before it has come.
void C104::set_end(Transit& transit) const {
  PacketTransfer& packet = transit.packet;
  packet.end = never;
  if (transit.tail == never) return;
  packet.end = packet.begin + packet.bits() * packet.bit_time;
  if (transit.tail > packet.end) {
    packet.end = transit.tail + bit_count(eop_token) * packet.bit_time;
  }
}

// Its tail has left, or it was dropped.
void C104::leave(Transit& transit, Time now) {
  const unsigned port = transit.input;
  const unsigned output = transit.output;
  if (output != no_port) {
    outputs_[output].packet = nullptr;
    free_ |= std::uint64_t{1} << output;
  }
  Input& input = inputs_[port];
  const std::uint32_t room = transit.room;
  input.used -= room;
  input.queue.pop();
  input.asks = false;
  release(transit);
  ask(port, now);
  grant_if_wanted(output, now);
  if (input.framed) {
    links_[port]->free_frame();
  } else if (links_[port]->is_running()) {
    links_[port]->free_room(room);
  }
}

// Links of infinite width (thesis 5.5.2): no packet waits for another, but, if throttled, those at
// their first hop for each other.
void C104::pass_freely(Transit& transit, Time now) {
  if (transit.route.action != IntervalAction::route) {
    drop(transit, now);
    return release(transit);
  }
  if (transit.output == no_port) {
    transit.output = widest(transit);
    if (const Time turn = first_hop_turn(transit, now); turn > now) {
      return wheel_->schedule(transit.entry, turn);
    }
  }
  cross(transit, transit.output, now);
  release(transit);
}

// Of the hunt group, the link that is free first to packets at their first hop.
unsigned C104::widest(const Transit& transit) const {
  unsigned best = transit.route.first_link;
  for (unsigned i = 1; i < transit.route.group_size; ++i) {
    const unsigned output = transit.route.first_link + i;
    if (outputs_[output].reserved < outputs_[best].reserved) best = output;
  }
  return best;
}

Time C104::first_hop_turn(const Transit& transit, Time now) {
  const bool waits = parameters().contention == Contention::throttled && external(transit.input) &&
                     !external(transit.output);
  if (!waits) return now;
  Time& reserved = outputs_[transit.output].reserved;
  const Time turn = std::max(now, reserved);
  reserved = turn + transit.packet.bits() * links_[transit.output]->bit_time();
  return turn;
}

void C104::release(Transit& transit) {
  transit.packet.body.reset();
  transits_.give_back(transit);
}

// --- what waits

StandingPacket C104::packet_at(unsigned input, Time) const {
  using State = StandingPacket::State;
  if (inputs_[input].queue.empty()) return {};
  const Transit& head = *inputs_[input].queue.front();
  if (!head.decoded) return {State::routing, head.packet.tag, head.packet.header, 0};
  if (head.output != no_port || head.route.action != IntervalAction::route) return {};
  return {State::waits, head.packet.tag, head.packet.header, head.route.links()};
}

OutputState C104::output(unsigned port, Time) const {
  OutputState state;
  state.dead = links_[port] == nullptr;
  if (state.dead) return state;
  state.awaits_room = (blocked_ >> port & 1) != 0;
  if (const Transit* holder = outputs_[port].packet; holder != nullptr) {
    state.holder = static_cast<int>(holder->input);
  }
  state.moved = links_[port]->counters().ends;
  return state;
}

// Without contention every packet in the switch is on its way.
bool C104::expects_event(Time) const {
  if (parameters().contention != Contention::full) return transits_.in_use() != 0;
  for (const Input& input : inputs_) {
    for (std::uint32_t i = 0; i < input.queue.size(); ++i) {
      if (input.queue[i]->entry.scheduled()) return true;
    }
  }
  return false;
}

}  // namespace weft::packet
