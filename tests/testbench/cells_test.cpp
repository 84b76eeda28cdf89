// iWarp cells of a platform file with coroutine programs: levels, workloads, faults.
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <systemc>

#include "platforms/components/cells.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/override.hpp"
#include "platforms/system.hpp"
#include "testbench/families/iwarp/cell_waits.hpp"
#include "testbench/programs/pathway_programs.hpp"
#include "testbench/statistics/cell_statistics.hpp"
#include "testbench/workloads/pathway_traffic.hpp"
#include "testbench/workloads/workload.hpp"
#include "tests/support/expected_report.hpp"
#include "tests/support/ready_platform.hpp"
#include "tests/testbench/cell_pair.hpp"
#include "tests/testbench/reported.hpp"

namespace weft {
namespace {

using test::Pair;
using test::ready;
using test::run_for;
using test::straight;

struct Recorder final : tlm::tlm_analysis_if<WordEvent> {
  std::vector<WordEvent> events;
  void write(const WordEvent& event) override { events.push_back(event); }
};

/// A platform with its workload and a record of every bus.
struct Recorded {
  Recorded(const std::string& name, Platform given)
      : platform(std::move(given)),
        system(name.c_str(), platform),
        workload(make_workload(system)),
        recorders(bus_count * cells_of(system).size()) {
    for (const CellView& cell : cells_of(system)) {
      for (const Bus bus : all_busses) {
        cell.reports->words(bus).bind(recorders[cell.address * bus_count + index_of(bus)]);
      }
    }
  }
  double value(const std::string& name) const {
    return test::value_of(workload->report(platform.run.duration), name);
  }

  Platform platform;
  System system;
  std::unique_ptr<Workload> workload;
  std::deque<Recorder> recorders;
};

const std::vector<std::string> half{
    "groups=[{match: 'node[0,*]', level: signal}, "
    "{match: 'node[2,*]', level: signal}]"};

// Of three runs.
void expect_equal_words(const std::deque<Recorded>& runs, std::size_t at_least) {
  std::size_t words = 0;
  for (std::size_t i = 0; i < runs[0].recorders.size(); ++i) {
    words += runs[0].recorders[i].events.size();
    EXPECT_EQ(runs[0].recorders[i].events, runs[1].recorders[i].events) << "bus " << i;
    EXPECT_EQ(runs[0].recorders[i].events, runs[2].recorders[i].events) << "bus " << i;
  }
  EXPECT_GT(words, at_least);
}

struct CellLevels : testing::TestWithParam<std::tuple<std::string, unsigned>> {};

INSTANTIATE_TEST_SUITE_P(Seed, CellLevels,
                         testing::Combine(testing::Values("iwarp_mesh_4x4", "iwarp_hexagonal_4x4",
                                                          "iwarp_torus_8x8"),
                                          testing::Values(1U, 2U)));

// The same words at the same times on every bus, whatever the mix.
TEST_P(CellLevels, agree_on_every_word_of_random_pathways) {
  const auto& [name, seed] = GetParam();
  std::vector<std::string> common{fmt::format("seed={}", seed), "network.shape=4x4"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), common.begin(), common.end());
    return ready(name, more);
  };
  std::deque<Recorded> runs;
  runs.emplace_back("signal", with({"level=signal"}));
  runs.emplace_back("word", with({"level=word"}));
  runs.emplace_back("mixed", with(half));
  run_for(150 * microsecond);
  expect_equal_words(runs, 5000);
  EXPECT_GT(runs[0].value("messages received"), 50);
}

TEST(CellWorkloads, traffic_checks_what_comes_through_spooling_gates) {
  Recorded traffic("spools", ready("iwarp_ring_8", {"workload.receive=spools"}));
  run_for(200 * microsecond);
  EXPECT_GT(traffic.value("messages received"), 50);
}

TEST(CellWorkloads, traffic_keeps_nothing_of_messages_that_have_come_in) {
  Recorded traffic("kept", ready("iwarp_ring_8"));
  run_for(3 * millisecond);
  EXPECT_GT(traffic.value("messages received"), 1000);
  const auto& workload = dynamic_cast<const PathwayTraffic&>(*traffic.workload);
  EXPECT_LE(workload.messages_under_way(), 2 * cells_of(traffic.system).size());
}

TEST(CellWorkloads, traffic_gives_numbers_of_messages_again) {
  SentMessages sent;
  const std::uint32_t numbers = 1U << SentMessages::number_bits;
  for (std::uint32_t i = 0; i < numbers + 3; ++i) {
    const std::uint32_t number = sent.add({i, 1});
    ASSERT_EQ(number, i % numbers);
    ASSERT_EQ(sent.take(number)->begin, i);
  }
  EXPECT_EQ(sent.under_way(), 0U);
  EXPECT_FALSE(sent.take(2).has_value());
}

TEST(CellWorkloads, traffic_goes_round_a_dead_cell) {
  Recorded traffic("faulty", ready("iwarp_mesh_4x4", {"faults.+={component: 'node[1,1]'}"}));
  run_for(200 * microsecond);
  EXPECT_GT(traffic.value("messages received"), 50);
  for (const Bus bus : all_busses) {
    EXPECT_TRUE(traffic.recorders[5 * bus_count + index_of(bus)].events.empty());
  }
}

// In the midst of words.
constexpr Time cut = 50'030 * nanosecond;

std::vector<std::string> with_a_cut_bus(std::vector<std::string> more) {
  more.insert(more.end(),
              {"network.shape=4x4", "faults.+={link: 'node[1,1].x_right', at: 50030 ns}"});
  return more;
}

TEST(CellWorkloads, nothing_crosses_busses_that_are_cut_in_the_run_and_new_pathways_go_round) {
  Recorded traffic("cut",
                   ready("iwarp_torus_8x8", {"faults.+={component: 'node[4,4]', at: 50030 ns}"}));
  run_for(400 * microsecond);
  std::size_t used = 0;   // of the cut busses
  std::size_t later = 0;  // of the others, used long after
  for (const BusSpec& bus : traffic.platform.busses) {
    const CellView& cell = cells_of(traffic.system)[*traffic.platform.cell_of(bus.from.component)];
    const auto& words = traffic.recorders[cell.address * bus_count + bus.from.port].events;
    if (words.empty()) continue;
    if (bus.whole_at(cut)) {
      if (words.back().begin > 300 * microsecond) ++later;
      continue;
    }
    ++used;
    EXPECT_LE(words.back().begin + 2 * cell.clock, cut);
  }
  EXPECT_GT(used, 0U);
  EXPECT_GT(later, 60U);
}

TEST(CellWorkloads, levels_agree_when_a_bus_is_cut_in_the_run) {
  std::deque<Recorded> runs;
  runs.emplace_back("signal", ready("iwarp_torus_8x8", with_a_cut_bus({"level=signal"})));
  runs.emplace_back("word", ready("iwarp_torus_8x8", with_a_cut_bus({"level=word"})));
  runs.emplace_back("mixed", ready("iwarp_torus_8x8", with_a_cut_bus(half)));
  run_for(150 * microsecond);
  expect_equal_words(runs, 3000);
}

// 1,024 cells, the largest system.
TEST(CellWorkloads, run_on_a_torus_of_32x32) {
  Recorded traffic("large", ready("iwarp_torus_32x32", {"run.warm_up=0 ns"}));
  run_for(30 * microsecond);
  EXPECT_EQ(cells_of(traffic.system).size(), 1024U);
  EXPECT_GT(traffic.value("messages received"), 100);
}

// --- programs that go wrong

std::string error_of_run(Time duration) {
  const test::ExpectedReport awaited(sc_core::SC_ID_SIMULATION_UNCAUGHT_EXCEPTION_);
  try {
    run_for(duration);
  } catch (const sc_core::sc_report& report) {
    return report.get_msg();
  }
  return {};
}

Program reads_an_unbound_gate(CellProcess& cell) {
  co_await cell.compute(9);
  co_await cell.read(1);
}

TEST(CellPrograms, that_read_a_gate_bound_to_nothing_end_the_run) {
  Pair pair("unbound");
  pair.processes.start(pair.left, reads_an_unbound_gate);
  const CellWaits waits(pair.system, pair.positions());
  EXPECT_EQ(error_of_run(10 * microsecond),
            "program 'left': operation 2: input gate 1 is bound to nothing, at clock 9");
}

Program asks_for_a_channel_too_many(CellProcess& cell) {
  co_await cell.acquire(25, Bus::x_right, 0);
}

TEST(CellPrograms, that_use_more_channels_than_there_are_end_the_run) {
  Pair pair("channels");
  pair.processes.start(pair.left, asks_for_a_channel_too_many);
  const CellWaits waits(pair.system, pair.positions());
  EXPECT_EQ(error_of_run(10 * microsecond),
            "program 'left': operation 1: there is no logical input channel 25, at clock 0");
}

// Sends eight words, of which the other cell's spooling gate has room for four, and never looks.
Program sends_eight(CellProcess& cell) {
  const Pathway way = straight(Bus::x_right, 0, 1);
  co_await open_pathway(cell, cell.own_channel(), way);
  for (unsigned i = 0; i < 8; ++i) co_await cell.send_word(cell.own_channel(), i);
}

Program spools_four(CellProcess& cell) {
  const AgentStatus arrival = co_await cell.await_event(events(AgentEvent::pathway_begin));
  co_await cell.bind_input(0, arrival.channel);
  co_await cell.read(0);
  SpoolSettings spool;
  spool.channel = arrival.channel;
  spool.limit = 16;
  spool.words = 8;
  co_await cell.start_spool(3, spool);
  co_await cell.compute(100);
}

TEST(CellPrograms, that_spool_past_the_limit_unseen_end_the_run) {
  Pair pair("limit");
  pair.processes.start(pair.left, sends_eight);
  pair.processes.start(pair.right, spools_four);
  const CellWaits waits(pair.system, pair.positions());
  const std::string error = error_of_run(100 * microsecond);
  EXPECT_NE(error.find("program 'right': operation "), std::string::npos) << error;
  EXPECT_NE(error.find("spooling gate 3 has come to its limit, 0x10"), std::string::npos) << error;
}

/// Rows that cells split off their pathway: number of words, clock, level.
struct CellRows : testing::TestWithParam<std::tuple<unsigned, std::string, std::string>> {};

INSTANTIATE_TEST_SUITE_P(Split, CellRows,
                         testing::Values(std::tuple(256U, "25ns", "word"),
                                         std::tuple(512U, "25ns", "word"),
                                         std::tuple(256U, "31ns", "word"),
                                         std::tuple(512U, "100ns", "word"),
                                         std::tuple(256U, "25ns", "signal")));

// While a cell reads its part, nothing is linked to the channel that feeds the next one.
TEST_P(CellRows, are_no_deadlock_while_one_is_split) {
  const auto& [words, clock, level] = GetParam();
  Platform platform =
      ready("iwarp_rows_8", {fmt::format("workload.words={}", words),
                             "defaults={iwarp: {clock: " + clock + "}}", "level=" + level});
  platform.run.watchdog = 20 * microsecond;
  System system("rows", platform);
  const auto workload = make_workload(system);
  ProgramPositions positions;
  workload->add_to(positions);
  CellWaits waits(system, positions);
  const Time end = (level == "signal" ? 2 : 20) * millisecond;
  for (Time now = 0; now < end;) {
    run_for(platform.run.watchdog);
    now += platform.run.watchdog;
    ASSERT_EQ(waits.look(now), "");
  }
  EXPECT_GT(test::value_of(workload->report(end), "rows"), 5);
}

}  // namespace
}  // namespace weft
