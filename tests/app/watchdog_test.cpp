// Runs that stand still, as a person sees them.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/app/command.hpp"
#include "tests/testbench/ring_platform.hpp"

namespace weft::test {
namespace {

const std::string ring =
    ring_platform() +
    "workload: {type: random_traffic, message_bytes: 512, interval: 5 us}\nrun: {for: 2 ms}\n";

TEST(WatchdogOfRun, ends_a_deadlocked_run_alike_at_both_levels_and_leaves_the_trace) {
  const Shell shell;
  shell.write("ring.yaml", ring);
  const Result signal = shell.run("weft run ring.yaml --level signal --json s.json");
  const Result token = shell.run("weft run ring.yaml --level token --json t.json --trace t.vcd");
  EXPECT_EQ(signal.status, 1);
  EXPECT_EQ(token.status, 1);
  EXPECT_EQ(signal.err, token.err);
  const auto lines = lines_of(token.err);
  ASSERT_GE(lines.size(), 2U) << token.err;
  EXPECT_LE(lines.size(), 12U);
  EXPECT_EQ(lines[0].rfind("weft: error: deadlock at ", 0), 0U) << lines[0];
  EXPECT_NE(lines[1].find("waits for r"), std::string::npos) << lines[1];
  EXPECT_EQ(token.out, "");
  const std::vector<std::string> left = shell.list();
  EXPECT_EQ(std::count(left.begin(), left.end(), "t.vcd"), 1);
  EXPECT_EQ(std::count(left.begin(), left.end(), "t.json"), 0);
  EXPECT_EQ(std::count(left.begin(), left.end(), "s.json"), 0);
}

TEST(WatchdogOfRun, can_be_switched_off) {
  const Shell shell;
  shell.write("ring.yaml", ring);
  const Result result = shell.run("weft run ring.yaml --set run.watchdog=0ns");
  EXPECT_EQ(result.status, 0) << result.err;
}

TEST(WatchdogOfRun, names_programs_whose_messages_were_lost_with_a_link) {
  const Shell shell;
  shell.write("cut.yaml",
              "components: {left: {type: t9000}, right: {type: t9000}}\n"
              "links: [{from: left.link0, to: right.link0}]\n"
              "workload: {type: stream, message_bytes: 256}\n"
              "run: {for: 1 ms}\n"
              "faults: [{link: left.link0, at: 100 us}]\n");
  const Result result = shell.run("weft run cut.yaml");
  EXPECT_EQ(result.status, 1) << result.out;
  EXPECT_NE(result.err.find("weft: error: standstill at "), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("waits until its message to right is received"), std::string::npos)
      << result.err;
}

}  // namespace
}  // namespace weft::test
