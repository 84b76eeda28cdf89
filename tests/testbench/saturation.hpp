// Random traffic that keeps all sources full, and what must hold of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <systemc>

#include "platforms/components/processors.hpp"
#include "platforms/processors.hpp"
#include "platforms/system.hpp"
#include "testbench/workloads/random_traffic.hpp"
#include "tests/platforms/follower.hpp"
#include "tests/testbench/transputer_watchdog.hpp"

namespace weft::test {

/// Every T9000 would send far more than the network can carry.
constexpr const char* saturating_load =
    "workload: {type: random_traffic, message_bytes: 32, interval: 1 us, max_outstanding: 64}\n";

/// Buffers that hold a part of a packet: it stands across several routers when it waits.
constexpr const char* small_buffers = "defaults: {c104: {input_buffer: 9, output_buffer: 1}}\n";

/// A platform under its random traffic, looked at in windows.
class Saturation {
 public:
  Saturation(const Platform& platform, const char* name)
      : system_(name, platform),
        traffic_(system_, platform.workload.parameters->to_struct<RandomTrafficParameters>()),
        watchdog_(system_, &traffic_.processes(), window) {
    const std::size_t count = processors_of(platform).size();
    for (std::size_t i = 0; i < count; ++i) {
      reports_of(system_, i).packets.bind(arrivals_.emplace_back(count));
    }
  }

  /// Runs until so many packets, acknowledgements not counted, and ten windows have gone by, and
  /// each pair has got through. Ends before that with what the watchdog told, or if for three
  /// windows nothing came in, or after `most_windows`; says why.
  std::string run(std::uint64_t wanted, unsigned most_windows = 100'000) {
    unsigned silent = 0;
    for (unsigned windows = 0; windows < 10 || received() < wanted || !every_pair_served();
         ++windows) {
      if (windows == most_windows) return "some packets are missing";
      const std::uint64_t before = received();
      sc_core::sc_start(sc_core::sc_time::from_value(window));
      std::string told = watchdog_.look(sc_core::sc_time_stamp().value());
      if (!told.empty()) return told;
      silent = received() == before ? silent + 1 : 0;
      if (silent == 3) return "nothing came in during three windows";
      if (halves_.empty() && 2 * received() >= wanted) {
        for (const Arrivals& at : arrivals_) halves_.push_back(at.packets());
      }
    }
    return {};
  }

  std::uint64_t received() const {
    return std::accumulate(arrivals_.begin(), arrivals_.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const auto& at) { return sum + at.packets(); });
  }

  /// Sources were full, and no processor starved in the second half.
  void expect_all_served() const {
    EXPECT_GT(traffic_.counts().dropped.measured(), traffic_.counts().sent.measured() / 10)
        << "not saturated";
    for (std::size_t to = 0; to < arrivals_.size(); ++to) {
      EXPECT_GT(arrivals_[to].packets(), halves_[to]) << "nothing for " << to << " in the end";
    }
  }

  /// Each packet passed as many routers as the tables say; with random headers in the mean, to
  /// within 3%.
  void expect_ways_of_tables() const {
    const Platform& platform = system_.platform();
    Follower follower(platform);
    double expected = 0;
    double seen = 0;
    for (std::size_t to = 0; to < arrivals_.size(); ++to) {
      for (std::size_t from = 0; from < arrivals_.size(); ++from) {
        if (from == to) continue;
        const Way& way = arrivals_[to].ways[from];
        const double hops =
            follower.mean_way(processors_of(platform)[from], processors_of(platform)[to]);
        expected += hops * static_cast<double>(way.all);
        seen += static_cast<double>(way.hops);
        if (follower.random_labels() != 0) continue;
        EXPECT_EQ(way.hops, static_cast<std::uint64_t>(hops) * way.all) << from << " to " << to;
        EXPECT_EQ(way.most_hops, static_cast<unsigned>(hops)) << from << " to " << to;
      }
    }
    EXPECT_NEAR(seen / expected, 1, 0.03);
  }

 private:
  static constexpr Time window = 100 * microsecond;

  /// Packets that one processor got from another one.
  struct Way {
    std::uint64_t packets = 0;  // without acknowledgements
    std::uint64_t all = 0;      // with them
    std::uint64_t hops = 0;     // of all, together
    unsigned most_hops = 0;
  };

  struct Arrivals : tlm::tlm_analysis_if<PacketArrival> {
    explicit Arrivals(std::size_t processors) : ways(processors) {}
    void write(const PacketArrival& packet) override {
      Way& way = ways[packet.tag.protocol.channel];  // channel i comes from processor i
      ++way.all;
      way.hops += packet.tag.protocol.hops;
      way.most_hops = std::max<unsigned>(way.most_hops, packet.tag.protocol.hops);
      if (!packet.tag.protocol.acknowledgement()) ++way.packets;
    }
    std::uint64_t packets() const {
      return std::accumulate(ways.begin(), ways.end(), std::uint64_t{0},
                             [](std::uint64_t sum, const Way& way) { return sum + way.packets; });
    }
    std::vector<Way> ways;
  };

  bool every_pair_served() const {
    for (std::size_t to = 0; to < arrivals_.size(); ++to) {
      for (std::size_t from = 0; from < arrivals_.size(); ++from) {
        if (from != to && arrivals_[to].ways[from].packets == 0) return false;
      }
    }
    return true;
  }

  System system_;
  RandomTraffic traffic_;
  TransputerWatchdog watchdog_;
  std::deque<Arrivals> arrivals_;      // by processor
  std::vector<std::uint64_t> halves_;  // packets of each when half of them had come in
};

}  // namespace weft::test
