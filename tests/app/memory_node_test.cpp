// Nodes with memory as components, through the command `weft`.
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/command.hpp"

namespace weft::test {
namespace {

const std::string t3d = WEFT_SOURCE_DIR "/platforms/nodes/t3d.yaml";

class MemoryNodes : public testing::Test {
 protected:
  // Two nodes, the left one of which sends to the right one.
  MemoryNodes() {
    const std::string node = "{type: memory_node, node: " + t3d + "}\n";
    shell_.write("pair.yaml",
                 "components:\n  left: " + node + "  right: " + node +
                     "  store: {type: dram, node: " + t3d +
                     "}\n"
                     "links:\n  - {from: left.network, to: right.network}\n"
                     "  - {from: store.memory, to: right.memory}\n"
                     "workload: {type: basic_transfer, transfer: 1S0, receive: 0D64, words: 512}\n"
                     "run: {for: 500 us}\n");
  }

  nlohmann::json values(const std::string& arguments) {
    const Result result = shell_.run("weft run " + arguments + " --json ran.json");
    EXPECT_EQ(result.status, 0) << result.err;
    return nlohmann::json::parse(shell_.read("ran.json"));
  }
  // That a run of the pair ends like this, and says that.
  void expect(int status, const std::string& said, const std::string& arguments) {
    const Result result = shell_.run("weft run pair.yaml " + arguments);
    EXPECT_EQ(result.status, status) << arguments << '\n' << result.err;
    EXPECT_NE(result.err.find(said), std::string::npos) << arguments << '\n' << result.err;
  }

  Shell shell_;
};

// The same node by itself, simulated without SystemC.
TEST_F(MemoryNodes, take_the_clocks_that_are_measured) {
  const Result measured = shell_.run("weft copy-transfer measure --node t3d --words 2048");
  for (const char* transfer : {"1C1", "1C64", "wC1"}) {
    const auto ran = values(std::string("copying_node --set workload.words=2048 "
                                        "--set workload.transfer=") +
                            transfer);
    std::string name;
    double rate = 0;
    double clocks = 0;
    for (const std::string& line : lines_of(measured.out)) {
      std::istringstream row(line);
      if (row >> name && name == transfer) row >> rate >> clocks;
    }
    EXPECT_NEAR(value_of(ran, "node clocks of the transfer") / 2048, clocks, 0.005) << transfer;
    EXPECT_NEAR(value_of(ran, "node throughput of elements"), rate, 0.05) << transfer;
  }
}

TEST_F(MemoryNodes, send_to_each_other_and_what_arrives_is_compared) {
  const auto ran = values("pair.yaml");
  EXPECT_EQ(value_of(ran, "left packets sent"), 512) << "words that lie apart, one by one";
  EXPECT_EQ(value_of(ran, "right memory writes"), 512);
  EXPECT_EQ(value_of(ran, "right instructions"), 0) << "the deposit engine stores them";
  // of a packet of a word, 14 clocks of the T3D's port and 4 of 2 bytes
  EXPECT_GE(value_of(ran, "right clocks of the transfer"), 512 * 18);
}

TEST_F(MemoryNodes, say_what_is_lost_or_not_at_its_end) {
  expect(1, "left: 512 packets lost, as its port network leads nowhere",
         "--set 'links=[{from: store.memory, to: right.memory}]'");
  const Result result = shell_.run("weft run pair.yaml --for 20us");
  EXPECT_EQ(result.status, 0) << "both are at work: " << result.err;
  EXPECT_NE(result.out.find("note: left: not at the end of what it does at 20 us"),
            std::string::npos)
      << result.out;
}

TEST_F(MemoryNodes, refuse_what_they_cannot_do) {
  const std::string set = "--set workload.";
  expect(2,
         "--set workload.transfer: '0R1' as `transfer` of a basic_transfer; expected what a node "
         "does by itself: C, S or F",
         set + "transfer=0R1");
  expect(2, "'1F0' at 'left', which has no engine that fetches; expected S in place of F",
         set + "transfer=1F0");
  expect(2, "'0R1' at 'right', whose processor cannot load from its port; expected D in place of R",
         set + "receive=0R1");
  expect(2, "--set workload.words: 1000000 words, which take 512", set + "words=1000000");
  expect(2, "'left', a memory_node without a node; expected `node:`, a file such as",
         "--set components.left.node=null");
  expect(2, "no such file; expected a readable file of a node",
         "--set components.left.node=none.yaml");
  expect(2,
         "'store', a dram that is linked to nothing; expected a link to the port `memory` of a "
         "memory_node or memory_port",
         "--set links=[]");
  expect(2,
         "'left.memory' and 'right.memory', which are both initiators of memory, by a "
         "memory_socket; expected a node at one end and a memory at the other",
         "--set links.1.from=left.memory --set 'components.store={type: memory_node, node: " + t3d +
             "}'");
  expect(1,
         "platform.right.memory.socket: debug transport of a write of 8 bytes at address 0x1000000 "
         "moves 0; "
         "expected 8",
         "--set components.store.bytes=65536");
}

}  // namespace
}  // namespace weft::test
