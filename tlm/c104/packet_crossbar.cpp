#include "tlm/c104/packet_crossbar.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "hw/common/kernel_time.hpp"

namespace weft::packet {

PacketCrossbar::Transit::Transit()
    : entry(
          this,
          [](void* transit) {
            auto& self = *static_cast<Transit*>(transit);
            self.port->crossbar->wake(self);
          },
          Phase::act) {}

// --- what packets need is fetched from memory before; GCC leaves out the call of a function that
// does nothing else, unless it is always inline

[[gnu::always_inline]] inline void PacketCrossbar::prefetch() const {
  __builtin_prefetch(this);
  __builtin_prefetch(&capacity_);
  __builtin_prefetch(&policy_);
  __builtin_prefetch(this + 1);  // its ports, as a rule
}

// What the next packet needs that comes in here.
[[gnu::always_inline]] inline void PacketCrossbar::Port::prefetch_for_arrival() const {
  crossbar->prefetch();
  IntervalTable::prefetch(intervals);
}

// As an input, and what comes in there.
[[gnu::always_inline]] inline void PacketCrossbar::Port::prefetch_as_input() const {
  __builtin_prefetch(this);
  __builtin_prefetch(&link);
}

// As an output.
[[gnu::always_inline]] inline void PacketCrossbar::Port::prefetch_as_output() const {
  __builtin_prefetch(&free);
  link.prefetch();
}

void PacketCrossbar::fetch(const void* transit, const void* place, FetchStep step) {
  const Port& input = *static_cast<const Transit*>(transit)->port;
  const auto* const to = static_cast<const Port*>(place);
  if (step == FetchStep::early) {
    input.prefetch_as_input();
    if (to != nullptr) to->prefetch_as_output();
    return;
  }
  input.crossbar->prefetch();
  input.link.prefetch_transmitter();
  if (to != nullptr && to->far != nullptr) to->far->prefetch_as_input();
}

unsigned PacketCrossbar::Transit::input_number() const { return port->number; }

PacketCrossbar::Port::Port(PacketCrossbar& owner, unsigned port, const char* name, Time bit_time,
                           unsigned frames, bool restarts)
    : crossbar(&owner),
      number(static_cast<std::uint8_t>(port)),
      framed(frames != 0),
      link(name, bit_time, frames, owner, port, restarts) {}

PacketCrossbar::PacketCrossbar(const C104Parameters& parameters, std::uint64_t seed,
                               const std::vector<DsLinkParameters>& links, std::uint64_t framed,
                               Wheel& wheel)
    : wheel_(&wheel),
      transits_(&wheel.bank().shared<Pool<Transit>>()),
      latency_(parameters.routing_latency),
      capacity_(parameters.input_buffer + parameters.output_buffer),
      contention_(parameters.contention),
      ports_(parameters.links, &wheel.bank().memory()),
      policy_(parameters, seed),
      grant_(WheelEntry::calling<&PacketCrossbar::grant_now>(this, Phase::select)),
      waiting_(parameters.links),
      reserved_(contention_ == Contention::full ? 0 : ports_.size()) {
  grant_.needs_lines(this);
  for (unsigned port = 0; port < ports_.size(); ++port) {
    if (!policy_.link(port).connected) continue;
    connected_ |= std::uint64_t{1} << port;
    if (policy_.link(port).external) external_ |= std::uint64_t{1} << port;
    const bool counts_frames = (framed >> port & 1) != 0;
    ports_[port] = wheel.bank().make<Port>(
        *this, port, ("link" + std::to_string(port)).c_str(), of_port(links, port).bit_time,
        counts_frames ? std::max(1U, capacity_ / frame_tokens) : 0,
        of_port(links, port).auto_restart != 0);
  }
}

void PacketCrossbar::start() {
  for (const auto& port : ports_) {
    if (port != nullptr && !is_held(port->number)) grant_room(*port, 0);
  }
  for (const auto& port : ports_) {
    if (port == nullptr) continue;
    port->intervals = std::as_const(policy_).table(port->number);
    port->link.start();
    port->far = switch_behind(port->link);
  }
}

// Null for anything else.
PacketCrossbar::Port* PacketCrossbar::switch_behind(const PacketPort& link) const {
  if (link.receiver() == nullptr) return nullptr;
  const auto* const crossbar = dynamic_cast<const PacketCrossbar*>(&link.receiver()->client());
  if (crossbar == nullptr || crossbar->transits_ != transits_) return nullptr;
  return crossbar->port(link.receiver()->number());
}

// --- what comes in

// Where nothing but a table decides it is known now where the packet will go.
inline void PacketCrossbar::look_ahead(Transit& transit) {
  const Port* to = nullptr;
  if (policy_.decides_by_tables()) {
    transit.route = IntervalTable::lookup(transit.port->intervals, transit.packet.header);
    if (!transit.is_dropped()) to = port(transit.route.first_link);
  }
  if (to != nullptr) to->prefetch_as_output();
  transit.entry.fetched_by(&fetch, to);
}

void PacketCrossbar::packet_begins(unsigned number, PacketTransfer&& packet, Time now) {
  Transit& transit = transits_->take();
  transit.packet = std::move(packet);
  arrives(transit, *ports_[number], transit.packet.tokens(), now);
}

// One that is behind another is decoded when its turn comes, unless more than tables decides.
void PacketCrossbar::arrives(Transit& transit, Port& input, std::uint32_t tokens, Time now) {
  ++packets_;
  transit.port = &input;
  transit.entry.set_rank(1U + input.number);
  transit.output = nowhere;
  transit.decoded = false;
  transit.cut = false;
  transit.lost = false;
  transit.room = std::min(tokens, capacity_);
  transit.next = nullptr;
  Transit* const before = std::exchange(input.last, &transit);
  look_ahead(transit);
  const Time latency = latency_ == 0 ? 0 : latency_ + transit.packet.bit_time;
  transit.request = std::max(now, transit.packet.header_in() + latency);
  if (contention_ != Contention::full) return wheel_->schedule(transit.entry, transit.request);
  (input.first == nullptr ? input.first : before->next) = &transit;
  if (input.first == &transit) return turn_comes(input);
  if (!policy_.decides_by_tables()) wheel_->schedule(transit.entry, transit.request);
}

// The one that came in last.
void PacketCrossbar::packet_ends(unsigned number, Time end, Time now) {
  Port& input = *ports_[number];
  Transit& transit = *input.last;
  transit.packet.complete();
  const bool waits = !transit.decoded || transit.entry.scheduled();
  if (waits || !transit.has_output()) {
    transit.packet.end = end;
    if (!waits && transit.is_dropped()) is_gone(transit, std::max(end, now));
    return;
  }
  set_end(transit.packet, end);
  Port& output = *ports_[transit.output];
  output.free = transit.packet.end;
  output.link.tell_end(transit.packet.end);
  is_gone(transit, transit.packet.end);
  if (output.free <= now) return grant_if_wanted(output.number, now);
  if ((wanted_ >> output.number & 1) != 0) grant_at(output.free);
}

// The one that came in last; without contention a packet goes on whole.
void PacketCrossbar::packet_cut(unsigned number, Time now) {
  if (contention_ != Contention::full) return;
  Port& input = *ports_[number];
  if (input.first == nullptr) {
    if (input.leaving_to != nowhere) ports_[input.leaving_to]->link.cut();
    return;
  }
  Transit& transit = *input.last;
  transit.cut = true;
  if (!transit.decoded && transit.request >= now) transit.lost = true;
  if (transit.has_output()) ports_[transit.output]->link.cut();
}

void PacketCrossbar::frame_free(unsigned number, Time when) {
  if (when > kernel_time()) return grant_at(when);
  if (steady_ && ports_[number]->link.state() != LinkState::run) steady_ = false;
  grant_if_wanted(number, when);
}

// --- on its way

inline void PacketCrossbar::wake(Transit& transit) {
  const Time now = wheel_->now();
  if (!transit.decoded) decode(transit, now);
  if (contention_ != Contention::full) return pass_freely(transit, now);
  const Port& input = *transit.port;
  if (input.first != &transit) return;
  if (input.leaves > now) return wheel_->schedule(transit.entry, input.leaves);
  ask(transit, now);
}

void PacketCrossbar::decode(Transit& transit, Time now) {
  transit.decoded = true;
  if (transit.lost) {
    transit.route.action = IntervalAction::discard;
  } else if (!policy_.decides_by_tables() || transit.route.action == IntervalAction::strip) {
    transit.route = policy_.route(transit.input_number(), transit.packet, now);
  }
}

// The packet that is the first of an input now can ask once it is decoded and the one before it has
// left.
inline void PacketCrossbar::turn_comes(Port& input) {
  Transit& first = *input.first;
  if (first.entry.scheduled()) return;
  const bool decodes_now = !first.decoded && !policy_.decides_by_tables();
  const Time when = decodes_now ? first.request : std::max(first.request, input.leaves);
  wheel_->schedule(first.entry, when);
}

// The first of its input, which is decoded.
void PacketCrossbar::ask(Transit& transit, Time now) {
  transit.request = now;
  if (transit.is_dropped()) return drop(transit, now);
  if (!steady_ && gives_up(transit)) return lose(transit, now);
  const unsigned input = transit.input_number();
  if (compete(transit, now)) return;
  policy_.count_wait(transit.packet.tag, input, now,
                     [&] { return wait_reason(transit.route, now); });
}

// One that is free has no room, or is kept for another that waits for that.
WaitReason PacketCrossbar::wait_reason(const Interval& route, Time now) const {
  const unsigned free = SwitchPolicy::first_output(
      route, [this, now](unsigned output) { return is_free(output, now); });
  if (free != no_port) return {WaitCause::no_room, free};
  if (is_held(route.first_link)) return {WaitCause::link_down, route.first_link};
  const Port* const first = port(route.first_link);
  const bool busy = first != nullptr && first->free > now;
  return {WaitCause::output_busy, route.first_link, busy ? &first->holder : nullptr};
}

// It is swallowed as it comes in.
void PacketCrossbar::drop(Transit& transit, Time now) {
  if (transit.lost) {
    ++policy_.counters().packets_lost;
  } else {
    policy_.count_dropped(transit.route);
  }
  if (transit.packet.end != never) is_gone(transit, std::max(now, transit.packet.end));
}

// An output has more room, or a packet is gone that had none: that changes nothing for packets that
// wait for other outputs. Where links are down or a turn may be drawn all are asked.
inline void PacketCrossbar::grant_if_wanted(unsigned output, Time now) {
  if (wanted_ == 0) return;
  const bool wanted = (wanted_ >> output & 1) != 0;
  if (wanted || !steady_ || !policy_.is_first_come()) grant(now);
}

// Where packets go in the order in which they ask none that waits could have an output now: those
// that they want are taken, or were seen to have no room. So nobody but the one that asks is tried.
inline bool PacketCrossbar::asks_alone() const {
  return steady_ && (wanted_ == 0 || policy_.is_first_come());
}

// False if it has to wait.
inline bool PacketCrossbar::compete(Transit& transit, Time now) {
  if (!asks_alone()) {
    waiting_.add(transit);
    wanted_ |= transit.route.links();
    grant(now);
    return !waiting_.has_last(transit);
  }
  std::uint64_t taken = blocked_;
  if (connect(transit, taken, now)) return true;
  waiting_.add(transit);
  wanted_ |= transit.route.links();
  set_blocked(taken, now);
  grant_when_free(transit.route.links(), now);
  return false;
}

void PacketCrossbar::grant(Time now) {
  if (!steady_) {
    waiting_.give_up([this](const Transit& transit) { return gives_up(transit); },
                     [this, now](Transit& transit) { lose(transit, now); });
  }
  if (waiting_.empty()) return;
  const std::uint64_t free = free_outputs(wanted_, now);
  std::uint64_t taken = 0;  // outputs whose turn is another's
  waiting_.serve(
      policy_, [free](unsigned output) { return (free >> output & 1) != 0; },
      [this, free, &taken, now](Transit& transit) {
        return (transit.route.links() & free) != 0 && connect(transit, taken, now);
      });
  wanted_ = waiting_.wanted();
  set_blocked(taken, now);
  grant_when_free(wanted_, now);
}

// Of those behind which there is no room it may be known when there will be more.
inline void PacketCrossbar::grant_when_free(std::uint64_t outputs, Time now) {
  Time first = never;
  for (std::uint64_t left = outputs & connected_; left != 0; left &= left - 1) {
    const auto output = static_cast<unsigned>(std::countr_zero(left));
    const Port& port = *ports_[output];
    const bool blocked = (blocked_ >> output & 1) != 0;
    const Time next = blocked ? std::max(port.free, port.link.more_room_at()) : port.free;
    if (next > now) first = std::min(first, next);
  }
  if (first != never) grant_at(first);
}

inline std::uint64_t PacketCrossbar::free_outputs(std::uint64_t outputs, Time now) const {
  std::uint64_t free = 0;
  for (std::uint64_t left = outputs; left != 0; left &= left - 1) {
    const auto output = static_cast<unsigned>(std::countr_zero(left));
    if (is_free(output, now)) free |= std::uint64_t{1} << output;
  }
  return free;
}

void PacketCrossbar::grant_at(Time when) {
  if (when < grant_.time()) wheel_->schedule(grant_, when);
}

// False if it has to wait.
inline bool PacketCrossbar::connect(Transit& transit, std::uint64_t& taken, Time now) {
  const std::uint32_t tokens = transit.packet.tokens();
  const unsigned output = output_for(transit, tokens, taken, now);
  if (output == no_port) return false;
  cross(transit, output, tokens, now);
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
inline unsigned PacketCrossbar::output_for(const Transit& transit, std::uint32_t tokens,
                                           std::uint64_t& taken, Time now) const {
  std::uint64_t kept = 0;
  std::uint64_t left = transit.route.links() & connected_ & ~taken;
  for (; left != 0; left &= left - 1) {
    const auto output = static_cast<unsigned>(std::countr_zero(left));
    const Port& port = *ports_[output];
    if (port.free > now || (!steady_ && is_held(output))) continue;
    if (port.link.has_room(tokens)) return output;
    kept |= std::uint64_t{1} << output;
  }
  taken |= kept;
  return no_port;
}

// While its end is not known it stays the first of its input. Else it goes.
void PacketCrossbar::cross(Transit& transit, unsigned number, std::uint32_t tokens, Time now) {
  Port& input = *transit.port;
  Port& output = *ports_[number];
  PacketTransfer& packet = transit.packet;
  const bool cut = transit.cut;
  if (output.far != nullptr) output.far->prefetch_for_arrival();
  ++packet.tag.protocol.hops;
  policy_.count_routed(packet.tag, input.number, number, transit.request, now);
  if (!is_external(number)) packet.tag.trace.leaves_router(now);
  transit.output = static_cast<std::uint8_t>(number);
  packet.begin = now;
  packet.bit_time = output.link.bit_time();
  output.holder = packet.tag.for_observers();
  if (packet.end == never) {
    output.free = never;
    if (contention_ == Contention::full) input.leaves = never;
    input.leaving_to = transit.output;
    output.link.send(PacketTransfer(packet));
  } else {
    set_end(packet, packet.end);
    output.free = packet.end;
    if (contention_ == Contention::full) leave(transit, packet.end);
    pass_on(transit, output, tokens, now);
  }
  if (cut) output.link.cut();
}

inline void PacketCrossbar::release(Transit& transit) {
  transit.packet.body.reset();
  transits_->give_back(transit);
  --packets_;
}

// To another switch as it is.
inline void PacketCrossbar::pass_on(Transit& transit, Port& output, std::uint32_t tokens,
                                    Time now) {
  if (output.far == nullptr || output.link.sends_time_codes()) {
    output.link.send(std::move(transit.packet));
  } else if (output.link.begin_unsent(transit.packet, tokens, now)) {
    --packets_;
    return output.far->crossbar->arrives(transit, *output.far, tokens, now);
  }
  release(transit);
}

// Its tail cannot leave before it has come.
void PacketCrossbar::set_end(PacketTransfer& packet, Time tail) {
  packet.end = packet.begin + packet.bits() * packet.bit_time;
  if (tail > packet.end) packet.end = tail + bit_count(eop_token) * packet.bit_time;
}

// Its tail will have left then, or is dropped.
inline void PacketCrossbar::leave(Transit& transit, Time when) {
  Port& input = *transit.port;
  input.first = transit.next;
  input.leaves = when;
  input.leaving_to = transit.output;
  input.leaving_room = transit.room;
  input.leaving_header = transit.packet.header;
  if (input.framed) {
    input.link.free_frame_at(when, *wheel_);
  } else if (input.link.is_running()) {
    input.link.free_room_at(input.leaving_room, when, *wheel_);
  }
  if (input.first != nullptr) turn_comes(input);
}

// Of one that has crossed or is dropped the end is known.
void PacketCrossbar::is_gone(Transit& transit, Time when) {
  if (contention_ == Contention::full) leave(transit, when);
  release(transit);
}

}  // namespace weft::packet
