// What wormhole routing makes of an exchange of messages, calculated apart from the model.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <queue>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/testbench/library_machine.hpp"

namespace weft::test {

/// Messages as worms. Each takes the logical channels of its route one after the other, in the
/// order in which headers came to them, holds all of them until its last word has gone, and goes at
/// the rate of its busiest bus, of which worms on the way have equal parts. A cell sends and takes
/// one at a time. There are no queues: a worm that waits stands on its channels without a word.
class Worms {
 public:
  /// In clocks.
  struct Times {
    double hop = 4;       ///< A header goes from bus to bus (Borkar et al. 1990, section 8).
    double word = 2;      ///< Of a bus.
    double send = 115;    ///< What the program does for each message it sends; for one that it
    double receive = 60;  ///< takes: docs/iwarp_library.md.
  };

  explicit Worms(std::uint32_t words) : words_(words) {}

  /// `cell` sends to these, in this order, over these routes.
  void sends(unsigned cell, unsigned to, std::vector<RouteChannel> route) {
    to_send_[cell].push_back({cell, to, std::move(route), 0, 0});
  }

  /// Clocks until all have come.
  double run() {
    for (auto& [cell, messages] : to_send_) at(0, [this, from = cell] { begin(from); });
    while (true) {
      const auto end = next_end();
      if (end == nullptr && events_.empty()) break;
      if (end != nullptr && (events_.empty() || end_of(*end) <= events_.top().time)) {
        go_to(end_of(*end));
        finish(*end);
      } else {
        const Event event = events_.top();
        events_.pop();
        go_to(event.time);
        event.what();
      }
    }
    for (const auto& [cell, messages] : to_send_) EXPECT_TRUE(messages.empty()) << "cell " << cell;
    return now_;
  }

 private:
  struct Worm {
    unsigned from = 0;
    unsigned to = 0;
    std::vector<RouteChannel> route;
    std::size_t held = 0;  // channels
    double left = 0;       // words
  };
  struct Event {
    double time;
    std::uint64_t number;
    std::function<void()> what;
    bool operator<(const Event& other) const {
      return std::pair(time, number) > std::pair(other.time, other.number);
    }
  };
  using BusOfCell = std::pair<unsigned, unsigned>;

  void at(double time, std::function<void()> what) {
    events_.push({time, events_so_far_++, std::move(what)});
  }

  void begin(unsigned cell) {
    if (!to_send_[cell].empty()) take_channel(to_send_[cell].front());
  }
  void take_channel(Worm& worm) {
    const RouteChannel& channel = worm.route[worm.held];
    if (!taken_.insert(channel).second) return waiting_[channel].push_back(&worm);
    has_channel(worm);
  }
  void has_channel(Worm& worm) {
    ++worm.held;
    const bool there = worm.held == worm.route.size();
    at(now_ + times_.hop, [this, &worm, there] { there ? arrive(worm) : take_channel(worm); });
  }
  void arrive(Worm& worm) {
    if (!takes_.insert(worm.to).second) return arrived_[worm.to].push_back(&worm);
    is_taken(worm);
  }
  void is_taken(Worm& worm) {
    at(now_ + times_.receive, [this, &worm] {
      worm.left = words_;
      going_.insert(&worm);
      for (const auto& [cell, bus, pool] : worm.route) ++worms_on_[{cell, bus}];
    });
  }

  double clocks_of_word(const Worm& worm) const {
    unsigned most = 1;
    for (const auto& [cell, bus, pool] : worm.route)
      most = std::max(most, worms_on_.at({cell, bus}));
    return times_.word * most;
  }
  double end_of(const Worm& worm) const { return now_ + worm.left * clocks_of_word(worm); }
  Worm* next_end() const {
    Worm* first = nullptr;
    for (Worm* worm : going_) {
      if (first == nullptr || end_of(*worm) < end_of(*first)) first = worm;
    }
    return first;
  }
  void go_to(double time) {
    for (Worm* worm : going_) worm->left -= (time - now_) / clocks_of_word(*worm);
    now_ = time;
  }

  void finish(Worm& worm) {
    going_.erase(&worm);
    for (const RouteChannel& channel : worm.route) {
      --worms_on_[BusOfCell{channel[0], channel[1]}];
      if (Worm* next = first_of(waiting_[channel])) {
        has_channel(*next);
      } else {
        taken_.erase(channel);
      }
    }
    if (Worm* next = first_of(arrived_[worm.to])) {
      is_taken(*next);
    } else {
      takes_.erase(worm.to);
    }
    const unsigned cell = worm.from;
    to_send_[cell].pop_front();
    at(now_ + times_.send, [this, cell] { begin(cell); });
  }
  static Worm* first_of(std::deque<Worm*>& waiting) {
    if (waiting.empty()) return nullptr;
    Worm* const first = waiting.front();
    waiting.pop_front();
    return first;
  }

  Times times_;
  double words_;
  double now_ = 0;
  std::uint64_t events_so_far_ = 0;
  std::priority_queue<Event> events_;
  std::map<unsigned, std::deque<Worm>> to_send_;  // by cell
  std::set<RouteChannel> taken_;
  std::map<RouteChannel, std::deque<Worm*>> waiting_;
  std::set<unsigned> takes_;  // cells that take a message
  std::map<unsigned, std::deque<Worm*>> arrived_;
  std::set<Worm*> going_;
  std::map<BusOfCell, unsigned> worms_on_;
};

}  // namespace weft::test
