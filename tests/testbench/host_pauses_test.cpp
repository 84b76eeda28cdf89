// A simulation that looks up from its work is the same simulation.
#include "testbench/experiments/host_pauses.hpp"

#include <gtest/gtest.h>

#include <string>

#include "platforms/netlist/netlist.hpp"
#include "testbench/experiments/forked.hpp"
#include "testbench/experiments/simulation.hpp"
#include "testbench/registry/platform_file.hpp"
#include "testbench/sweeps/run_record.hpp"

namespace weft::test {
namespace {

Platform two_by_two(const std::string& level, const std::string& duration,
                    const std::string& warm_up = "5 us") {
  return resolve(
      parse_netlist("level: " + level +
                    "\n"
                    "network: {topology: mesh, shape: 2x2}\n"
                    "workload: {type: random_traffic, message_bytes: 32, interval: 4 us}\n"
                    "run: {warm_up: " +
                    warm_up + ", for: " + duration + "}\n"));
}

/// Pauses the kernel again and again, at any of its delta cycles, as a HostPauses does.
class Disturber : public sc_core::sc_module {
 public:
  SC_CTOR(Disturber) { SC_METHOD(disturb); }
  unsigned pauses = 0;

 private:
  void disturb() {
    sc_core::sc_pause();
    ++pauses;
    next_trigger(sc_core::sc_time(37, sc_core::SC_NS));
  }
};

class PausedRun : public testing::TestWithParam<const char*> {};

TEST_P(PausedRun, GivesWhatOneInASingleStretchGives) {
  const std::string level = GetParam();
  const auto undisturbed = [&] { return to_text(run_to_record(two_by_two(level, "60 us"))); };
  const auto disturbed = [&] {
    Disturber disturber("disturber");
    std::string record = to_text(run_to_record(two_by_two(level, "60 us")));
    return disturber.pauses < 1000 ? "was not paused" : record;
  };
  const auto records = run_forked({undisturbed, disturbed}, 2);
  EXPECT_GT(records[0].size(), 1000U);
  EXPECT_EQ(records[0], records[1]);
}

INSTANTIATE_TEST_SUITE_P(Levels, PausedRun, testing::Values("signal", "token", "stream", "packet"),
                         [](const auto& level) { return std::string(level.param); });

TEST(HostPauses, LetARunBeEndedWhereverItIs) {
  const Platform platform = two_by_two("token", "1000 s");
  Simulation simulation(platform);
  unsigned asked = 0;
  Time last = 0;
  const RunResult result = simulation.run([&](Time now, Time end) {
    EXPECT_EQ(end, 1000 * second);
    EXPECT_GE(now, last);
    last = now;
    return ++asked < 4;
  });
  EXPECT_TRUE(result.partial);
  EXPECT_EQ(result.simulated, last);
  EXPECT_LT(result.simulated, 1000 * second);
}

TEST(HostPauses, LetARunInItsWarmUpEndWithoutResults) {
  const Platform platform = two_by_two("token", "1000 s", "999 s");
  Simulation simulation(platform);
  const RunResult result = simulation.run([](Time, Time) { return false; });
  EXPECT_TRUE(result.partial);
  EXPECT_LT(result.simulated, 999 * second);
  EXPECT_TRUE(result.values.empty());
}

}  // namespace
}  // namespace weft::test
