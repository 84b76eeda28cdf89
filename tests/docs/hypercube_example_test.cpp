// The programs of docs/hypercube_tutorial.md, compiled and run.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>

#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/system.hpp"
#include "testbench/programs/hypercube_process.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/support/run_for.hpp"

namespace weft {
namespace {

using test::run_for;

constexpr std::uint32_t block = 0x40;     // header block, in node memory
constexpr std::uint32_t buffer = 0x1000;  // of the values
constexpr std::uint32_t values = 100;     // words of 4 bytes
constexpr std::uint32_t bytes = 4 * values;

Program supply(HypercubeProcess& node, unsigned to) {
  for (std::uint32_t i = 0; i < values; ++i) co_await node.store(buffer + 4 * i, i + 1);
  co_await node.send(block, to, 7, buffer, bytes);  // of type 7
  co_await node.wait(block);
}

Program sum(HypercubeProcess& node, HypercubeProcess::Until until, std::uint32_t& result,
            Time& end) {
  co_await node.receive(block, hypercube_any, 7, buffer, bytes);
  co_await node.wait(block, until);
  for (std::uint32_t i = 0; i < values; ++i) {
    const std::uint32_t word = co_await node.load(buffer + 4 * i);
    co_await node.compute(10);
    result += word;
  }
  end = node.now();
}

/// When the sum is there, in ticks.
Time sum_is_there(HypercubeProcess::Until until) {
  const Platform platform = resolve(parse_netlist(
      "network: {topology: hypercube, dimensions: 4, cell: {type: hypercube_node, coprocessor: "
      "true, tick: 10 ns}}"));
  System system("platform", platform);
  const auto node = [&](unsigned number) -> HypercubeCoprocessor& {
    return *system.find<HypercubeCoprocessor>(hypercube_nodes_of(platform)[number]);
  };
  std::uint32_t result = 0;
  Time end = 0;
  HypercubeProcessSet processes;
  processes.start("supply", node(0), system.wheel(), supply, 15U);
  processes.start("sum", node(15), system.wheel(), sum, until, std::ref(result), std::ref(end));
  run_for(100 * microsecond);
  EXPECT_EQ(result, values * (values + 1) / 2);
  return end / (10 * nanosecond);
}

// 100 stores and 6 of the send; then the first of 26 packets takes four hops of 44 ticks, and each
// of the others comes 44 later. A word is added in 11: four of them, a packet, in 44.
TEST(DocsExamples, hypercube_sum_while_data_arrive) {
  EXPECT_LT(sum_is_there(HypercubeProcess::Until::begun), 1420U);
}

TEST(DocsExamples, hypercube_sum_of_what_is_complete) {
  EXPECT_GT(sum_is_there(HypercubeProcess::Until::complete), 2470U);
}

}  // namespace
}  // namespace weft
