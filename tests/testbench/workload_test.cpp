// The workloads on small platforms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <systemc>

#include "platforms/components/processors.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/processors.hpp"
#include "platforms/system.hpp"
#include "testbench/events/event_sources.hpp"
#include "testbench/registry/platform_file.hpp"
#include "testbench/statistics/latency_statistics.hpp"
#include "testbench/statistics/link_report.hpp"
#include "testbench/workloads/boundary_exchange.hpp"
#include "testbench/workloads/random_traffic.hpp"
#include "testbench/workloads/stream.hpp"
#include "testbench/workloads/trace.hpp"
#include "testbench/workloads/workload.hpp"
#include "tests/support/run_for.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/testbench/reported.hpp"

namespace weft::test {
namespace {

Platform platform_of(std::string_view yaml) { return resolve(parse_netlist(yaml, "t.yaml")); }

constexpr const char* two_t9000s = R"(
components: {left: {type: t9000}, right: {type: t9000}}
links: [{from: left.link0, to: right.link0}]
run: {for: 5 ms, warm_up: 100 us}
workload: )";

constexpr const char* mesh_4x4 = R"(
network: {topology: mesh, shape: 4x4, width: 2, node_width: 2}
run: {warm_up: 20 us}
workload: )";

/// A platform with its workload.
template <class Type>
struct WorkloadMachine {
  explicit WorkloadMachine(const std::string& yaml, const char* name = "system")
      : platform(platform_of(yaml)), system(name, platform), made(make_workload(system)) {
    workload = dynamic_cast<Type*>(made.get());
  }

  Platform platform;
  System system;
  std::unique_ptr<Workload> made;
  Type* workload = nullptr;
};

// --- stream

TEST(WorkloadStream, one_way_reaches_the_bandwidth_of_the_model) {
  const WorkloadMachine<Stream> one(std::string(two_t9000s) + "{type: stream, message_bytes: 256}");
  run_for(5 * millisecond);
  // facts.md, T9000: 256 bytes in 10 * 256 + 14 * 8 + 8 * 8 / 8 bits of 10 ns
  const double theory = 256.0 / (2560 + 112 + 8) * 100;
  EXPECT_NEAR(value_of(one.workload->report(5 * millisecond), "throughput"), theory, 0.05);
}

TEST(WorkloadStream, both_ways_have_channels_of_their_own_and_equal_shares) {
  const WorkloadMachine<Stream> both(std::string(two_t9000s) +
                                     "{type: stream, message_bytes: 256, bidirectional: true}");
  run_for(5 * millisecond);
  const ReportedValues values = both.workload->report(5 * millisecond);
  const double there = value_of(values, "left to right throughput");
  EXPECT_NEAR(there, value_of(values, "right to left throughput"), 0.1);
  // facts.md, T9000: 8.743 MB/s is the most
  EXPECT_LT(there, 8.75);
  EXPECT_GT(there, 8.0);
}

TEST(WorkloadStream, second_sender_begins_later_and_both_end) {
  const WorkloadMachine<Stream> both(
      std::string(two_t9000s) +
      "{type: stream, bidirectional: true, messages: 10, stagger: 300 us}");
  run_for(1 * millisecond);
  const auto& directions = both.workload->directions();
  ASSERT_EQ(directions.size(), 2U);
  EXPECT_EQ(directions[0].messages.total(), 10U);
  EXPECT_EQ(directions[1].messages.total(), 10U);
  EXPECT_LT(directions[0].last, 100 * microsecond);
  EXPECT_GT(directions[1].last, 300 * microsecond);
  EXPECT_EQ(directions[1].messages.measured(), 10U);
  EXPECT_EQ(directions[0].messages.measured(), 0U);
}

TEST(WorkloadStream, statistics_agree_with_what_was_sent) {
  WorkloadMachine<Stream> one(std::string(two_t9000s) +
                              "{type: stream, message_bytes: 100, messages: 20}");
  LatencyStatistics latency;
  EventStream events;
  events.attach(latency, processor_sources(one.system), latency.kinds, EventOrder::as_reported);
  run_for(1 * millisecond);
  EXPECT_EQ(latency.messages().total(), 20U);
  EXPECT_EQ(latency.packets().total(), 20U * 4);
  EXPECT_EQ(latency.acknowledgements().total(), 20U * 4);
  EXPECT_EQ(latency.bytes().total(), 2000U);
  EXPECT_EQ(latency.hops().maximum(), 0U);
  // packets have a header of one byte, in both directions
  const LinkCounters& there = *one.system.link_probes()[0].counters;
  const LinkCounters& back = *one.system.link_probes()[1].counters;
  EXPECT_EQ(there.data, 2000U + 80);
  EXPECT_EQ(there.ends, 80U);
  EXPECT_EQ(back.data, 80U);
  EXPECT_EQ(back.ends, 80U);
}

// Of 1 ms from 100 us on; a bit takes 10 ns.
TEST(LinkReport, averages_what_the_links_carry_from_its_begin_on) {
  const WorkloadMachine<Stream> one(std::string(two_t9000s) +
                                    "{type: stream, message_bytes: 100, messages: 20}");
  const auto& probes = one.system.link_probes();
  run_for(100 * microsecond);
  const LinkReport links(one.system, 100 * microsecond);
  const LinkCounters there_before = *probes[0].counters;
  const LinkCounters back_before = *probes[1].counters;
  run_for(1 * millisecond);
  const LinkCounters there = *probes[0].counters - there_before;
  const LinkCounters back = *probes[1].counters - back_before;
  const auto percent = [](std::uint64_t bits) { return static_cast<double>(bits) / 1000; };
  const ReportedValues values = links.report(1100 * microsecond, 1 * millisecond);
  EXPECT_GT(there_before.data, 500U);
  EXPECT_GT(there.data, 500U);
  EXPECT_EQ(value_of(values, "token-hops"), static_cast<double>(there.tokens() + back.tokens()));
  EXPECT_DOUBLE_EQ(value_of(values, "link utilisation mean"),
                   percent(there.bits() + back.bits()) / 2);
  EXPECT_DOUBLE_EQ(value_of(values, "link utilisation highest"), percent(there.bits()));
}

// --- random traffic

TEST(WorkloadRandomTraffic, same_seed_same_result_and_another_seed_another) {
  const std::string yaml = std::string(mesh_4x4) +
                           "{type: random_traffic, message_bytes: 1..100, interval: 10 us, "
                           "processes: 2}\nseed: ";
  const WorkloadMachine<RandomTraffic> first(yaml + "7", "first");
  const WorkloadMachine<RandomTraffic> again(yaml + "7", "again");
  const WorkloadMachine<RandomTraffic> other(yaml + "8", "other");
  run_for(300 * microsecond);
  const ReportedValues values = first.workload->report(300 * microsecond);
  EXPECT_EQ(values, again.workload->report(300 * microsecond));
  EXPECT_NE(values, other.workload->report(300 * microsecond));
  // 32 processes, a message every 10 us
  EXPECT_NEAR(static_cast<double>(first.workload->counts().sent.total()), 32 * 30, 100);
  const auto& counts = first.workload->counts();
  EXPECT_LE(counts.received.total(), counts.sent.total());
  EXPECT_GE(counts.received.total() + 32 * 16, counts.sent.total());
  EXPECT_EQ(counts.dropped.total(), 0U);
}

TEST(WorkloadRandomTraffic, everything_that_was_sent_arrives) {
  const WorkloadMachine<RandomTraffic> traffic(
      std::string(mesh_4x4) +
      "{type: random_traffic, message_bytes: 64, interval: 20 us, "
      "distribution: fixed, max_outstanding: 4}");
  std::uint64_t sent_before = 0;
  for (int i = 0; i < 10; ++i) {
    run_for(100 * microsecond);
    EXPECT_GE(traffic.workload->counts().received.total(), sent_before);
    sent_before = traffic.workload->counts().sent.total();
  }
  EXPECT_NEAR(static_cast<double>(sent_before), 16 * 50, 16);
}

TEST(WorkloadRandomTraffic, drops_messages_beyond_those_outstanding) {
  const WorkloadMachine<RandomTraffic> traffic(
      std::string(mesh_4x4) +
      "{type: random_traffic, message_bytes: 1024, interval: 5 us, "
      "max_outstanding: 1}");
  run_for(500 * microsecond);
  const auto& counts = traffic.workload->counts();
  EXPECT_GT(counts.dropped.total(), counts.sent.total());
  EXPECT_LE(counts.sent.total(), counts.received.total() + 16);
}

// Messages that wait at their sender for others of their channel: the network sees nothing of them.
TEST(WorkloadRandomTraffic, turnaround_has_the_wait_for_the_channel) {
  const std::string yaml = std::string(mesh_4x4) +
                           "{type: random_traffic, pattern: transpose, distribution: fixed, "
                           "message_bytes: 32, max_outstanding: 10000, interval: ";
  const WorkloadMachine<RandomTraffic> calm(yaml + "50 us}", "calm");
  const WorkloadMachine<RandomTraffic> crowded(yaml + "1 us}", "crowded");
  run_for(millisecond);
  const ReportedValues few = calm.workload->report(millisecond);
  const ReportedValues many = crowded.workload->report(millisecond);
  EXPECT_GT(value_of(few, "message turnaround minimum"), 800) << "headers through two C104s";
  EXPECT_LT(value_of(few, "message turnaround maximum"), 20'000);
  EXPECT_GT(value_of(many, "message turnaround mean"), 200'000);
}

TEST(WorkloadRandomTraffic, each_request_is_answered_once) {
  const WorkloadMachine<RandomTraffic> traffic(
      std::string(mesh_4x4) +
      "{type: random_traffic, message_bytes: 40, interval: 50 us, "
      "distribution: fixed, reply_bytes: 8}");
  run_for(1 * millisecond);
  const std::uint64_t requests = traffic.workload->counts().sent.total();
  EXPECT_NEAR(static_cast<double>(requests), 16 * 20, 16);
  // all but those of the last moment
  const std::uint64_t received = traffic.workload->counts().received.total();
  EXPECT_LE(received, 2 * requests);
  EXPECT_GE(received + 32, 2 * requests);
  const ReportedValues values = traffic.workload->report(1 * millisecond);
  const double shortest = value_of(values, "round trip minimum");
  // 40 and 8 bytes at 100 ns a byte, each over two links at least
  EXPECT_GT(shortest, 2 * (40 + 8) * 100 / 2);
  EXPECT_LT(shortest, 20'000);
  EXPECT_GE(value_of(values, "round trip maximum"), shortest);
}

TEST(WorkloadRandomTraffic, destinations_within_a_radius_are_cut_off_at_the_edge) {
  const Platform platform = platform_of(std::string(mesh_4x4) + "{type: random_traffic}");
  const TrafficNodes nodes = traffic_processors(platform);
  std::vector<std::size_t> sizes;
  for (const Destinations& one : destinations_of_all(nodes, 1)) sizes.push_back(one.size());
  EXPECT_EQ(std::count(sizes.begin(), sizes.end(), 3), 4);  // corners
  EXPECT_EQ(std::count(sizes.begin(), sizes.end(), 5), 8);
  EXPECT_EQ(std::count(sizes.begin(), sizes.end(), 8), 4);
  RandomStream stream(1, "draw");
  std::vector<int> drawn(16, 0);
  const Destinations anywhere = destinations_of_all(nodes, 0)[5];
  EXPECT_EQ(anywhere.size(), 15U);
  for (int i = 0; i < 15'000; ++i) ++drawn[anywhere.draw(stream)];
  EXPECT_EQ(drawn[5], 0);
  for (std::size_t i = 0; i < 16; ++i) {
    if (i == 5) continue;
    EXPECT_NEAR(drawn[i], 1000, 150) << i;
  }
}

TEST(WorkloadRandomTraffic, mean_path_is_the_thesis_9_5_hops) {
  const Platform platform = platform_of(
      "network: {topology: mesh, shape: 16x16, width: 1}\n"
      "routing: {addressing: processor}\nworkload: {type: random_traffic, radius: 8}");
  RandomStream stream(1, "path");
  double sum = 0;
  constexpr int draws = 1000;
  const auto all = destinations_of_all(traffic_processors(platform), 8);
  for (std::size_t i = 0; i < 256; ++i) {
    const Destinations& destinations = all[i];
    const auto& here = processors_of(platform)[i].coordinates;
    for (int n = 0; n < draws; ++n) {
      const auto& there = processors_of(platform)[destinations.draw(stream)].coordinates;
      for (unsigned d = 0; d < 2; ++d) {
        sum += std::max(here[d], there[d]) - std::min(here[d], there[d]);
      }
    }
  }
  // facts.md, workload: 9.483 with the links of injection and delivery
  EXPECT_NEAR(sum / (256 * draws) + 2, 9.483, 0.02);
}

// --- trace

TEST(WorkloadTrace, messages_leave_at_the_times_of_the_file_in_their_order) {
  const TemporaryFolder folder;
  const std::string file = folder
                               .write("messages.txt",
                                      "# time, source, destination, bytes\n"
                                      "120 us right left 64\n"
                                      "10 us left right 1000\n"
                                      "10.5 us left right 1   # behind the one before\n")
                               .string();
  WorkloadMachine<Trace> trace(std::string(two_t9000s) + "{type: trace, file: " + file + "}");
  LatencyStatistics latency;
  EventStream events;
  events.attach(latency, processor_sources(trace.system), latency.kinds, EventOrder::as_reported);
  run_for(10 * microsecond);
  EXPECT_EQ(latency.messages().total(), 0U);
  run_for(110 * microsecond);
  EXPECT_EQ(latency.messages().total(), 2U);
  run_for(100 * microsecond);
  EXPECT_EQ(latency.messages().total(), 3U);
  EXPECT_EQ(latency.bytes().total(), 1065U);
  // from 100 us on
  EXPECT_EQ(value_of(trace.workload->report(220 * microsecond), "messages sent"), 1);
}

// --- boundary exchange

TEST(WorkloadBoundaryExchange, never_stalls_and_keeps_neighbours_within_one_iteration) {
  const WorkloadMachine<BoundaryExchange> exchange(std::string(mesh_4x4) +
                                                   "{type: boundary_exchange, processes: 8x8}");
  std::uint64_t before = 0;
  for (int i = 0; i < 5; ++i) {
    run_for(100 * microsecond);
    const auto& nodes = exchange.workload->nodes();
    ASSERT_EQ(nodes.size(), 64U);
    std::uint64_t fewest = nodes[0].exchanges.total();
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      const std::uint64_t here = nodes[n].exchanges.total();
      fewest = std::min(fewest, here);
      for (const std::size_t next : {n / 8 * 8 + (n + 1) % 8, (n + 8) % 64}) {
        const std::uint64_t there = nodes[next].exchanges.total();
        EXPECT_LE(std::max(here, there) - std::min(here, there), 1U);
      }
    }
    EXPECT_GT(fewest, before + 3);
    before = fewest;
  }
  const ReportedValues values = exchange.workload->report(500 * microsecond);
  EXPECT_GT(value_of(values, "exchange rate of a process"), 10);
}

TEST(WorkloadBoundaryExchange, counts_nothing_of_the_warm_up) {
  const WorkloadMachine<BoundaryExchange> exchange(R"(
network: {topology: mesh, shape: 4x4, width: 2, node_width: 2}
run: {for: 500 us, warm_up: 400 us}
workload: {type: boundary_exchange, processes: 8x8})");
  run_for(500 * microsecond);
  const ReportedValues values = exchange.workload->report(500 * microsecond);
  const double mean = value_of(values, "exchanges") / 64;
  EXPECT_GT(value_of(values, "fewest exchanges of a process"), 0);
  EXPECT_LE(value_of(values, "fewest exchanges of a process"), mean);
  EXPECT_GE(value_of(values, "most exchanges of a process"), mean);
}

TEST(WorkloadBoundaryExchange, four_processes_share_a_processor) {
  const WorkloadMachine<BoundaryExchange> exchange(std::string(mesh_4x4) +
                                                   "{type: boundary_exchange}");
  std::vector<int> on(16, 0);
  for (const auto& node : exchange.workload->nodes()) {
    ++on[node.processor];
    int local = 0;
    for (const Socket& socket : node.sockets) local += socket.local() ? 1 : 0;
    EXPECT_EQ(local, 2);
  }
  EXPECT_EQ(on, std::vector<int>(16, 4));
}

TEST(WorkloadBoundaryExchange, neighbours_on_both_sides_have_two_sockets) {
  const WorkloadMachine<BoundaryExchange> exchange(R"(
network: {topology: mesh, shape: 2x2, width: 2, node_width: 2}
workload: {type: boundary_exchange, processes: 2x2, message_bytes: 100})");
  run_for(300 * microsecond);
  for (const auto& node : exchange.workload->nodes()) {
    EXPECT_EQ(node.sockets.size(), 4U);
    EXPECT_GT(node.exchanges.total(), 5U);
  }
}

TEST(WorkloadBoundaryExchange, one_dimension_and_three_work_too) {
  const WorkloadMachine<BoundaryExchange> line(R"(
network: {topology: mesh, shape: 4}
workload: {type: boundary_exchange, processes: 4})",
                                               "line");
  const WorkloadMachine<BoundaryExchange> hypercube(R"(
network: {topology: mesh, shape: 2x2x2}
routing: {channels: 24}
workload: {type: boundary_exchange, processes: 4x4x4})",
                                                    "cube");
  run_for(1 * millisecond);
  for (const auto* exchange : {&line, &hypercube}) {
    for (const auto& node : exchange->workload->nodes()) EXPECT_GT(node.exchanges.total(), 5U);
  }
}

TEST(WorkloadBoundaryExchange, needs_enough_virtual_channels) {
  const Platform platform = platform_of(R"(
network: {topology: mesh, shape: 2x2}
workload: {type: boundary_exchange, processes: 4x4})");
  System system("system", platform);
  try {
    make_workload(system);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what())
                  .find("t.yaml:3:11: a workload that needs 5 or more virtual "
                        "channels at 'node[0,0].cpu', which has 4"),
              std::string::npos)
        << error.what();
  }
}

TEST(WorkloadBoundaryExchange, does_the_same_on_wires_as_on_tokens) {
  const std::string yaml = R"(
network: {topology: mesh, shape: 2x2, width: 2, node_width: 2}
routing: {channels: 8}
workload: {type: boundary_exchange, message_bytes: 40}
level: )";
  const WorkloadMachine<BoundaryExchange> wires(yaml + "signal", "wires");
  const WorkloadMachine<BoundaryExchange> tokens(yaml + "token", "tokens");
  run_for(60 * microsecond);
  EXPECT_GT(wires.workload->exchanges().total(), 20U);
  EXPECT_EQ(wires.workload->report(60 * microsecond), tokens.workload->report(60 * microsecond));
}

// --- none

TEST(Workload, none_is_nothing) {
  const Platform platform = platform_of(std::string(two_t9000s) + "{type: none}");
  System system("system", platform);
  EXPECT_EQ(make_workload(system), nullptr);
  run_for(10 * microsecond);
}

}  // namespace
}  // namespace weft::test
