// The search for saturation against a fine sweep.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "platforms/netlist/override.hpp"
#include "testbench/experiments/forked.hpp"
#include "testbench/experiments/simulation.hpp"
#include "testbench/registry/platform_file.hpp"
#include "testbench/studies/saturation.hpp"

namespace weft::test {
namespace {

// Loads in steps of half a percent, each with three times the messages of the search and another
// seed: the highest one that is steady, as all below it are.
TEST(FindSaturationOnTheReadyMesh, is_within_one_percent_of_a_fine_sweep) {
  Netlist netlist = load_netlist(WEFT_SOURCE_DIR "/platforms/mesh_8x8.yaml");
  apply_override(netlist, "level=packet");
  SaturationOptions options;
  options.workers = 2;
  options.curve_points = 0;
  const Saturation found = find_saturation(netlist, "uniform", options);

  std::vector<double> loads;
  for (double part = 0.97; part <= 1.03; part += 0.005) loads.push_back(part * found.throughput());
  std::vector<std::function<std::string()>> jobs;
  for (const double load : loads) {
    jobs.emplace_back([&netlist, load] {
      Netlist one = netlist;
      const double interval = 32 / (load * 1e6);  // s
      const double seconds = 120'000 * interval / 64;
      apply_override(one, fmt::format("workload={{type: random_traffic, interval: {:.0f} ps, "
                                      "max_outstanding: 65536}}",
                                      interval * 1e12));
      apply_override(one, fmt::format("run={{for: {:.0f} ns, warm_up: {:.0f} ns}}",
                                      1.25e9 * seconds, 0.25e9 * seconds));
      apply_override(one, "seed=7");
      const Platform platform = resolve(one);
      Simulation simulation(platform);
      return simulation.run().status();
    });
  }
  const std::vector<std::string> states = run_forked(jobs, 2);
  double steady = 0;
  for (std::size_t i = 0; i < loads.size() && states[i] == "ok"; ++i) steady = loads[i];
  ASSERT_GT(steady, 0);
  EXPECT_EQ(states.back(), "unstable");
  EXPECT_NEAR(found.throughput() / steady, 1, 0.01);
}

}  // namespace
}  // namespace weft::test
