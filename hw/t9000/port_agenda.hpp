// What the ports of a T9000 wait for.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "hw/common/time.hpp"

namespace weft {

/// Three times of each port, side by side as a port itself is large: that of the first event of its
/// reader, the edge from which its writer may be given a packet, and when there will be room for
/// one that waits for that. The first of each kind is remembered, so that an evaluation with
/// nothing due looks at those alone.
class PortAgenda {
 public:
  void add_port() { ports_.emplace_back(); }
  unsigned ports() const { return static_cast<unsigned>(ports_.size()); }

  /// Of the first event that its reader has (PacketReader::next_due); `never` without one.
  Time event(unsigned port) const { return ports_[port].event; }
  void set_event(unsigned port, Time due) {
    const Time before = std::exchange(ports_[port].event, due);
    if (due <= first_event_) {
      first_event_ = due;
    } else if (before == first_event_) {
      first_event_ = first_after(&Times::event, 0);
    }
  }
  /// Some port has an event that is due.
  bool has_event(Time now) const { return first_event_ <= now; }

  bool may_choose(unsigned port, Time now) const { return ports_[port].choose <= now; }
  void set_choose(unsigned port, Time edge) { set(ports_[port].choose, edge, first_choose_); }
  void set_room(unsigned port, Time when) { set(ports_[port].room, when, first_room_); }

  /// The first event and the first room after `now`; events that are due and wait do not count.
  Time next(Time now) const {
    return std::min(first_event_ > now ? first_event_ : first_after(&Times::event, now),
                    first_room_ > now ? first_room_ : first_after(&Times::room, now));
  }
  /// The first edge after `now` from which a writer may be given a packet.
  Time next_choose(Time now) const {
    return first_choose_ > now ? first_choose_ : first_after(&Times::choose, now);
  }
  /// What was up to `now` is over.
  void pass(Time now) {
    if (first_choose_ <= now) first_choose_ = first_after(&Times::choose, now);
    if (first_room_ <= now) first_room_ = first_after(&Times::room, now);
  }

 private:
  static constexpr Time unknown = 0;

  struct Times {
    Time event = never;
    Time choose = 0;
    Time room = 0;
  };

  static void set(Time& kept, Time time, Time& first) {
    const Time before = std::exchange(kept, time);
    first = before == first ? unknown : std::min(first, time);
  }
  Time first_after(Time Times::*kind, Time now) const {
    Time first = never;
    for (const Times& port : ports_) {
      // without branches: a processor would guess them wrong
      first = std::min(first, port.*kind > now ? port.*kind : never);
    }
    return first;
  }

  Time first_event_ = never;
  // Of those that were not over when they were looked for.
  Time first_room_ = never;
  Time first_choose_ = unknown;
  std::vector<Times> ports_;
};

}  // namespace weft
