// Saturated networks are told from steady ones, however loaded these are.
#include "testbench/statistics/offered_load.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "hw/common/random.hpp"
#include "testbench/experiments/forked.hpp"
#include "testbench/experiments/simulation.hpp"
#include "testbench/registry/platform_file.hpp"

namespace weft::test {
namespace {

// --- queues with one server each, whose load is known

constexpr std::size_t queues = 16;

/// Messages come to each queue at random, one in `load` service times on the average, and stay
/// there until it has served them.
CarriedLoad run_of_queues(std::vector<double> loads, Time duration, std::uint64_t seed) {
  constexpr Time service = 1'000'000;
  const Time warm_up = duration / 4;
  const Time step = (duration - warm_up) / 64;
  std::vector<SourceCounts> counts(66);  // at the warm-up and each step behind it
  for (SourceCounts& one : counts) one.waiting.resize(loads.size());
  for (std::size_t queue = 0; queue < loads.size(); ++queue) {
    RandomStream random(seed, fmt::format("queue {}", queue));
    const auto interval = static_cast<Time>(static_cast<double>(service) / loads[queue]);
    Time free = 0;
    for (Time now = random.exponential(interval); now < duration;
         now += random.exponential(interval)) {
      free = std::max(free, now) + random.exponential(service);
      for (std::size_t i = 0; i < counts.size(); ++i) {
        const Time at = warm_up + i * step;
        if (now > at) continue;
        ++counts[i].offered;
        ++counts[i].accepted;
        if (free <= at) ++counts[i].delivered;
        if (free > at) ++counts[i].waiting[queue];
      }
    }
  }
  OfferedLoad load(step);
  load.begin(warm_up, counts.front());
  std::size_t i = 0;
  for (; load.next() <= duration; ++i) load.sample(load.next(), counts[i + 1]);
  return load.load(duration, counts[i]);
}

unsigned unstable_of_50(const std::vector<double>& loads, Time duration) {
  unsigned unstable = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const LoadState state = run_of_queues(loads, duration, seed).state;
    if (state == LoadState::unstable) ++unstable;
  }
  return unstable;
}

// What it says it would have seen, it sees: in 50 runs of each length, of queues that carry 1
// / 1.25 of what comes.
TEST(OfferedLoad, a_run_tells_what_it_is_too_short_to_see) {
  const CarriedLoad few = run_of_queues(std::vector<double>(queues, 0.5), 5 * microsecond, 1);
  EXPECT_EQ(few.state, LoadState::too_short);
  EXPECT_FALSE(few.growth_at_most);
  EXPECT_NE(few.text.find("are too few to tell whether the backlog grows"), std::string::npos)
      << few.text;

  const CarriedLoad coarse = run_of_queues({0.5, 0.5}, 250 * microsecond, 1);
  const CarriedLoad fine = run_of_queues(std::vector<double>(queues, 0.5), 5 * millisecond, 1);
  EXPECT_EQ(coarse.state, LoadState::too_short);
  EXPECT_EQ(fine.state, LoadState::steady);
  EXPECT_GT(coarse.growth_at_most, OfferedLoad::coarse_growth);
  EXPECT_LT(fine.growth_at_most, 0.02);
  EXPECT_EQ(fine.text, "");
  EXPECT_NE(coarse.text.find("would not be seen"), std::string::npos) << coarse.text;

  unsigned seen_to_be_less = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const CarriedLoad load =
        run_of_queues(std::vector<double>(queues, 1.25), 200 * microsecond, seed);
    if (load.growth_at_most < 0.2) ++seen_to_be_less;  // 1 - 1 / 1.25
  }
  EXPECT_LE(seen_to_be_less, 3U);
}

TEST(OfferedLoad, queues_that_keep_up_are_steady) {
  for (const double load : {0.3, 0.6, 0.8}) {
    EXPECT_LE(unstable_of_50(std::vector<double>(queues, load), 500 * microsecond), 1U) << load;
  }
  EXPECT_LE(unstable_of_50(std::vector<double>(queues, 0.9), 2 * millisecond), 1U);
}

TEST(OfferedLoad, queues_that_do_not_keep_up_are_unstable) {
  for (const double load : {1.1, 1.3, 2.0}) {
    EXPECT_EQ(unstable_of_50(std::vector<double>(queues, load), 500 * microsecond), 50U) << load;
  }
  EXPECT_GE(unstable_of_50(std::vector<double>(queues, 1.05), 2 * millisecond), 49U);
}

TEST(OfferedLoad, one_source_that_does_not_keep_up_is_enough) {
  std::vector<double> loads(64, 0.3);
  loads[7] = 1.4;
  EXPECT_GE(unstable_of_50(loads, 1 * millisecond), 49U);
}

TEST(OfferedLoad, dropped_messages_are_told) {
  OfferedLoad load(1);
  load.begin(0, {});
  SourceCounts counts;
  for (Time now = 1; now <= 100; ++now) {
    counts.offered += 10;
    counts.accepted += 9;
    counts.delivered += 9;
    load.sample(now, counts);
  }
  const CarriedLoad carried = load.load(100, counts);
  EXPECT_EQ(carried.state, LoadState::throttled);
  EXPECT_EQ(carried.offered, 1000U);
  EXPECT_EQ(carried.accepted, 900U);
  EXPECT_NE(carried.text.find("dropped 10 %"), std::string::npos) << carried.text;
}

TEST(OfferedLoad, of_few_messages_says_nothing) {
  OfferedLoad load(1);
  load.begin(0, {});
  SourceCounts counts;
  for (Time now = 1; now < OfferedLoad::fewest_messages; ++now) {
    ++counts.offered;
    ++counts.accepted;
    load.sample(now, counts);
  }
  EXPECT_EQ(load.load(OfferedLoad::fewest_messages, counts).state, LoadState::too_short);
}

// There is nothing that could still pile up.
TEST(OfferedLoad, of_sources_that_are_at_their_end_no_run_is_too_short) {
  OfferedLoad load(1);
  load.begin(0, {});
  SourceCounts counts;
  counts.offered = counts.accepted = 3;
  counts.delivered = 2;
  counts.at_end = true;
  EXPECT_EQ(load.load(1, counts).state, LoadState::too_short);
  counts.delivered = 3;
  EXPECT_EQ(load.load(1, counts).state, LoadState::steady);
  EXPECT_EQ(load.load(1, counts).text, "");
}

// --- networks

constexpr unsigned unlimited = 60'000;

/// How a run on a 4x4 mesh ended, and what it reports.
struct Ended {
  std::string status;
  double offered = 0;
  double accepted = 0;
  double backlog = 0;
};

Ended run_mesh(const std::string& pattern, const std::string& interval, std::uint64_t seed,
               unsigned limit) {
  const Platform platform = resolve(
      parse_netlist(fmt::format("level: packet\nseed: {}\nnetwork: {{topology: mesh, shape: 4x4}}\n"
                                "workload: {{type: random_traffic, pattern: {}, interval: {}, "
                                "max_outstanding: {}}}\nrun: {{for: 2 ms, warm_up: 200 us}}\n",
                                seed, pattern, interval, limit),
                    "mesh"));
  const std::string text = run_forked({[&platform] {
                                        Simulation simulation(platform);
                                        const RunResult result = simulation.run();
                                        return fmt::format("{} {} {} {}", result.status(),
                                                           *result.find("messages offered"),
                                                           *result.find("messages accepted"),
                                                           *result.find("backlog at the end"));
                                      }},
                                      1)
                               .front();
  Ended ended;
  std::istringstream(text) >> ended.status >> ended.offered >> ended.accepted >> ended.backlog;
  return ended;
}

/// A pattern with intervals at which the network is calm, loaded, and above what it carries.
struct Loads {
  const char* pattern;
  const char* calm;
  const char* loaded;
  const char* above;
};

class LoadedMesh : public testing::TestWithParam<Loads> {};

INSTANTIATE_TEST_SUITE_P(Patterns, LoadedMesh,
                         testing::Values(Loads{"uniform", "20 us", "7 us", "5 us"},
                                         Loads{"transpose", "20 us", "14 us", "7 us"},
                                         Loads{"hot_spot", "20 us", "10 us", "6 us"}),
                         [](const auto& loads) { return std::string(loads.param.pattern); });

TEST_P(LoadedMesh, is_unstable_where_it_carries_less_than_is_offered) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    EXPECT_EQ(run_mesh(GetParam().pattern, GetParam().calm, seed, unlimited).status, "ok") << seed;
    EXPECT_EQ(run_mesh(GetParam().pattern, GetParam().loaded, seed, unlimited).status, "ok")
        << seed;
    const Ended above = run_mesh(GetParam().pattern, GetParam().above, seed, unlimited);
    EXPECT_EQ(above.status, "unstable") << seed;
    EXPECT_EQ(above.accepted, above.offered);
    EXPECT_GT(above.backlog, 0.01 * above.accepted);
  }
}

TEST_P(LoadedMesh, throttles_sources_that_hold_few_messages) {
  const Ended above = run_mesh(GetParam().pattern, GetParam().above, 1, 4);
  EXPECT_EQ(above.status, "throttled");
  EXPECT_LT(above.accepted, 0.99 * above.offered);
  EXPECT_LE(above.backlog, 4 * 16);
}

}  // namespace
}  // namespace weft::test
