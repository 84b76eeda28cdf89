// Runs that stand still, as a person sees them.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/app/command.hpp"
#include "tests/testbench/ring_platform.hpp"

namespace weft::test {
namespace {

const std::string ring =
    ring_platform() +
    "workload: {type: random_traffic, message_bytes: 512, interval: 5 us}\nrun: {for: 2 ms}\n";

TEST(WatchdogOfRun, tells_of_a_deadlock_alike_at_both_levels_in_text_json_and_trace) {
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
  EXPECT_NE(token.out.find("messages delivered"), std::string::npos) << token.out;
  const std::vector<std::string> left = shell.list();
  EXPECT_EQ(std::count(left.begin(), left.end(), "t.vcd"), 1);
  for (const char* file : {"s.json", "t.json"}) {
    const auto results = nlohmann::json::parse(shell.read(file));
    EXPECT_EQ(results["status"], "failed");
    EXPECT_LT(results["simulated_ps"].get<Time>(), 2 * millisecond);
    ASSERT_EQ(results["alarms"].size(), 1U);
    const auto& alarm = results["alarms"][0];
    EXPECT_EQ(alarm["kind"], "standstill");
    EXPECT_EQ(alarm["failure"], true);
    EXPECT_EQ("weft: error: " + alarm["text"].get<std::string>() + "\n", token.err);
  }
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

TEST(WatchdogOfRun, ends_a_deadlocked_run_at_every_level) {
  const Shell shell;
  shell.write("ring.yaml", ring);
  for (const std::string level : {"packet", "stream", "rtl"}) {
    const Result result = shell.run("weft run ring.yaml --level " + level);
    EXPECT_EQ(result.status, 1) << level << result.out;
    const auto lines = lines_of(result.err);
    ASSERT_GE(lines.size(), 2U) << level << result.err;
    EXPECT_EQ(lines[0].rfind("weft: error: deadlock at ", 0), 0U) << level << lines[0];
    EXPECT_NE(lines[1].find("waits for r"), std::string::npos) << level << lines[1];
  }
}

TEST(WatchdogOfRun, takes_a_long_packet_for_movement) {
  const Shell shell;
  for (const std::string run :
       {"two_t9000 --level packet --set defaults.t9000.packet_bytes=2048"
        " --set workload.message_bytes=2048 --for 5ms",
        "two_t9000_c104 --level rtl --set defaults.c104.routing_latency=200us"
        " --set workload.message_bytes=32 --for 2ms"}) {
    const Result result = shell.run("weft run " + run + " --json r.json");
    EXPECT_EQ(result.status, 0) << run << result.err;
    const auto results = nlohmann::json::parse(shell.read("r.json"));
    EXPECT_GT(value_of(results, "messages completed"), 0) << run;
    EXPECT_TRUE(results["alarms"].empty()) << run;
  }
}

const std::string hasty_link =
    "components: {a: {type: t9000}, b: {type: t9000}}\n"
    "links: [{from: a.link0, to: b.link0}]\n"
    "defaults: {dslink: {form: spacewire, connect_timeout: 100 ns}}\n"
    "workload: {type: stream, message_bytes: 64}\nrun: {for: 1 ms}\n";

TEST(AlarmsOfRun, tell_of_a_link_that_never_runs_and_that_nothing_arrived) {
  const Shell shell;
  shell.write("hasty.yaml", hasty_link);
  const Result result = shell.run("weft run hasty.yaml --json r.json");
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find("link utilisation mean"), std::string::npos) << "the table is printed";
  EXPECT_NE(result.err.find("the link a.link0 - b.link0 has never reached Run"), std::string::npos)
      << result.err;
  EXPECT_NE(result.err.find("no message has arrived in 1 ms"), std::string::npos) << result.err;
  const auto results = nlohmann::json::parse(shell.read("r.json"));
  EXPECT_EQ(results["status"], "failed");
  const auto& alarms = results["alarms"];
  EXPECT_EQ(std::count_if(alarms.begin(), alarms.end(),
                          [](const auto& alarm) { return alarm["failure"].template get<bool>(); }),
            2)
      << alarms;
  EXPECT_EQ(shell.run("weft run hasty.yaml --set run.watchdog=0ns").status, 0);
}

TEST(AlarmsOfRun, tell_where_packets_were_lost_by_errors_that_were_asked_for) {
  const Shell shell;
  const Result result = shell.run(
      "weft run mesh_4x4 --set defaults.dslink.error_interval=1ms --for 1ms --json r.json");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("note: node["), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("came in cut by a link error"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("lost on the way to node["), std::string::npos) << result.out;
  for (const auto& alarm : nlohmann::json::parse(shell.read("r.json"))["alarms"]) {
    EXPECT_FALSE(alarm["failure"]) << alarm;
  }
}

TEST(AlarmsOfRun, there_are_none_in_an_ordinary_run) {
  const Shell shell;
  const Result result = shell.run("weft run mesh_4x4 --for 200us --json r.json");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(nlohmann::json::parse(shell.read("r.json"))["alarms"].empty());
}

TEST(TitleOfRun, tells_what_was_set_of_the_network) {
  const Shell shell;
  const auto title = [&](const std::string& arguments) {
    const Result result = shell.run("weft run mesh_4x4 --for 120us " + arguments);
    return result.out.substr(0, result.out.find(':'));
  };
  EXPECT_EQ(title("--set workload.interval=50us"), "4x4 mesh");
  EXPECT_EQ(title("--set network.shape=3x2"), "4x4 mesh with network.shape=3x2");
  EXPECT_EQ(title("--set network.shape=3x2 --set name=small"), "small");
}

}  // namespace
}  // namespace weft::test
