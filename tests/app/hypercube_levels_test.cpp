// Hypercube nodes at the level signal through the command `weft`.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/app/command.hpp"
#include "tests/support/vcd_reader.hpp"

namespace weft::test {
namespace {

class HypercubeLevels : public testing::Test {
 protected:
  /// Without the line that names the levels and that of the wall clock.
  std::string table(const std::string& arguments) {
    const Result result = shell_.run("weft run " + arguments);
    EXPECT_EQ(result.status, 0) << result.err;
    std::string table;
    for (const std::string& line : lines_of(result.out)) {
      if (line.find(", seed ") != std::string::npos || line.find("simulated") == 0) continue;
      table += line + '\n';
    }
    return table;
  }
  /// That the table is the same at both levels, and has this in it.
  void expect_equal_tables(const std::string& arguments, const std::string& value) {
    const std::string packet = table(arguments + " --all --level packet");
    EXPECT_NE(packet.find(value), std::string::npos) << packet;
    EXPECT_EQ(table(arguments + " --all --level signal"), packet);
  }

  Shell shell_;
};

TEST_F(HypercubeLevels, tables_are_the_same_at_signal) {
  const std::string traffic =
      "hypercube_packets_64 --set network.dimensions=3 --set workload.messages=10";
  expect_equal_tables(traffic, "messages delivered");
  expect_equal_tables(traffic + " --set network.cell.routing=fixed", "messages delivered");
  const std::string cut_through = " --set network.cell.forwarding=cut_through";
  expect_equal_tables(traffic + cut_through, "messages delivered");
  expect_equal_tables(
      traffic + cut_through + " --set defaults.hypercube_link.direction=unidirectional",
      "messages delivered");
  expect_equal_tables("hypercube_bitonic_sort --set network.dimensions=3" + cut_through,
                      "keys sorted");
  expect_equal_tables("hypercube_bitonic_sort --set network.dimensions=3", "keys sorted");
  expect_equal_tables("hypercube_broadcast_product --set network.dimensions=3",
                      "rows of the matrices");
  expect_equal_tables("hypercube_arriving_vector", "overrun exceptions");
}

// Nodes on lines beside nodes that are called, with heavy load and turns on links.
TEST_F(HypercubeLevels, tables_are_the_same_where_levels_are_mixed) {
  const std::string mixed =
      " --set 'groups.+={match: \"node[1]\", level: signal}'"
      " --set 'groups.+={match: \"node[2]\", level: signal}'"
      " --set 'groups.+={match: \"node[7]\", level: signal}' --all";
  const std::string traffic =
      "hypercube_packets_64 --set network.dimensions=3 --set workload.messages=20 "
      "--set workload.interval_ticks=1024";
  for (const std::string& run :
       {traffic, traffic + " --set defaults.hypercube_link.direction=unidirectional",
        std::string("hypercube_bitonic_sort --set network.dimensions=3"),
        // those on lines, to which a header comes early, need not store
        traffic + " --set 'groups.+={match: \"node[1]\", forwarding: cut_through}'",
        std::string("hypercube_broadcast_product --set network.dimensions=3")}) {
    const std::string packet = table(run + " --all");
    EXPECT_NE(packet.find("packets arrived"), std::string::npos) << packet;
    EXPECT_EQ(table(run + mixed), packet) << run;
  }
}

// Section 6: 2 ticks a byte, 4 ticks of arbitration.
TEST_F(HypercubeLevels, waves_show_the_lines_of_a_link) {
  const Result result = shell_.run(
      "weft run hypercube_packets_64 --level signal --set network.dimensions=2 "
      "--set workload.messages=1 --set workload.mean_bytes=1 --trace w.vcd "
      "--trace-filter 'node[0].link*' --for 100us");
  ASSERT_EQ(result.status, 0) << result.err;
  const Vcd vcd = read_vcd(shell_.path("w.vcd"));
  constexpr Time tick = 10 * nanosecond;
  unsigned packets = 0;
  for (const std::string link : {"link0", "link1"}) {
    const auto wave = [&](const char* line) { return vcd.waves.at("node[0]." + link + line); };
    const auto valid = wave(".valid");
    if (valid.size() < 2) continue;  // none took that way
    ++packets;
    ASSERT_EQ(valid.size(), 3U);
    const Time begin = valid[1].time;
    EXPECT_EQ(valid[2].time, begin + 40 * tick);
    const auto wanted = wave(".wanted");
    ASSERT_EQ(wanted.size(), 3U);
    EXPECT_EQ(wanted[1].time, begin - 4 * tick);
    EXPECT_EQ(wanted[2].time, begin - 2 * tick);
    EXPECT_EQ(wave(".grant")[1].time, begin - 3 * tick);
    for (const VcdChange& byte : wave(".data")) {
      EXPECT_TRUE(byte.time == 0 || (byte.time - begin) % (2 * tick) == 0) << byte.time;
    }
  }
  EXPECT_EQ(packets, 1U);
}

TEST_F(HypercubeLevels, waves_name_a_message_by_its_nodes) {
  const Result result = shell_.run(
      "weft run hypercube_packets_64 --set network.dimensions=1 --set workload.messages=1 "
      "--set network.cell.transport=wormhole --trace w.vcd --for 100us");
  ASSERT_EQ(result.status, 0) << result.err;
  const std::string names = shell_.read("w.packets.txt");
  EXPECT_NE(names.find("0000000100000001 0 -> 1\n"), std::string::npos) << names;
  EXPECT_NE(names.find("0000000100010000 1 -> 0\n"), std::string::npos) << names;
}

TEST_F(HypercubeLevels, what_has_no_lines_is_refused) {
  const Result whole = shell_.run(
      "weft check hypercube_packets_64 --level signal --set network.cell.transport=wormhole");
  EXPECT_EQ(whole.status, 2);
  EXPECT_NE(whole.err.find("the transport wormhole at 'node[0]', at level signal"),
            std::string::npos)
      << whole.err;
  const Result early = shell_.run(
      "weft check hypercube_packets_64 --set network.cell.arbitration=hidden "
      "--set 'groups.+={match: \"node[1]\", level: signal}'");
  EXPECT_EQ(early.status, 2);
  EXPECT_NE(early.err.find("hidden arbitration at 'node[0]', at level packet beside 'node[1]'"),
            std::string::npos)
      << early.err;
  const Result cut_through = shell_.run(
      "weft check hypercube_packets_64 --set network.cell.forwarding=cut_through "
      "--set 'groups.+={match: \"node[1]\", level: signal}'");
  EXPECT_EQ(cut_through.status, 2);
  EXPECT_NE(
      cut_through.err.find("cut_through forwarding at 'node[0]', at level packet beside 'node[1]'"),
      std::string::npos)
      << cut_through.err;
  EXPECT_NE(cut_through.err.find("expected `forwarding: stored`, or one level for both"),
            std::string::npos)
      << cut_through.err;
}

}  // namespace
}  // namespace weft::test
