// Parallel programs on the co-processors of a hypercube. Each checks its result against what one
// processor computes, and throws if it is another.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "testbench/experiments/forked.hpp"
#include "testbench/experiments/simulation.hpp"
#include "testbench/registry/platform_file.hpp"

namespace weft {
namespace {

std::string programs_on(unsigned degree, const std::string& workload, const std::string& cell = "",
                        const std::string& run = "20 ms") {
  return fmt::format(
      "network: {{topology: hypercube, dimensions: {}, cell: {{type: hypercube_node, coprocessor: "
      "true, tick: 10 ns{}}}}}\nworkload: {{type: {}}}\nrun: {{for: {}}}\n",
      degree, cell, workload, run);
}

/// A result of a run in a process of its own.
std::vector<double> values_of(const std::string& text, const std::vector<std::string>& names) {
  const std::vector<std::string> told =
      run_forked({[&text, &names] {
                   const Platform platform = resolve(parse_netlist(text));
                   Simulation simulation(platform);
                   const RunResult result = simulation.run();
                   std::string values;
                   for (const std::string& name : names) {
                     values += fmt::format("{} ", result.find(name).value());
                   }
                   return values;
                 }},
                 1);
  std::vector<double> values;
  for (std::size_t at = 0; at < told[0].size(); at = told[0].find(' ', at) + 1) {
    values.push_back(std::stod(told[0].substr(at)));
  }
  return values;
}

std::string error_of_values(const std::string& text) {
  try {
    values_of(text, {});
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

TEST(HypercubePrograms, a_bitonic_sort_sorts_on_cubes_of_all_sizes) {
  for (const unsigned degree : {1u, 2u, 3u, 5u}) {
    for (const char* in_progress : {"true", "false"}) {
      const auto values = values_of(
          programs_on(degree, fmt::format("bitonic_sort, keys: 21, in_progress: {}", in_progress)),
          {"keys sorted", "overrun exceptions"});
      EXPECT_EQ(values[0], 21U << degree);
      const bool overruns = values[1] != 0;
      EXPECT_EQ(overruns, std::string(in_progress) == "true");
    }
  }
}

// n (n + 1) / 2 steps, in each of which a node sends its keys; with two buffers a port as well.
TEST(HypercubePrograms, a_bitonic_sort_sends_all_keys_in_each_step) {
  for (const char* cell : {"", ", buffers: 2", ", pair_order: same_step"}) {
    const auto values = values_of(programs_on(4, "bitonic_sort, keys: 16", cell),
                                  {"messages received", "data read from memory"});
    EXPECT_EQ(values[0], 10 * 16);
    EXPECT_EQ(values[1], 10 * 16 * 16 * 4);
  }
}

// Each node broadcasts 2 x 16 values of 8 bytes: they leave its memory once, in 1 + 246 / 16
// packets, and go over the 7 links of a tree.
TEST(HypercubePrograms, a_matrix_product_reads_what_it_broadcasts_once_from_memory) {
  for (const char* in_progress : {"true", "false"}) {
    const auto values =
        values_of(programs_on(3, fmt::format("broadcast_product, in_progress: {}", in_progress)),
                  {"error maximum", "data read from memory", "packets injected", "packet-hops",
                   "messages received"});
    EXPECT_EQ(values, (std::vector<double>{0, 8 * 256, 8 * 17, 8 * 17 * 7, 8 * 7}));
  }
}

// 128 values are 1024 bytes, 65 packets: all of them come 64 x 44 ticks after the first, and a
// value is consumed more slowly than it comes. Polls are two ticks apart.
TEST(HypercubePrograms, to_compute_while_data_arrive_wins_the_time_of_all_packets_but_the_first) {
  const auto values =
      values_of(programs_on(4, "arriving_vector"),
                {"ticks when complete", "ticks in progress", "ticks to begin when complete",
                 "ticks to begin in progress", "overrun exceptions", "error maximum"});
  EXPECT_NEAR(values[0] - values[1], 64 * 44, 2);
  EXPECT_NEAR(values[2] - values[3], 64 * 44, 2);
  EXPECT_EQ(values[0] - values[2], 128 * 90);
  EXPECT_EQ(values[4], 0);
  EXPECT_EQ(values[5], 0);
}

// Without any operation a value takes 6 ticks, and comes in 22.
TEST(HypercubePrograms, who_consumes_faster_than_data_arrive_is_held_back_by_exceptions) {
  const auto values = values_of(programs_on(4, "arriving_vector, operation: 0"),
                                {"ticks in progress", "ticks to begin when complete",
                                 "ticks when complete", "overrun exceptions", "error maximum"});
  EXPECT_GT(values[0], values[1] - 44) << "the last packet comes no earlier";
  EXPECT_LT(values[0], values[2]);
  EXPECT_GT(values[3], 64) << "one a packet at least";
  EXPECT_EQ(values[4], 0);
}

TEST(HypercubePrograms, that_have_not_ended_are_told_of) {
  EXPECT_NE(error_of_values(programs_on(3, "bitonic_sort, keys: 256", "", "30 us"))
                .find("the sort has not ended at 30 us: 0 of 8 nodes have"),
            std::string::npos);
}

TEST(HypercubePrograms, need_co_processors_on_a_whole_cube_and_memory) {
  EXPECT_NE(error_of_values("network: {topology: hypercube, dimensions: 2, cell: {type: "
                            "hypercube_node}}\nworkload: {type: bitonic_sort}\n")
                .find("2:11: bitonic_sort on a platform without co-processors; expected"),
            std::string::npos);
  EXPECT_NE(error_of_values("components:\n  a: {type: hypercube_node, coprocessor: true}\n"
                            "  b: {type: hypercube_node, coprocessor: true}\n"
                            "  c: {type: hypercube_node, coprocessor: true}\n"
                            "links:\n  - {from: a.link0, to: b.link0}\n"
                            "workload: {type: broadcast_product}\n")
                .find("7:11: broadcast_product on a part of a cube, 3 nodes and 1 links"),
            std::string::npos);
  EXPECT_NE(error_of_values(programs_on(2, "arriving_vector, values: 100000"))
                .find("arriving_vector that needs 1600256 bytes of memory at 'node[0]'; expected "
                      "at most the 458752 bytes below its system buffers"),
            std::string::npos);
}

}  // namespace
}  // namespace weft
