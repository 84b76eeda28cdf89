// Workloads that are wrong: one error that says where, what and instead of what.
#include <string>

#include <gtest/gtest.h>

#include "tests/platforms/bad_input.hpp"
#include "tests/support/temporary_folder.hpp"

namespace weft::test {
namespace {

TEST(BadInput, Workloads) {
  EXPECT_EQ(error_of(pair + "workload: {type: stream, to: c}\n"),
            "t.yaml:6:30: unknown t9000 as to: 'c'; expected a or b");
  EXPECT_EQ(error_of(pair + "workload: {type: stream, to: a}\n"),
            "t.yaml:6:30: a stream from 'a' to itself; expected two t9000s");
  EXPECT_EQ(error_of(pair + "workload: {type: boundary_exchange}\n"),
            "t.yaml:6:11: a boundary exchange without a grid of t9000s; expected a mesh, torus "
            "or hypercube, each node of which gets processes");
  EXPECT_EQ(error_of(mesh("workload: {type: boundary_exchange, processes: 3x4}\n")),
            "t.yaml:4:48: 3x4 processes on 2x2 nodes; expected a multiple of the nodes on each "
            "side");
  EXPECT_EQ(
      error_of(pair + "workload: {type: random_traffic, message_bytes: 5..2}\n"),
      "t.yaml:6:49: '5..2' for 'message_bytes'; expected a number, or a range such as 1..256");
}

std::string traffic(const std::string& network, const std::string& keys) {
  return error_of("network: {" + network + "}\nworkload: {type: random_traffic, " + keys + "}\n");
}

TEST(BadInput, PatternsThatDoNotFit) {
  const std::string oblong = "topology: mesh, shape: 3x2";
  EXPECT_EQ(traffic(oblong, "pattern: transpose"),
            "t.yaml:2:43: pattern 'transpose' on 6 nodes; expected a square, or a power of four");
  EXPECT_EQ(traffic("topology: mesh, shape: 4x2", "pattern: transpose"),
            "t.yaml:2:43: pattern 'transpose' on 8 nodes; expected a square, or a power of four");
  EXPECT_EQ(traffic(oblong, "pattern: bit_reverse"),
            "t.yaml:2:43: pattern 'bit_reverse' on 6 nodes; expected a power of two");
  EXPECT_EQ(traffic(oblong, "pattern: permutation"),
            "t.yaml:2:43: pattern 'permutation' without a file; expected `file:`, such as "
            "permutation.txt");
  EXPECT_EQ(traffic(oblong, "pattern: tornado, radius: 2"),
            "t.yaml:2:60: a radius with pattern 'tornado'; expected it with 'uniform' only");
  EXPECT_EQ(traffic(oblong, "pattern: hot_spot, hot: 'node[0,0].cqu'").substr(0, 74),
            "t.yaml:2:58: unknown t9000 as hot: 'node[0,0].cqu'; expected node[0,0].cpu");
  EXPECT_EQ(traffic(oblong, "interval: 5 us, distribution: bernoulli, slot: 6 us"),
            "t.yaml:2:81: a slot longer than the mean interval; expected it to be no longer");
}

TEST(BadInput, FilesOfPairsAndMessages) {
  const TemporaryFolder folder;
  const auto pairs = [&](const std::string& text) {
    const std::string file = folder.write("pairs.txt", text).string();
    const std::string error =
        traffic("topology: mesh, shape: 2x1", "pattern: permutation, file: " + file);
    return error.substr(error.find("pairs.txt"));
  };
  EXPECT_EQ(pairs("node[0,0].cpu\n"),
            "pairs.txt:1:1: a line of 1 word; expected a source and a destination");
  EXPECT_EQ(pairs("node[0,0].cpu node[2,0].cpu\n"),
            "pairs.txt:1:15: unknown t9000 as destination: 'node[2,0].cpu'; expected "
            "node[0,0].cpu or node[1,0].cpu; did you mean 'node[0,0].cpu'?");
  EXPECT_EQ(pairs("node[0,0].cpu node[1,0].cpu\n\nnode[1,0].cpu node[1,0].cpu\n"),
            "pairs.txt:3:15: 'node[1,0].cpu' a second time as a destination; expected each t9000 "
            "once at most");
  const auto messages = [&](const std::string& text) {
    const std::string file = folder.write("trace.txt", text).string();
    const std::string error = error_of(pair + "workload: {type: trace, file: " + file + "}\n");
    return error.substr(error.find("trace.txt"));
  };
  EXPECT_EQ(messages("5 a b 64\n"),
            "trace.txt:1:1: a line of 4 words; expected a time with its unit, source, destination "
            "and bytes, such as '1.5 us node[0].cpu node[3].cpu 64'");
  EXPECT_EQ(messages("5 us a a 64\n"),
            "trace.txt:1:8: a message from 'a' to itself; expected two t9000s");
  EXPECT_EQ(messages("5 us a b 0\n"), "trace.txt:1:10: '0' for 'bytes'; expected 1..1048576");
  EXPECT_EQ(messages("1.5us a b 0\n"), "trace.txt:1:11: '0' for 'bytes'; expected 1..1048576");
  EXPECT_EQ(error_of(pair + "workload: {type: trace}\n"),
            "t.yaml:6:11: a trace without a file; expected `file:`, such as messages.txt");
}

}  // namespace
}  // namespace weft::test
