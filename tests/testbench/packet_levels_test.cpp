// What holds at both levels of whole packets, packet and stream.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "platforms/netlist/input_error.hpp"
#include "platforms/system.hpp"
#include "testbench/workloads/workload.hpp"
#include "tests/testbench/level_meshes.hpp"
#include "tests/testbench/message_mesh.hpp"

namespace weft::test {
namespace {

class PacketLevels : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(PacketLevels, lose_double_and_reorder_nothing) {
  const auto& [level, width] = GetParam();
  const Platform platform = platform_of(mesh_of(level, "", "4x4", width));
  MessageMesh mesh(platform, "mesh", 10, 100, 0);
  run_for(20 * millisecond);
  expect_complete(mesh);
}

TEST_P(PacketLevels, give_the_same_times_for_the_same_seed) {
  const auto& [level, width] = GetParam();
  const Platform platform =
      platform_of(mesh_of(level, "defaults: {c104: {arbitration: random}}\n", "4x4", width));
  MessageMesh a(platform, "a", 5, 100, 0);
  MessageMesh b(platform, "b", 5, 100, 0);
  run_for(10 * millisecond);
  ASSERT_EQ(a.arrivals.size(), b.arrivals.size());
  for (std::size_t i = 0; i < a.arrivals.size(); ++i) {
    EXPECT_EQ(a.arrivals[i].time, b.arrivals[i].time);
  }
}

// A virtual channel processor puts one packet together at a time, whatever the links. At `stream`
// the first of two may have waited longer for what was on the wire: a NUL, flow control tokens.
TEST_P(PacketLevels, keep_the_service_time_between_packets_of_a_processor) {
  const auto& [level, width] = GetParam();
  constexpr Time service = 3 * microsecond;
  const Time slack = std::string_view(level) == "stream" ? 400 * nanosecond : 0;
  const Platform platform = platform_of(mesh_of(
      level, "defaults: {t9000: {service_time: 3 us, acknowledge_on: end}}\n", "3x1", width));
  MessageMesh mesh(platform, "mesh", 20, 100, 0);
  run_for(20 * millisecond);
  expect_complete(mesh);
  std::map<std::uint64_t, std::vector<Time>> sent;  // by processor
  for (const MessageMesh::Arrival& packet : mesh.arrivals) {
    sent[packet.tag.trace.id >> 40].push_back(packet.tag.trace.sent);
  }
  EXPECT_EQ(sent.size(), 3U);
  for (auto& [processor, times] : sent) {
    std::sort(times.begin(), times.end());
    for (std::size_t i = 1; i < times.size(); ++i) {
      EXPECT_GE(times[i] + slack, times[i - 1] + service);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Width, PacketLevels,
                         testing::Combine(testing::Values("packet", "stream"),
                                          testing::Values("1", "3")));

// --- time-codes

/// left - switch - right: the left T9000 and the switch are masters of time for what is to the
/// right of them.
struct TimedLine {
  TimedLine(const char* name, const std::string& levels, const char* traffic, Time interval)
      : platform(platform_of(fmt::format(
            "{}\ndefaults: {{dslink: {{form: spacewire}}}}\n"
            "components:\n  left: {{type: t9000}}\n  right: {{type: t9000}}\n"
            "  switch: {{type: c104, intervals: [{{to: 2, links: link0}}, {{to: 4, links: "
            "link1}}]}}\n"
            "links:\n  - {{from: left.link0, to: switch.link0, time_code_interval: {} ps}}\n"
            "  - {{from: switch.link1, to: right.link0, time_code_interval: {} ps}}\n{}",
            levels, interval, interval, traffic))),
        system(name, platform),
        workload(make_workload(system)) {}

  /// Of an end of a link: `from` and `to` of the first one, and of the second.
  const LinkCounters& at(std::size_t end) const { return *system.link_probes()[end].counters; }

  Platform platform;
  System system;
  std::unique_ptr<Workload> workload;
};

constexpr const char* silence = "workload: {type: none}\n";
constexpr const char* load =
    "workload: {type: stream, message_bytes: 3200, bidirectional: false}\n";

// From 30 us on the ends at `token` run too. 14 bits and one more after the due time, and up to a
// NUL before them.
TEST(TimeCodes, are_there_at_the_same_time_but_for_a_nul_on_an_idle_link_at_each_level) {
  const TimedLine tokens("tokens", "level: token", silence, 30 * microsecond);
  const TimedLine packets("packets", "level: packet", silence, 30 * microsecond);
  const TimedLine streams("streams", "level: stream", silence, 30 * microsecond);
  const TimedLine* const lines[] = {&tokens, &packets, &streams};
  run_for(30 * microsecond + 149 * nanosecond);
  for (const TimedLine* line : lines) EXPECT_EQ(line->at(1).time_codes_in, 0U);
  run_for(82 * nanosecond);
  for (const TimedLine* line : lines) EXPECT_EQ(line->at(1).time_codes_in, 1U);
  run_for(69 * 30 * microsecond);  // past 63
  for (const TimedLine* line : lines) {
    for (const std::size_t receiver : {1U, 3U}) {
      EXPECT_EQ(line->at(receiver).time_codes_in, 70U);
      EXPECT_EQ(line->at(receiver).ticks, 70U);
    }
    for (const std::size_t master : {0U, 2U}) {
      EXPECT_EQ(line->at(master).time_codes, 70U);
      EXPECT_EQ(line->at(master).time_codes_in, 0U);
    }
  }
}

// What goes through a transactor goes as tokens.
TEST(TimeCodes, pass_between_an_end_of_packets_and_one_of_tokens) {
  const TimedLine line("line", "level: token\ngroups: [{match: switch, level: packet}]", load,
                       30 * microsecond);
  run_for(millisecond);
  for (const std::size_t receiver : {1U, 3U}) {
    EXPECT_EQ(line.at(receiver).time_codes_in, 33U);
    EXPECT_EQ(line.at(receiver).ticks, 33U);
  }
}

// A code each 5 us costs 14 bits of 500, at the T9000 and at the C104. At each end of the time a
// packet of 334 bits counts or does not.
TEST(TimeCodes, under_load_are_all_there_and_cost_14_bits_each_at_each_level) {
  struct Run {
    Run(const std::string& level, Time interval)
        : line((level + (interval == 0 ? "_alone" : "_timed")).c_str(), "level: " + level, load,
               interval) {}
    void begin() {
      for (std::size_t end = 0; end < 4; ++end) before.push_back(line.at(end));
    }
    std::uint64_t bits(std::size_t end) const {
      const LinkCounters& now = line.at(end);
      return 10 * (now.data - before[end].data) + 4 * (now.ends - before[end].ends);
    }

    TimedLine line;
    std::vector<LinkCounters> before;
  };
  constexpr Time interval = 5 * microsecond;
  const std::vector<std::string> levels{"token", "packet", "stream"};
  std::deque<Run> alone;
  std::deque<Run> timed;
  for (const std::string& level : levels) {
    alone.emplace_back(level, 0);
    timed.emplace_back(level, interval);
  }
  run_for(100 * microsecond);
  for (Run& run : alone) run.begin();
  for (Run& run : timed) run.begin();
  run_for(millisecond);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    SCOPED_TRACE(levels[i]);
    for (const std::size_t master : {0U, 2U}) {
      const LinkCounters& before = timed[i].before[master + 1];
      const LinkCounters& after = timed[i].line.at(master + 1);
      EXPECT_EQ(after.time_codes_in - before.time_codes_in, millisecond / interval);
      EXPECT_EQ(after.ticks - before.ticks, millisecond / interval);
      EXPECT_NEAR(static_cast<double>(alone[i].bits(master) - timed[i].bits(master)),
                  14.0 * millisecond / interval, 2 * 334);
    }
  }
}

struct Wrong {
  const char* name;
  const char* yaml;
  const char* error;
};

class WrongLevel : public testing::TestWithParam<Wrong> {};

TEST_P(WrongLevel, is_one_error_with_its_place) {
  try {
    platform_of(GetParam().yaml);
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(GetParam().error), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Platforms, WrongLevel,
    testing::Values(
        Wrong{"contention_at_token", "network: {topology: mesh, shape: 2x2}\ncontention: free\n",
              "t.yaml:2:13: contention left out, but"},
        Wrong{"unknown_contention", "network: {topology: mesh, shape: 2x2}\ncontention: fre\n",
              "t.yaml:2:13: unknown contention: 'fre'"},
        Wrong{"no_latency_at_token",
              "network: {topology: mesh, shape: 2x2}\ndefaults: {c104: {routing_latency: 0 ns}}\n",
              "t.yaml:2:36: a routing_latency of 0 ns at"},
        Wrong{"random_headers_at_two_levels",
              "network: {topology: mesh, shape: 2x2}\nrouting: {algorithm: valiant}\n"
              "groups: [{match: 'node[0,0].router', level: packet}]\n",
              "random headers at"},
        Wrong{"contention_at_stream",
              "level: stream\nnetwork: {topology: mesh, shape: 2x2}\ncontention: free\n",
              "t.yaml:3:13: contention left out, but"},
        Wrong{"stream_meets_another_level",
              "level: stream\nnetwork: {topology: mesh, shape: 2x2}\n"
              "groups: [{match: 'node[0,0].router', level: token}]\n",
              "expected both ends at level stream, or neither"},
        Wrong{
            "random_headers_at_stream",
            "level: stream\nnetwork: {topology: mesh, shape: 2x2}\nrouting: {algorithm: valiant}\n",
            "headers that change at 'node[0,0].router', which is at level stream"},
        Wrong{"fault_at_stream",
              "level: stream\nnetwork: {topology: mesh, shape: 2x2}\n"
              "faults: [{link: 'node[0,0].router.link0', at: 1 us}]\n",
              "a fault at the c104 'node[0,0].router'"},
        Wrong{
            "two_rates_at_stream",
            "level: stream\ncomponents: {a: {type: t9000}, b: {type: t9000}, c: {type: t9000}, d: "
            "{type: t9000}}\nlinks:\n  - {from: a.link0, to: b.link0}\n"
            "  - {from: c.link0, to: d.link0, bit_rate: 50 Mbit/s}\n",
            "expected links of one rate"}),
    [](const auto& wrong) { return std::string(wrong.param.name); });

}  // namespace
}  // namespace weft::test
