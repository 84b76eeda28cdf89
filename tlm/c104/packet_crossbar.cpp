#include "tlm/c104/packet_crossbar.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

namespace weft::packet {

PacketCrossbar::Transit::Transit()
    : entry(
          this,
          [](void* transit) {
            auto& self = *static_cast<Transit*>(transit);
            self.port->crossbar->wake(self);
          },
          Phase::act) {
  entry.needs_line(1, &packet.tag);
}

unsigned PacketCrossbar::Transit::input_number() const { return port->number; }

PacketCrossbar::Port::Port(PacketCrossbar& owner, unsigned port, const char* name, Time bit_time,
                           unsigned frames, bool restarts)
    : crossbar(&owner),
      number(static_cast<std::uint8_t>(port)),
      framed(frames != 0),
      link(name, bit_time, frames, owner, port, restarts) {}

PacketCrossbar::PacketCrossbar(SwitchPolicy& policy, const std::vector<DsLinkParameters>& links,
                               std::uint64_t framed, Wheel& wheel)
    : wheel_(&wheel),
      policy_(&policy),
      transits_(&wheel.bank().shared<Pool<Transit>>()),
      latency_(policy.parameters().routing_latency),
      capacity_(policy.parameters().input_buffer + policy.parameters().output_buffer),
      contention_(policy.parameters().contention),
      ports_(policy.parameters().links, &wheel.bank().memory()),
      waiting_(policy.parameters().links) {
  for (unsigned port = 0; port < ports_.size(); ++port) {
    if (!policy.link(port).connected) continue;
    free_ |= std::uint64_t{1} << port;
    if (policy.link(port).external) external_ |= std::uint64_t{1} << port;
    const bool counts_frames = (framed >> port & 1) != 0;
    ports_[port] = wheel.bank().make<Port>(
        *this, port, ("link" + std::to_string(port)).c_str(), of_port(links, port).bit_time,
        counts_frames ? std::max(1U, capacity_ / frame_tokens) : 0,
        of_port(links, port).auto_restart != 0);
  }
}

void PacketCrossbar::start() {
  for (const auto& port : ports_) {
    if (port != nullptr && !is_held(port->number)) grant_room(*port);
  }
  for (const auto& port : ports_) {
    if (port == nullptr) continue;
    port->intervals = std::as_const(*policy_).table(port->number);
    port->link.start();
  }
}

void PacketCrossbar::grant_room(Port& port) {
  if (!port.framed) port.link.free_room(capacity_ - port.used);
}

// --- as its registers and its control unit ask

void PacketCrossbar::hold_links() {
  steady_ = false;
  for (const auto& port : ports_) {
    if (port != nullptr && !port->framed) port->link.hold();
  }
}

void PacketCrossbar::start_link(unsigned number) {
  Port* const at = port(number);
  if (at == nullptr || at->link.is_running()) return;
  at->link.restart();
  grant_room(*at);
  grant(wheel_->now());
}

void PacketCrossbar::halt_link(unsigned number) {
  Port* const at = port(number);
  if (at == nullptr || at->framed) return;
  steady_ = false;
  at->link.halt();
  grant(wheel_->now());
}

// The one of the head of an input.
const PacketCrossbar::Transit* PacketCrossbar::holder(unsigned output) const {
  for (const auto& port : ports_) {
    if (port == nullptr || port->first == nullptr) continue;
    if (port->first->has_output() && port->first->output == output) return port->first;
  }
  return nullptr;
}

// --- what comes in

inline PacketCrossbar::Transit& PacketCrossbar::enter(Port& input, PacketTransfer&& packet) {
  Transit& transit = transits_->take();
  ++packets_;
  transit.packet = std::move(packet);
  transit.port = &input;
  transit.entry.needs_line(0, this);
  transit.entry.needs_line(2, &input);
  transit.output = Transit::none;
  transit.decoded = false;
  transit.cut = false;
  transit.room = std::min(transit.packet.tokens(), capacity_);
  transit.next = nullptr;
  if (transit.packet.end == never) input.arriving = &transit;
  if (contention_ != Contention::full) return transit;
  (input.first == nullptr ? input.first : input.last->next) = &transit;
  input.last = &transit;
  input.used += transit.room;
  return transit;
}

// Where nothing but a table decides it is known now where the packet will go. What it needs there
// is fetched.
inline void PacketCrossbar::look_ahead(Transit& transit) {
  if (!policy_->decides_by_tables()) return;
  transit.route = IntervalTable::lookup(transit.port->intervals, transit.packet.header);
  if (transit.is_dropped()) return;
  const Port* const to = port(transit.route.first_link);
  if (to == nullptr) return;
  to->link.will_send();
  transit.entry.needs_line_and_what_it_names(to->link.where_it_sends());
}

void PacketCrossbar::packet_begins(unsigned number, PacketTransfer&& packet, Time now) {
  Transit& transit = enter(*ports_[number], std::move(packet));
  look_ahead(transit);
  const Time latency = latency_ == 0 ? 0 : latency_ + transit.packet.bit_time;
  wheel_->schedule(transit.entry, std::max(now, transit.packet.header_in() + latency));
}

void PacketCrossbar::packet_ends(unsigned number, Time end, Time now) {
  Port& input = *ports_[number];
  Transit& transit = *std::exchange(input.arriving, nullptr);
  transit.packet.complete();
  if (transit.has_output()) {
    set_end(transit.packet, end);
    ports_[transit.output]->link.tell_end(transit.packet.end);
    return wheel_->schedule(transit.entry, transit.packet.end);
  }
  transit.packet.end = end;
  if (input.asks && input.first == &transit && transit.is_dropped()) {
    wheel_->schedule(transit.entry, std::max(end, now));
  }
}

// The one that came in last; without contention a packet goes on whole.
void PacketCrossbar::packet_cut(unsigned number, Time) {
  if (contention_ != Contention::full) return;
  Transit& transit = *ports_[number]->last;
  transit.cut = true;
  if (transit.has_output()) ports_[transit.output]->link.cut();
}

void PacketCrossbar::frame_free(unsigned number, Time now) {
  if (steady_ && ports_[number]->link.state() != LinkState::run) steady_ = false;
  grant_if_wanted(number, now);
}

// --- on its way

inline void PacketCrossbar::wake(Transit& transit) {
  if (!transit.decoded) return decode(transit);
  if (contention_ != Contention::full) return pass_freely(transit, wheel_->now());
  leave(transit, wheel_->now());
}

void PacketCrossbar::decode(Transit& transit) {
  const Time now = wheel_->now();
  Port& input = *transit.port;
  transit.decoded = true;
  transit.request = now;
  transit.lost = transit.cut;
  if (transit.lost) {
    transit.route.action = IntervalAction::discard;
  } else if (!policy_->decides_by_tables() || transit.route.action == IntervalAction::strip) {
    transit.route = policy_->route(input.number, transit.packet, now);
  }
  if (contention_ != Contention::full) return pass_freely(transit, now);
  if (input.asks || input.first != &transit) return;
  input.asks = true;
  ask(transit, now);
}

// The packet at the head of an input, once its header is decoded.
inline void PacketCrossbar::ask_next(Port& input, Time now) {
  if (input.asks || input.first == nullptr || !input.first->decoded) return;
  input.asks = true;
  ask(*input.first, now);
}

void PacketCrossbar::ask(Transit& transit, Time now) {
  if (transit.is_dropped()) return drop(transit, now);
  if (!steady_ && gives_up(transit)) return lose(transit, now);
  transit.request = now;
  compete(transit, now);
  if (transit.has_output()) return;
  policy_->count_wait(transit.packet.tag, transit.input_number(), now,
                      [&] { return wait_reason(transit.route); });
}

// One that is free has no room, or is kept for another that waits for that.
WaitReason PacketCrossbar::wait_reason(const Interval& route) const {
  const unsigned free =
      SwitchPolicy::first_output(route, [this](unsigned output) { return is_free(output); });
  if (free != no_port) return {WaitCause::no_room, free};
  if (is_held(route.first_link)) return {WaitCause::link_down, route.first_link};
  const Transit* const held_by = holder(route.first_link);
  return {WaitCause::output_busy, route.first_link,
          held_by != nullptr ? &held_by->packet.tag : nullptr};
}

// An error has stopped all links that it could leave by.
bool PacketCrossbar::gives_up(const Transit& transit) const {
  if (!policy_->parameters().localize_error) return false;
  for (std::uint64_t left = transit.route.links(); left != 0; left &= left - 1) {
    const Port* output = port(static_cast<unsigned>(std::countr_zero(left)));
    if (output == nullptr) return false;
    const LinkState state = output->link.state();
    if (state != LinkState::halted && state != LinkState::started) return false;
  }
  return true;
}

void PacketCrossbar::lose(Transit& transit, Time now) {
  transit.lost = true;
  transit.route.action = IntervalAction::discard;
  drop(transit, now);
}

// It is swallowed as it comes in.
void PacketCrossbar::drop(Transit& transit, Time now) {
  if (transit.lost) {
    ++policy_->counters().packets_lost;
  } else {
    policy_->count_dropped(transit.route);
  }
  if (contention_ != Contention::full || transit.packet.end == never) return;
  wheel_->schedule(transit.entry, std::max(now, transit.packet.end));
}

// An output is free again, or has more room, or a packet is gone that had none: that changes
// nothing for packets that wait for other outputs. Where links are down or a turn may be drawn all
// are asked.
inline void PacketCrossbar::grant_if_wanted(unsigned output, Time now) {
  if (waiting_.empty()) return;
  const bool wanted = output != no_port && (wanted_ >> output & 1) != 0;
  if (wanted || !steady_ || !policy_->is_first_come()) grant(now);
}

// None that waits wants one of its outputs, or could have any: those that they want are taken, or
// were seen to have no room.
inline bool PacketCrossbar::is_alone(const Transit& transit) const {
  const std::uint64_t others = (wanted_ & free_ & ~blocked_) | (wanted_ & transit.route.links());
  if (!steady_ || others != 0) return false;
  return waiting_.empty() || policy_->is_first_come();
}

inline void PacketCrossbar::compete(Transit& transit, Time now) {
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

void PacketCrossbar::grant(Time now) {
  if (!steady_) {
    waiting_.give_up([this](const Transit& transit) { return gives_up(transit); },
                     [this, now](Transit& transit) { lose(transit, now); });
  }
  if (waiting_.empty()) return;
  std::uint64_t taken = 0;  // outputs whose turn is another's
  waiting_.serve(
      *policy_, [this](unsigned output) { return is_free(output); },
      [this, &taken, now](Transit& transit) { connect(transit, taken, now); });
  wanted_ = waiting_.wanted();
  set_blocked(taken, now);
}

// False if it has to wait.
inline bool PacketCrossbar::connect(Transit& transit, std::uint64_t& taken, Time now) {
  const unsigned output = output_for(transit, taken);
  if (output == no_port) return false;
  free_ &= ~(std::uint64_t{1} << output);
  cross(transit, output, now);
  transit.entry.needs_line(3, transit.port->link.where_room_is_told());
  if (transit.packet.end != never) wheel_->schedule(transit.entry, transit.packet.end);
  return true;
}

void PacketCrossbar::set_blocked(std::uint64_t outputs, Time now) {
  for (std::uint64_t changed = outputs ^ blocked_; changed != 0; changed &= changed - 1) {
    const int output = std::countr_zero(changed);
    ports_[static_cast<unsigned>(output)]->link.set_blocked((outputs >> output & 1) != 0, now);
  }
  blocked_ = outputs;
}

// The first link of the hunt group that is free and has room; those that have none keep its turn.
inline unsigned PacketCrossbar::output_for(const Transit& transit, std::uint64_t& taken) const {
  std::uint64_t kept = 0;
  for (std::uint64_t left = transit.route.links() & free_ & ~taken; left != 0; left &= left - 1) {
    const auto output = static_cast<unsigned>(std::countr_zero(left));
    if (!steady_ && is_held(output)) continue;
    if (ports_[output]->link.has_room(transit.packet.tokens())) return output;
    kept |= std::uint64_t{1} << output;
  }
  taken |= kept;
  return no_port;
}

// A body that is complete goes along; of one that is not the end is still to be told.
inline void PacketCrossbar::cross(Transit& transit, unsigned output, Time now) {
  PacketTransfer& packet = transit.packet;
  PacketPort& link = ports_[output]->link;
  ++packet.tag.protocol.hops;
  policy_->count_routed(packet.tag, transit.input_number(), output, transit.request, now);
  if (!is_external(output)) packet.tag.trace.leaves_router(now);
  transit.output = static_cast<std::uint8_t>(output);
  packet.begin = now;
  packet.bit_time = link.bit_time();
  if (packet.end == never) {
    link.send(PacketTransfer(packet));
  } else {
    set_end(packet, packet.end);
    link.send(std::move(packet));
  }
  if (transit.cut) link.cut();
}

// Its tail cannot leave before it has come.
void PacketCrossbar::set_end(PacketTransfer& packet, Time tail) {
  packet.end = packet.begin + packet.bits() * packet.bit_time;
  if (tail > packet.end) packet.end = tail + bit_count(eop_token) * packet.bit_time;
}

// Its tail has left, or it was dropped.
void PacketCrossbar::leave(Transit& transit, Time now) {
  Port& input = *transit.port;
  const unsigned output = transit.has_output() ? transit.output : no_port;
  if (output != no_port) free_ |= std::uint64_t{1} << output;
  const std::uint32_t room = transit.room;
  input.used -= room;
  input.first = transit.next;
  input.asks = false;
  release(transit);
  ask_next(input, now);
  grant_if_wanted(output, now);
  if (input.framed) {
    input.link.free_frame();
  } else if (input.link.is_running()) {
    input.link.free_room(room);
  }
}

// Links of infinite width (thesis 5.5.2): no packet waits for another, but, if throttled, those at
// their first hop for each other.
void PacketCrossbar::pass_freely(Transit& transit, Time now) {
  if (transit.is_dropped()) {
    drop(transit, now);
    return release(transit);
  }
  if (!transit.has_output()) {
    transit.output = static_cast<std::uint8_t>(widest(transit));
    if (const Time turn = first_hop_turn(transit, now); turn > now) {
      return wheel_->schedule(transit.entry, turn);
    }
  }
  cross(transit, transit.output, now);
  release(transit);
}

// Of the hunt group, the link that is free first to packets at their first hop.
unsigned PacketCrossbar::widest(const Transit& transit) const {
  unsigned best = transit.route.first_link;
  for (unsigned i = 1; i < transit.route.group_size; ++i) {
    const unsigned output = transit.route.first_link + i;
    if (ports_[output]->reserved < ports_[best]->reserved) best = output;
  }
  return best;
}

Time PacketCrossbar::first_hop_turn(const Transit& transit, Time now) {
  Port& output = *ports_[transit.output];
  const bool waits = contention_ == Contention::throttled && is_external(transit.input_number()) &&
                     !is_external(output.number);
  if (!waits) return now;
  const Time turn = std::max(now, output.reserved);
  output.reserved = turn + transit.packet.bits() * output.link.bit_time();
  return turn;
}

inline void PacketCrossbar::release(Transit& transit) {
  transit.packet.body.reset();
  transits_->give_back(transit);
  --packets_;
}

}  // namespace weft::packet
