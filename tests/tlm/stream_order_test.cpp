// What happens at one time at stream level does not hang on who asked the wheel first.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <tuple>
#include <vector>

#include <systemc>

#include "tests/support/run_for.hpp"
#include "tests/tlm/switch_star.hpp"
#include "tlm/stream/stream_port.hpp"

namespace weft::test {
namespace {

constexpr unsigned links_of_star = 6;
constexpr Time bit = 10 * nanosecond;

/// Link ends around a switch, each of which sends what it is told to at the time of the call.
class EndsAroundSwitch {
 public:
  EndsAroundSwitch() : level_(sc_core::sc_gen_unique_name("wheel")) {
    C104Parameters parameters = star_of(links_of_star);
    for (C104LinkParameters& link : parameters.per_link) {
      for (unsigned n = 0; n < links_of_star; ++n) {
        link.intervals.push_back({n + 1, IntervalAction::route, n, 1});
      }
    }
    switch_ = make_switch(level_, parameters, 1);
    for (unsigned n = 0; n < links_of_star; ++n) {
      ends_.emplace_back(n, arrivals);
      level_.join(ends_.back().port, switch_->link(n));
    }
  }
  void start() {
    for (End& end : ends_) end.port.start();
  }

  void begin(unsigned from, unsigned to, Time now) {
    PacketTransfer packet;
    packet.begin = now;
    packet.bit_time = bit;
    packet.header = to;
    packet.tag.trace.id = from;
    packet.body = PacketBodyPtr::make();
    packet.body->fill(0, bytes, eop_token, now);
    packet.complete();
    ends_[from].port.begin(std::move(packet), now);
  }
  void end(unsigned from, Time now) { ends_[from].port.end(now); }

  /// Of a packet: a header, its bytes, an end.
  static constexpr unsigned bytes = 5;
  static constexpr Time length = ((1 + bytes) * 10 + 4) * bit;

  using Arrival = std::tuple<Time, unsigned, std::uint64_t>;  // when, where, from whom
  std::vector<Arrival> arrivals;

 private:
  struct End : StreamClient {
    End(unsigned place, std::vector<Arrival>& all) : number(place), arrivals(&all) {}
    void packet_begins(PacketTransfer&& packet, Time now) override {
      arrivals->emplace_back(now, number, packet.tag.trace.id);
    }
    void flow_changes(bool, Time) override {}
    void packet_ends(Time) override {}
    void block_changes(bool, Time) override {}

    unsigned number;
    std::vector<Arrival>* arrivals;
    StreamPort port{sc_core::sc_gen_unique_name("end"), bit, *this};
  };

  StreamLevel level_;
  std::unique_ptr<stream::C104> switch_;
  std::deque<End> ends_;
};

// In each round all but one send to that one at the same time.
void run_rounds(EndsAroundSwitch& up, EndsAroundSwitch& down, unsigned rounds) {
  const auto from_each = [](unsigned to, const auto& action) {
    for (unsigned n = 0; n < links_of_star; ++n) {
      if (n != to) action(n);
    }
  };
  for (unsigned round = 0; round < rounds; ++round) {
    const unsigned to = round % links_of_star;
    const auto other_way = [to](unsigned n) {
      return (links_of_star + 2 * to - n) % links_of_star;
    };
    const Time begin = sc_core::sc_time_stamp().value();
    from_each(to, [&](unsigned n) {
      up.begin(n, to, begin);
      down.begin(other_way(n), to, begin);
    });
    run_for(EndsAroundSwitch::length);
    from_each(to, [&](unsigned n) {
      up.end(n, begin + EndsAroundSwitch::length);
      down.end(other_way(n), begin + EndsAroundSwitch::length);
    });
    run_for(10 * EndsAroundSwitch::length);
  }
}

TEST(StreamOrder, packets_that_ask_at_one_time_go_in_the_order_of_the_inputs) {
  EndsAroundSwitch up;
  EndsAroundSwitch down;
  run_for(0);
  up.start();
  down.start();
  run_rounds(up, down, 3 * links_of_star);
  EXPECT_EQ(up.arrivals, down.arrivals);
  // of the first round, by hand: 1 to 5, one behind the other
  ASSERT_EQ(up.arrivals.size(), 3 * links_of_star * (links_of_star - 1));
  for (unsigned i = 0; i + 1 < links_of_star; ++i) {
    const auto& [time, at, from] = down.arrivals[i];
    EXPECT_EQ(time, std::get<0>(down.arrivals[0]) + i * EndsAroundSwitch::length);
    EXPECT_EQ(at, 0U);
    EXPECT_EQ(from, 1 + i);
  }
}

}  // namespace
}  // namespace weft::test
