// The file of the ready benchmarks.
#include "testbench/benchmarks/benchmark.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/override.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/support/temporary_folder.hpp"

namespace weft {
namespace {

const std::string folder = WEFT_SOURCE_DIR;

TEST(Benchmarks, of_the_ready_file_are_of_platforms_that_can_be_run) {
  const std::vector<Benchmark> benchmarks =
      load_benchmarks(folder + "/testbench/benchmarks/standard.yaml");
  EXPECT_GE(benchmarks.size(), 30U);
  std::set<std::string> seen;  // to resolve one of each platform and level is enough
  for (const Benchmark& benchmark : benchmarks) {
    EXPECT_TRUE(benchmark.asked) << benchmark.name;
    if (!seen.insert(benchmark.platform + (benchmark.set.empty() ? "" : benchmark.set[0])).second) {
      continue;
    }
    Netlist netlist = load_netlist(folder + "/platforms/" + benchmark.platform);
    for (const std::string& assignment : benchmark.set) apply_override(netlist, assignment);
    EXPECT_NO_THROW(resolve(netlist)) << benchmark.name;
  }
}

std::string error_of(const std::string& benchmark) {
  const test::TemporaryFolder temporary;
  const std::filesystem::path file = temporary.path() / "b.yaml";
  std::ofstream(file) << "benchmarks:\n  - {name: a, title: t, platform: p.yaml" << benchmark
                      << "}\n";
  try {
    load_benchmarks(file);
  } catch (const InputError& error) {
    const std::string text = error.what();
    return text.substr(text.find("b.yaml"));
  }
  return "";
}

TEST(Benchmarks, tell_what_is_wrong_in_the_file_and_where) {
  EXPECT_EQ(error_of(", unit: token-hop, times: [1 us, 2 us]"), "");
  EXPECT_EQ(error_of(", unit: token-hop, times: [2 us, 2 us]"),
            "b.yaml:2:74: '2 us'; expected more than 2 us");
  EXPECT_EQ(error_of(", unit: token-hop, times: [2 us]"),
            "b.yaml:2:67: 1 times; expected that of a short run and that of a long one");
  EXPECT_EQ(error_of(", figure: rat, times: [2 us]"),
            "b.yaml:2:51: unknown figure: 'rat'; expected rate, start-up, run or memory; did you "
            "mean 'rate'?");
  EXPECT_EQ(error_of(", figure: run, times: [2 us], askd: 3"),
            "b.yaml:2:71: unknown key of benchmark: 'askd'; expected name, title, platform, set, "
            "figure, times, unit, hops, clock, asked, asked_megabytes, counted_times, "
            "asked_instructions, asked_misses, events or runs; did you mean 'asked'?");
  EXPECT_EQ(error_of(", figure: run, times: [2 us], events: {of: b, published: 9, within: 2}"),
            "b.yaml:2:5: events of an unknown benchmark: 'b'; expected a");
}

// Thesis, table 3.1: 394,975,769 events at token and 40,564,755 at packet.
TEST(Benchmarks, of_table_3_1_compare_their_events_as_published) {
  const std::vector<Benchmark> benchmarks =
      load_benchmarks(folder + "/testbench/benchmarks/standard.yaml");
  const auto found = std::find_if(benchmarks.begin(), benchmarks.end(), [](const auto& benchmark) {
    return benchmark.name == "thesis-3.1-packet";
  });
  ASSERT_NE(found, benchmarks.end());
  EXPECT_EQ(found->events_of, "thesis-3.1-token");
  EXPECT_NEAR(found->published_events.value_or(0), 394975769.0 / 40564755.0, 0.001);
  EXPECT_EQ(found->within, 1.5);
}

}  // namespace
}  // namespace weft
