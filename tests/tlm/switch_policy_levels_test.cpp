// The policy of the C104 is one at all levels: with one seed they draw the same numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "tests/support/run_for.hpp"
#include "tests/tlm/switch_star.hpp"

namespace weft::test {
namespace {

/// A processor behind a switch that puts random headers in front of its packets, each of which
/// leads over another of four links to a switch that strips them.
template <class Level>
class Relay {
 public:
  Relay() : level_(sc_core::sc_gen_unique_name("wheel")) {
    C104Parameters first = star_of(5);
    first.per_link[0].random_header = true;
    first.per_link[0].random_base = 200;
    first.per_link[0].random_range = 4;
    C104Parameters second = star_of(5);
    for (C104LinkParameters& link : first.per_link) {
      link.intervals = {{200, IntervalAction::invalid, 0, 0}};
      for (unsigned n = 0; n < 4; ++n) {
        link.intervals.push_back({201 + n, IntervalAction::route, 1 + n, 1});
      }
    }
    for (C104LinkParameters& link : second.per_link) {
      link.intervals = {{200, IntervalAction::route, 0, 1}, {204, IntervalAction::strip, 0, 0}};
    }
    first_ = make_switch(level_, first, 17);
    second_ = make_switch(level_, second, 18);
    source_ = make_processor(level_, processor_with_headers(0), 0);
    sink_ = make_processor(level_, processor_with_headers(1), 1);
    level_.join(source_->link(0), first_->link(0));
    level_.join(sink_->link(0), second_->link(0));
    for (unsigned port = 1; port <= 4; ++port) level_.join(first_->link(port), second_->link(port));
    source_->core().open(0, 16, 0);
    sink_->core().open(0, 0, 0);
    source_->core().evaluate_at(0);
    sink_->core().evaluate_at(0);
  }

  void send(Time at) {
    TimedSend& sending = sendings_.emplace_back();
    sending.core = &source_->core();
    sending.bytes = 8;
    source_->core().processor().sleep(sending, at);
    source_->core().evaluate_at(at);
  }
  /// The links that have carried a packet since the last call.
  std::vector<unsigned> links_used() {
    std::vector<unsigned> used;
    for (unsigned port = 1; port <= 4; ++port) {
      const std::uint64_t ends = counters_of(*first_, port).ends;
      if (ends != ends_[port]) used.push_back(port);
      ends_[port] = ends;
    }
    return used;
  }
  std::uint64_t received() const { return sink_->core().counters().messages_received; }

 private:
  Level level_;
  decltype(make_switch(std::declval<Level&>(), {}, 0)) first_, second_;
  decltype(make_processor(std::declval<Level&>(), {}, 0)) source_, sink_;
  std::deque<TimedSend> sendings_;
  std::array<std::uint64_t, 5> ends_{};
};

TEST(SwitchPolicyLevels, the_random_headers_of_an_input_are_the_same) {
  constexpr unsigned packets = 60;
  Relay<Signal> signal;
  Relay<TokenLevel> token;
  Relay<PacketLevel> packet;
  run_for(20 * microsecond);
  std::array<unsigned, 5> count{};
  for (unsigned n = 0; n < packets; ++n) {
    const Time at = sc_core::sc_time_stamp().value() + 100 * nanosecond;
    signal.send(at);
    token.send(at);
    packet.send(at);
    run_for(5 * microsecond);
    const std::vector<unsigned> used = signal.links_used();
    ASSERT_EQ(used.size(), 1U);
    ++count[used[0]];
    EXPECT_EQ(token.links_used(), used) << n;
    EXPECT_EQ(packet.links_used(), used) << n;
  }
  for (unsigned port = 1; port <= 4; ++port) EXPECT_GT(count[port], packets / 8) << port;
  EXPECT_EQ(signal.received(), packets);
  EXPECT_EQ(token.received(), packets);
  EXPECT_EQ(packet.received(), packets);
}

/// The processors whose packets came out, in their order.
template <class Level>
std::vector<unsigned> order(const SwitchStar<Level>& star) {
  std::vector<unsigned> sources;
  for (const auto& packet : star.arrivals) {
    sources.push_back(static_cast<unsigned>(packet.id >> 40U) - 1);
  }
  return sources;
}

C104Parameters with_random_arbitration() {
  C104Parameters parameters = star_of(7);
  parameters.arbitration = Arbitration::random;
  return parameters;
}

// While the packet of processor 1 crosses, those of the others come in and wait for the same
// output.
TEST(SwitchPolicyLevels, the_arbiter_gives_an_output_to_the_same_packet_of_those_that_compete) {
  constexpr unsigned rounds = 12;
  constexpr unsigned packets = 6;
  SwitchStar<Signal> signal(with_random_arbitration());
  SwitchStar<TokenLevel> token(with_random_arbitration());
  SwitchStar<StreamLevel> stream(with_random_arbitration());
  SwitchStar<PacketLevel> packet(with_random_arbitration());
  const auto send = [](auto& star) {
    for (unsigned round = 0; round < rounds; ++round) {
      const Time begin = (20 + 30 * round) * microsecond;
      star.send(1, 0, 30, begin);
      for (unsigned from = 2; from <= packets; ++from) star.send(from, 0, 30, begin + microsecond);
    }
  };
  send(signal);
  send(token);
  send(stream);
  send(packet);
  run_for(400 * microsecond);
  const std::vector<unsigned> expected = order(signal);
  ASSERT_EQ(expected.size(), rounds * packets);
  EXPECT_EQ(signal.counters().waits, rounds * (packets - 1));
  unsigned ascending = 0;  // rounds in which inputs went in the order of their numbers
  for (unsigned round = 0; round < rounds; ++round) {
    const auto first = expected.begin() + round * packets;
    EXPECT_EQ(*first, 1U);
    if (std::is_sorted(first, first + packets)) ++ascending;
  }
  EXPECT_LT(ascending, 2U);
  EXPECT_EQ(order(token), expected);
  EXPECT_EQ(order(stream), expected);
  EXPECT_EQ(order(packet), expected);
}

// A header byte is 100 ns on the link, and the rest of a packet 800: a table that is written within
// the first decides where the packet goes, one that is written within the second does not.
template <class Level>
void write_tables(SwitchStar<Level>& star, unsigned link) {
  for (unsigned input = 0; input < 3; ++input) {
    Interval& interval = star.policy().table(input).own_intervals()[1];
    interval = {interval.limit, interval.action, link, interval.group_size};
  }
}

TEST(SwitchPolicyLevels, a_table_that_is_written_holds_for_headers_that_are_not_known_yet) {
  SwitchStar<Signal> signal(star_of(3));
  SwitchStar<TokenLevel> token(star_of(3));
  SwitchStar<StreamLevel> stream(star_of(3));
  SwitchStar<PacketLevel> packet(star_of(3));
  const auto for_all = [&](const auto& act) {
    act(signal);
    act(token);
    act(stream);
    act(packet);
  };
  for_all([](auto& star) {
    for (const Time begin : {20, 40, 60}) star.send(0, 1, 8, begin * microsecond);
  });
  run_for(20 * microsecond + 60 * nanosecond);
  for_all([](auto& star) { write_tables(star, 2); });
  run_for(20 * microsecond + 440 * nanosecond);
  for_all([](auto& star) { write_tables(star, 1); });
  run_for(40 * microsecond);
  for_all([](auto& star) {
    // The first two went to processor 2, which has no channel of that header.
    EXPECT_EQ(star.core(2).counters().header_errors, 2U);
    ASSERT_EQ(star.arrivals.size(), 1U);
    EXPECT_EQ(star.arrivals[0].at, 1U);
  });
}

}  // namespace
}  // namespace weft::test
