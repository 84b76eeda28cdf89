// Two switches at packet level against a sequential program that looks at every time at which
// something could happen: tails leave, packets that wait have their turn, headers ask by the number
// of their input.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <set>
#include <tuple>
#include <vector>

#include <systemc>

#include "hw/common/random.hpp"
#include "tests/support/run_for.hpp"
#include "tests/tlm/switch_star.hpp"
#include "tlm/packet/packet_port.hpp"

namespace weft::test {
namespace {

constexpr unsigned ends_of_switch = 4;
constexpr unsigned ends_of_both = 2 * ends_of_switch;
constexpr unsigned trunk = ends_of_switch;  // the port of each switch that leads to the other one
constexpr Time bit_of_links = 10 * nanosecond;
constexpr std::uint32_t room_of_end = 50;         // tokens
constexpr Time hold_of_end = 700 * nanosecond;    // from the tail of a packet to its room
constexpr std::uint32_t room_of_input = 35 + 35;  // tokens, of the switches
constexpr Time routing = 40 * nanosecond + bit_of_links;

/// A packet with one byte of header.
struct Load {
  unsigned from = 0, to = 0, bytes = 0;
  Time earliest = 0;
  std::uint32_t tokens() const { return bytes + 2; }
  Time length() const { return ((bytes + 1) * 10 + 4) * bit_of_links; }
};

/// When a packet begins to come in, at which end, and which it is.
using Arrival = std::tuple<Time, unsigned, std::uint64_t>;

/// An end that sends its packets one behind the other, and keeps the room of what comes in for a
/// while.
class LoadEnd : public PacketClient {
 public:
  LoadEnd(unsigned number, bool ahead, Wheel& wheel, std::vector<Arrival>& all)
      : number_(number),
        ahead_(ahead),
        wheel_(&wheel),
        all_(&all),
        try_(WheelEntry::calling<&LoadEnd::send>(this, Phase::act)),
        free_(WheelEntry::calling<&LoadEnd::give_room>(this, Phase::select)),
        port(sc_core::sc_gen_unique_name("end"), bit_of_links, 0, *this, 0) {}

  void add(const Load& load, std::uint64_t id) { loads_.emplace_back(load, id); }
  void start() {
    port.start();
    port.free_room(room_of_end);
    try_at(0);
  }

  void packet_begins(unsigned, PacketTransfer&& packet, Time now) override {
    all_->emplace_back(now, number_, packet.tag.trace.id);
    held_.emplace_back(packet.end + hold_of_end, packet.tokens());
    if (!free_.scheduled()) wheel_->schedule(free_, held_.front().first);
  }
  void packet_ends(unsigned, Time, Time) override {}
  void frame_free(unsigned, Time when) override {
    room_ = when;
    try_at(when);
  }
  bool hears_ahead() const override { return ahead_; }

 private:
  void try_at(Time time) {
    if (time < try_.time()) wheel_->schedule(try_, time);
  }
  void send() {
    if (loads_.empty()) return;
    const Time now = wheel_->now();
    const auto& [load, id] = loads_.front();
    if (const Time next = std::max(load.earliest, sent_); next > now) return try_at(next);
    const bool room = port.has_room(load.tokens());
    port.set_blocked(!room, now);
    if (!room) {
      if (room_ > now) try_at(room_);
      return;
    }
    PacketTransfer packet;
    packet.begin = now;
    packet.bit_time = bit_of_links;
    packet.header = load.to;
    packet.tag.trace.id = id;
    packet.body = PacketBodyPtr::make();
    packet.body->fill(0, load.bytes, eop_token, now);
    packet.complete();
    packet.end = sent_ = now + load.length();
    loads_.pop_front();
    port.send(std::move(packet));
    try_at(sent_);
  }
  void give_room() {
    const std::uint32_t tokens = held_.front().second;
    held_.pop_front();
    if (!held_.empty()) wheel_->schedule(free_, held_.front().first);
    port.free_room(tokens);
  }

  unsigned number_;
  bool ahead_;
  Wheel* wheel_;
  std::vector<Arrival>* all_;
  std::deque<std::pair<Load, std::uint64_t>> loads_;
  std::deque<std::pair<Time, std::uint32_t>> held_;
  Time sent_ = 0;
  Time room_ = 0;
  WheelEntry try_;
  WheelEntry free_;

 public:
  PacketPort port;
};

class TwoSwitches {
 public:
  explicit TwoSwitches(bool ahead) : level_(sc_core::sc_gen_unique_name("wheel")) {
    for (unsigned s = 0; s < 2; ++s) {
      C104Parameters parameters = star_of(ends_of_switch + 1);
      for (C104LinkParameters& link : parameters.per_link) {
        for (unsigned to = 0; to < ends_of_both; ++to) {
          const bool here = to / ends_of_switch == s;
          link.intervals.push_back(
              {to + 1, IntervalAction::route, here ? to % ends_of_switch : trunk, 1});
        }
      }
      switches_[s] = make_switch(level_, parameters, 1);
    }
    level_.join(switches_[0]->link(trunk), switches_[1]->link(trunk));
    for (unsigned n = 0; n < ends_of_both; ++n) {
      LoadEnd& end = ends_.emplace_back(n, ahead, level_.engine.wheel(), arrivals);
      level_.join(end.port, switches_[n / ends_of_switch]->link(n % ends_of_switch));
    }
  }
  /// In that order, or the other way round.
  void start(bool other_way) {
    for (unsigned n = 0; n < ends_of_both; ++n) {
      ends_[other_way ? ends_of_both - 1 - n : n].start();
    }
  }
  LoadEnd& end(unsigned n) { return ends_[n]; }

  std::vector<Arrival> arrivals;

 private:
  PacketLevel level_;
  std::array<std::unique_ptr<packet::C104>, 2> switches_;
  std::deque<LoadEnd> ends_;
};

/// The same by one program, which shares nothing with the models.
class SequentialSwitches {
 public:
  explicit SequentialSwitches(const std::vector<Load>& loads) : loads_(&loads) {
    for (std::size_t i = 0; i < loads.size(); ++i) {
      queues_[loads[i].from].push_back(i);
      times_.insert(loads[i].earliest);
    }
  }

  std::vector<Arrival> run() {
    for (auto next = times_.begin(); next != times_.end(); next = times_.upper_bound(now_)) {
      now_ = *next;
      for (Switch& one : switches_) {
        for (Input& input : one.inputs) leave(input);
      }
      for (unsigned n = 0; n < ends_of_both; ++n) {
        give_room(n);
        send(n);
      }
      for (unsigned s = 0; s < 2; ++s) {
        serve(s);
        ask(s);
      }
    }
    return arrivals_;
  }

 private:
  struct Held {
    std::size_t packet = 0;
    Time decoded = 0;
    Time tail = 0;      // when it is in
    Time left = never;  // when it is out
    bool asked = false;
  };
  struct Input {
    std::deque<Held> packets;
    std::uint32_t used = 0;
  };
  struct Switch {
    std::array<Input, ends_of_switch + 1> inputs;
    std::array<Time, ends_of_switch + 1> free{};  // its outputs, from then on
    std::vector<unsigned> waiting;                // inputs, in the order in which they asked
  };
  struct Receiver {
    std::deque<std::pair<Time, std::uint32_t>> held;
    std::uint32_t used = 0;
  };

  const Load& load(std::size_t packet) const { return (*loads_)[packet]; }
  static bool fits(const Load& load, std::uint32_t used, std::uint32_t all) {
    return used + load.tokens() <= all;
  }
  static unsigned output(unsigned s, const Load& load) {
    return load.to / ends_of_switch == s ? load.to % ends_of_switch : trunk;
  }
  Input& input_of_end(unsigned n) {
    return switches_[n / ends_of_switch].inputs[n % ends_of_switch];
  }

  void leave(Input& input) {
    if (input.packets.empty() || input.packets.front().left > now_) return;
    input.used -= load(input.packets.front().packet).tokens();
    input.packets.pop_front();
  }
  void give_room(unsigned n) {
    Receiver& end = receivers_[n];
    while (!end.held.empty() && end.held.front().first <= now_) {
      end.used -= end.held.front().second;
      end.held.pop_front();
    }
  }
  void send(unsigned n) {
    if (queues_[n].empty() || sent_[n] > now_) return;
    const std::size_t packet = queues_[n].front();
    Input& input = input_of_end(n);
    if (load(packet).earliest > now_ || !fits(load(packet), input.used, room_of_input)) return;
    queues_[n].pop_front();
    sent_[n] = now_ + load(packet).length();
    enter(input, packet, sent_[n]);
  }
  void enter(Input& input, std::size_t packet, Time tail) {
    input.used += load(packet).tokens();
    input.packets.push_back({packet, now_ + 10 * bit_of_links + routing, tail});
    times_.insert(input.packets.back().decoded);
    times_.insert(tail);
  }
  void serve(unsigned s) {
    std::set<unsigned> kept;  // outputs, for those that asked before
    std::erase_if(switches_[s].waiting, [&](unsigned number) {
      const Held& head = switches_[s].inputs[number].packets.front();
      const unsigned wanted = output(s, load(head.packet));
      return kept.count(wanted) == 0 && (cross(s, number) || !kept.insert(wanted).second);
    });
  }
  void ask(unsigned s) {
    Switch& one = switches_[s];
    for (unsigned number = 0; number <= ends_of_switch; ++number) {
      if (one.inputs[number].packets.empty()) continue;
      Held& head = one.inputs[number].packets.front();
      if (head.asked || head.decoded > now_) continue;
      head.asked = true;
      const bool wanted_before =
          std::any_of(one.waiting.begin(), one.waiting.end(), [&](unsigned other) {
            return output(s, load(one.inputs[other].packets.front().packet)) ==
                   output(s, load(head.packet));
          });
      if (wanted_before || !cross(s, number)) one.waiting.push_back(number);
    }
  }
  bool cross(unsigned s, unsigned number) {
    Held& head = switches_[s].inputs[number].packets.front();
    const Load& packet = load(head.packet);
    const unsigned to = output(s, packet);
    Time& free = switches_[s].free[to];
    Input& beyond = switches_[1 - s].inputs[trunk];
    Receiver& end = receivers_[packet.to];
    const bool room = to == trunk ? fits(packet, beyond.used, room_of_input)
                                  : fits(packet, end.used, room_of_end);
    if (free > now_ || !room) return false;
    head.left = now_ + packet.length();
    if (head.tail > head.left) head.left = head.tail + 4 * bit_of_links;
    free = head.left;
    times_.insert(free);
    if (to == trunk) {
      enter(beyond, head.packet, free);
      return true;
    }
    arrivals_.emplace_back(now_, packet.to, head.packet);
    end.used += packet.tokens();
    end.held.emplace_back(free + hold_of_end, packet.tokens());
    times_.insert(free + hold_of_end);
    return true;
  }

  const std::vector<Load>* loads_;
  std::set<Time> times_;
  Time now_ = 0;
  std::array<std::deque<std::size_t>, ends_of_both> queues_;
  std::array<Time, ends_of_both> sent_{};
  std::array<Switch, 2> switches_;
  std::array<Receiver, ends_of_both> receivers_;
  std::vector<Arrival> arrivals_;
};

// So dense, and so much at the same times, that packets wait for outputs and for room, and ask at
// one time.
std::vector<Load> random_loads(std::uint64_t seed) {
  RandomStream random(seed, "loads");
  std::vector<Load> loads;
  for (unsigned from = 0; from < ends_of_both; ++from) {
    Time earliest = 0;
    for (unsigned i = 0; i < 60; ++i) {
      const auto to = static_cast<unsigned>(random.below(ends_of_both));
      const unsigned bytes = random.below(2) == 0 ? 0 : static_cast<unsigned>(random.below(33));
      earliest += random.below(20) * 200 * nanosecond;
      loads.push_back({from, to, bytes, earliest});
    }
  }
  return loads;
}

TEST(PacketOrder, two_switches_do_what_a_sequential_program_does_whoever_is_asked_first) {
  constexpr std::uint64_t seeds = 8;
  struct Case {
    std::vector<Load> loads;
    bool other_way = false;
    std::unique_ptr<TwoSwitches> switches;
  };
  std::vector<Case> cases;
  for (unsigned i = 0; i < 4 * seeds; ++i) {
    const bool ahead = i % 2 != 0;
    cases.push_back({random_loads(1 + i / 4), i % 4 < 2, std::make_unique<TwoSwitches>(ahead)});
    const Case& one = cases.back();
    for (std::size_t n = 0; n < one.loads.size(); ++n) {
      one.switches->end(one.loads[n].from).add(one.loads[n], n);
    }
  }
  run_for(0);
  for (const Case& one : cases) one.switches->start(one.other_way);
  run_for(10 * millisecond);
  for (Case& one : cases) {
    std::vector<Arrival> expected = SequentialSwitches(one.loads).run();
    ASSERT_EQ(expected.size(), one.loads.size());
    std::sort(expected.begin(), expected.end());
    std::sort(one.switches->arrivals.begin(), one.switches->arrivals.end());
    EXPECT_EQ(one.switches->arrivals, expected);
  }
}

}  // namespace
}  // namespace weft::test
