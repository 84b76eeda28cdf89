// Messages of T9000s and of hypercube nodes in memories, through the command `weft`.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/app/command.hpp"
#include "tests/app/run_results.hpp"
#include "tests/support/vcd_reader.hpp"

namespace weft::test {
namespace {

class MemoryPorts : public testing::Test {
 protected:
  MemoryPorts() {
    shell_.write("node.yaml",
                 "name: test\nclock: 10 ns\n"
                 "dram: {word_bytes: 8, activate_clocks: 3, access_clocks: 4, word_clocks: 2}\n");
    shell_.write("pair.yaml", "components:\n  left: {type: t9000}\n  right: {type: t9000}\n" +
                                  with_memory("left") + with_memory("right") +
                                  "links:\n  - {from: left.link0, to: right.link0}\n" +
                                  joined("left") + joined("right") +
                                  "workload: {type: stream, message_bytes: 100, messages: 3}\n"
                                  "run: {for: 100 us}\n");
    std::string cube =
        "network:\n  topology: hypercube\n  dimensions: 2\n"
        "  cell: {type: hypercube_node, coprocessor: true, tick: 10 ns}\ncomponents:\n";
    std::string links = "links:\n";
    for (int node = 0; node < 4; ++node) {
      cube += with_memory(fmt::format("node[{}]", node), fmt::format("n{}", node));
      links += joined(fmt::format("n{}", node));
    }
    shell_.write("cube.yaml",
                 cube + links + "workload: {type: bitonic_sort, keys: 16}\nrun: {for: 1 ms}\n");
  }

  static std::string with_memory(const std::string& of, std::string name = "") {
    if (name.empty()) name = of;
    return fmt::format(
        "  {0}_port: {{type: memory_port, of: \"{1}\"}}\n"
        "  {0}_store: {{type: dram, node: node.yaml}}\n",
        name, of);
  }
  static std::string joined(const std::string& name) {
    return fmt::format("  - {{from: {0}_port.memory, to: {0}_store.memory}}\n", name);
  }
  // That a run or a check ends like this, and says that.
  void expect(int status, const std::string& said, const std::string& arguments) {
    const Result result = shell_.run("weft run " + arguments);
    EXPECT_EQ(result.status, status) << arguments << '\n' << result.err;
    EXPECT_NE(result.err.find(said), std::string::npos) << arguments << '\n' << result.err;
  }

  Shell shell_;
};

// Three messages of 100 bytes are four packets each, the last of 4 bytes.
TEST_F(MemoryPorts, count_what_is_read_and_written) {
  const auto ran = results_of(shell_, "pair.yaml");
  EXPECT_EQ(value_of(ran, "left_port memory reads"), 12);
  EXPECT_EQ(value_of(ran, "left_port memory writes"), 0);
  EXPECT_EQ(value_of(ran, "right_port memory writes"), 12);
}

TEST_F(MemoryPorts, of_a_hypercube_sort_the_same_at_both_levels_and_take_their_time) {
  const auto sort = [&](const std::string& more) {
    const auto ran = results_of(shell_, "cube.yaml" + more);
    EXPECT_EQ(value_of(ran, "keys sorted"), 64) << more;
    return value_of(ran, "ticks");
  };
  const double ticks = sort("");
  EXPECT_EQ(sort(" --level signal"), ticks);
  EXPECT_LT(sort(" --set components.n0_port.accesses=4 --set components.n1_port.accesses=4 "
                 "--set components.n2_port.accesses=4 --set components.n3_port.accesses=4"),
            ticks);
  EXPECT_GT(ticks, sort(" --set components={} --set links=[]"));
  shell_.write("node.yaml", "name: slow\nclock: 10 ns\ndram: {word_bytes: 8, word_clocks: 100}\n");
  EXPECT_GT(sort(""), 2 * ticks);
}

// A read of 32 bytes, of an open page: 10 clocks.
TEST_F(MemoryPorts, are_seen_in_waves) {
  const Result result = shell_.run("weft run pair.yaml --trace out.vcd --trace-filter '*.memory'");
  ASSERT_EQ(result.status, 0) << result.err;
  const Vcd vcd = read_vcd(shell_.path("out.vcd"));
  const auto& command = vcd.waves.at("left_port.memory.command");
  ASSERT_GE(command.size(), 5U);
  EXPECT_EQ(command[0].number(), 1U) << "a read";
  EXPECT_EQ(command[1], (VcdChange{130 * nanosecond, "0"})) << "that has opened the page";
  EXPECT_EQ(command[2].number(), 1U);
  EXPECT_EQ(command[3].time - command[2].time, 100 * nanosecond);
  EXPECT_EQ(vcd.waves.at("left_port.memory.address")[1], (VcdChange{command[2].time, "100000"}));
  EXPECT_EQ(vcd.waves.at("left_port.memory.bytes")[0].number(), 32U);
  EXPECT_EQ(vcd.waves.at("left_port.memory.open")[1].number(), 0U);
  EXPECT_EQ(vcd.waves.at("right_port.memory.command")[1].number(), 2U) << "a write";
  EXPECT_EQ(vcd.waves.count("left_port.memory.token"), 0U) << "it is no DS-Link";
}

TEST_F(MemoryPorts, refuse_what_they_cannot_do) {
  const std::string pair = "pair.yaml --set components.";
  expect(2, "'left_port', a memory_port of nobody; expected `of:`", pair + "left_port.of=null");
  expect(2, "no t9000, and no hypercube_node with a coprocessor: 'lift'; expected left or right",
         pair + "left_port.of=lift");
  expect(2, "'left', which 'left_port' belongs to; expected one memory_port of each",
         pair + "right_port.of=left");
  expect(2, "packet_bytes (20) must be a multiple of 8 with a memory",
         pair + "left.packet_bytes=20");
  expect(2, "packets must be acknowledged with a memory",
         pair + "left.acknowledge_on=never --set components.right.acknowledge_on=never");
  expect(2, "access_bytes (24) must be 8, 16, 32 or 64", pair + "left_port.access_bytes=24");
  expect(2, "messages_at (4) must be a multiple of 8", pair + "left_port.messages_at=4");
  expect(2, "'left_port', a memory_port without a memory; expected a link from its port `memory`",
         "pair.yaml --set 'links=[{from: left.link0, to: right.link0}]'");
  expect(2, "no t9000, and no hypercube_node with a coprocessor",
         "cube.yaml --set network.cell.coprocessor=false");
  expect(2,
         "'n0_store', 524280 bytes as the memory of 'node[0]'; expected 524288 at least, which "
         "that has (memory_bytes)",
         "cube.yaml --set components.n0_store.bytes=524280");
}

TEST_F(MemoryPorts, name_what_a_memory_does_not_do) {
  expect(1,
         "platform.left_port.memory.socket at 0 s: a read of 32 bytes at address 0x10000 is "
         "answered with TLM_ADDRESS_ERROR_RESPONSE; expected TLM_OK_RESPONSE",
         "pair.yaml --set components.left_port.messages_at=65536 "
         "--set components.left_store.bytes=65536");
  expect(1, "right_port.memory.socket at", "pair.yaml --set components.right_store.bytes=64");
}

}  // namespace
}  // namespace weft::test
