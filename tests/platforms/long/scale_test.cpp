// A network of 16,384 nodes.
#include <gtest/gtest.h>

#include <sys/resource.h>

#include "platforms/platform.hpp"
#include "testbench/experiments/simulation.hpp"
#include "testbench/registry/platform_file.hpp"

namespace weft {
namespace {

TEST(Scale, random_traffic_on_a_torus_of_16384_nodes_is_ready_within_4_gigabytes) {
  const Platform platform =
      resolve(parse_netlist("name: torus\n"
                            "network: {topology: torus, shape: 128x128, width: 2}\n"
                            "routing: {addressing: processor}\n"
                            "workload: {type: random_traffic, message_bytes: 32, interval: 30 us}\n"
                            "run: {for: 2 us}\n",
                            "torus.yaml"));
  Simulation simulation(platform);
  EXPECT_GT(simulation.run().token_hops, 0U);
  rusage usage{};
  ASSERT_EQ(getrusage(RUSAGE_SELF, &usage), 0);
  EXPECT_LT(usage.ru_maxrss, 4'000'000);  // in KB
}

}  // namespace
}  // namespace weft
