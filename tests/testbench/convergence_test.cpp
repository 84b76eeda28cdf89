// Runs that go on until a measure is known well enough.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/override.hpp"
#include "testbench/experiments/forked.hpp"
#include "testbench/experiments/simulation.hpp"
#include "testbench/experiments/transient.hpp"
#include "testbench/registry/platform_file.hpp"

namespace weft::test {
namespace {

Platform small_mesh(const std::string& until, const std::string& run = "for: 100 us") {
  Netlist netlist = parse_netlist(
      "network: {topology: mesh, shape: 2x2}\n"
      "workload: {type: random_traffic, message_bytes: 32, interval: 10 us}\n"
      "run: {" +
      run + (until.empty() ? "" : ", until: {" + until + "}") + "}\n");
  return resolve(netlist);
}

std::string error_of_stop(const std::string& until) {
  try {
    small_mesh(until);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(RunUntil, stops_when_the_interval_is_narrow_enough) {
  const Platform platform = with_warm_up_found(small_mesh("measure: throughput, within: 5 %"));
  Simulation simulation(platform);
  const RunResult result = simulation.run();
  ASSERT_TRUE(result.convergence);
  EXPECT_TRUE(result.convergence->reached);
  EXPECT_LE(*result.convergence->percent(), 5);
  EXPECT_GE(result.simulated, 100 * microsecond);
  EXPECT_LT(result.simulated, 10 * millisecond);
  EXPECT_EQ(result.find("throughput"), result.convergence->interval->mean)
      << "the mean of the samples is what the whole run gives";
}

TEST(RunUntil, that_never_gets_there_stops_at_its_limit_and_says_so) {
  const Platform platform = with_warm_up_found(
      small_mesh("measure: 'message latency mean', within: 0.001 %, at_most: 400 us"));
  Simulation simulation(platform);
  const RunResult result = simulation.run();
  EXPECT_FALSE(result.convergence->reached);
  EXPECT_EQ(result.simulated, 400 * microsecond);
  EXPECT_NE(result.convergence->text().find("stopped at the limit of 400 us"), std::string::npos)
      << result.convergence->text();
}

// The lowest of the processors' rates is no mean of what it was in each stretch of the run.
TEST(RunUntil, gives_extremes_and_deviations_of_rates_no_interval) {
  const Platform platform = with_warm_up_found(
      resolve(parse_netlist("level: packet\nnetwork: {topology: mesh, shape: 2x2}\n"
                            "workload: {type: synthetic, compute: 5 us}\n"
                            "run: {for: 200 us, until: {measure: messages per CPU, within: 10 %, "
                            "confidence: 90 %, at_most: 400 us}}\n")));
  Simulation simulation(platform);
  unsigned without = 0;
  for (const ReportedValue& value : simulation.run().values) {
    if (value.quantity != "messages per CPU") continue;
    EXPECT_EQ(value.interval.has_value(), value.kind == Kind::rate) << name_of(value);
    if (value.interval) {
      EXPECT_EQ(value.interval->confidence, 90);
    } else {
      ++without;
    }
  }
  EXPECT_EQ(without, 3U);
}

TEST(RunUntil, names_the_measures_that_there_are) {
  const Platform platform = small_mesh("measure: troughput, transient: warm_up");
  Simulation simulation(platform);
  try {
    simulation.run();
    FAIL() << "nothing was thrown";
  } catch (const InputError& error) {
    const std::string what = error.what();
    EXPECT_EQ(what.find("netlist:3:"), 0U) << what;
    EXPECT_NE(what.find("did you mean 'throughput'?"), std::string::npos) << what;
  }
}

TEST(RunUntil, refuses_what_cannot_be) {
  EXPECT_NE(error_of_stop("within: 1 %").find("measure"), std::string::npos);
  EXPECT_NE(error_of_stop("measure: throughput, at_most: 50 us").find("at most 50 us"),
            std::string::npos);
  EXPECT_NE(error_of_stop("measure: throughput, within: 0 %").find("within"), std::string::npos);
  EXPECT_NE(error_of_stop("measure: throughput, sample: 1 ps").find("at most 1000000 samples"),
            std::string::npos);
  EXPECT_NE(error_of_stop("measure: throughput, sample: 3 us, batch: 10 us").find("whole number"),
            std::string::npos);
  EXPECT_NE(error_of_stop("measure: throughput, withn: 1 %").find("did you mean 'within'"),
            std::string::npos);
}

std::string values_of(const Platform& platform) {
  Simulation simulation(platform);
  std::string text;
  for (const ReportedValue& value : simulation.run().values) {
    text += fmt::format("{} {}\n", name_of(value), value.value);
  }
  return text;
}

TEST(RunUntil, gives_what_a_plain_run_of_that_warm_up_and_length_gives) {
  const Platform until = with_warm_up_found(
      small_mesh("measure: throughput, within: 0.001 %, at_most: 300 us", "for: 300 us"));
  Platform plain = small_mesh("", "for: 300 us");
  plain.run.warm_up = until.run.warm_up;
  EXPECT_GT(plain.run.warm_up, 0U);
  const auto values =
      run_forked({[&] { return values_of(until); }, [&] { return values_of(plain); }}, 1);
  EXPECT_EQ(values[0], values[1]);
}

}  // namespace
}  // namespace weft::test
