// The names of results are known before a run: no run has others.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "testbench/experiments/forked.hpp"
#include "testbench/experiments/simulation.hpp"
#include "tests/support/ready_platform.hpp"

namespace weft::test {
namespace {

/// A platform, and what is set on it so that its run is short.
struct PossibleRun {
  std::string platform;
  std::vector<std::string> set;

  friend std::ostream& operator<<(std::ostream& out, const PossibleRun& run) {
    return out << run.platform;
  }
};

class PossibleResults : public testing::TestWithParam<PossibleRun> {};

// Of all families, and of every workload that reports anything only at times.
INSTANTIATE_TEST_SUITE_P(
    Ready, PossibleResults,
    testing::Values(
        PossibleRun{"mesh_4x4", {"run.for=300us"}},
        PossibleRun{"mesh_4x4", {"run.for=300us", "level=packet"}},
        PossibleRun{"mesh_4x4", {"run.for=300us", "run.until={measure: throughput, at_most: 1ms}"}},
        PossibleRun{"two_t9000", {}}, PossibleRun{"two_t9000_c104", {"level=signal"}},
        PossibleRun{"chaos_4x4", {"run.for=200us"}}, PossibleRun{"gpmimd_16", {"run.for=300us"}},
        PossibleRun{"iwarp_pair", {}}, PossibleRun{"iwarp_mesh_3x3", {}},
        PossibleRun{"iwarp_mesh_4x4", {"run.for=200us"}}, PossibleRun{"iwarp_rows_8", {}},
        PossibleRun{"iwarp_sort_8", {}}, PossibleRun{"iwarp_fir_8", {}},
        PossibleRun{"iwarp_fft_8x8", {}}, PossibleRun{"conset_8x8", {}},
        PossibleRun{"conset_messages_8x8", {}}, PossibleRun{"finite_elements_8x8", {}},
        PossibleRun{"cannon_4x4", {}}, PossibleRun{"jacobi_4x4", {}}));

std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST_P(PossibleResults, are_all_that_a_run_has) {
  const Platform platform = ready(GetParam().platform, GetParam().set);
  const auto before = [&platform] {
    Simulation simulation(platform);
    return fmt::format("{}", fmt::join(simulation.possible_results(), "\n"));
  };
  const auto after = [&platform] {
    Simulation simulation(platform);
    std::string names;
    for (const ReportedValue& value : simulation.run().values) names += name_of(value) + "\n";
    return names;
  };
  const std::vector<std::string> texts = run_forked({before, after}, 1);
  const std::vector<std::string> names = names_in(texts[0]);
  const std::set<std::string> known(names.begin(), names.end());
  EXPECT_EQ(known.size(), names.size()) << "each once";
  const std::vector<std::string> reported = names_in(texts[1]);
  EXPECT_GT(reported.size(), 5U);
  for (const std::string& name : reported) EXPECT_TRUE(known.contains(name)) << name;
}

}  // namespace
}  // namespace weft::test
