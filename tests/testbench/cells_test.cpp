// iWarp cells of a platform file with coroutine programs: levels, workloads, faults.
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <systemc>

#include "hw/common/random.hpp"
#include "platforms/components/cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/override.hpp"
#include "platforms/system.hpp"
#include "testbench/families/iwarp/cell_waits.hpp"
#include "testbench/programs/assembly_programs.hpp"
#include "testbench/programs/pathway_programs.hpp"
#include "testbench/registry/platform_file.hpp"
#include "testbench/statistics/cell_statistics.hpp"
#include "testbench/workloads/destination_pattern.hpp"
#include "testbench/workloads/pathway_traffic.hpp"
#include "testbench/workloads/traffic_nodes.hpp"
#include "testbench/workloads/workload.hpp"
#include "tests/support/expected_report.hpp"
#include "tests/support/ready_platform.hpp"
#include "tests/support/temporary_folder.hpp"
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
struct RecordedWords {
  RecordedWords(const std::string& name, Platform given)
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
void expect_equal_words(const std::deque<RecordedWords>& runs, std::size_t at_least) {
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
  std::deque<RecordedWords> runs;
  runs.emplace_back("signal", with({"level=signal"}));
  runs.emplace_back("word", with({"level=word"}));
  runs.emplace_back("mixed", with(half));
  run_for(150 * microsecond);
  expect_equal_words(runs, 5000);
  EXPECT_GT(runs[0].value("messages received"), 50);
}

TEST(CellWorkloads, traffic_checks_what_comes_through_spooling_gates) {
  RecordedWords traffic("spools", ready("iwarp_ring_8", {"workload.receive=spools"}));
  run_for(200 * microsecond);
  EXPECT_GT(traffic.value("messages received"), 50);
}

TEST(CellWorkloads, traffic_keeps_nothing_of_messages_that_have_come_in) {
  RecordedWords traffic("kept", ready("iwarp_ring_8"));
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
  RecordedWords traffic("faulty", ready("iwarp_mesh_4x4", {"faults.+={component: 'node[1,1]'}"}));
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
  RecordedWords traffic(
      "cut", ready("iwarp_torus_8x8", {"faults.+={component: 'node[4,4]', at: 50030 ns}"}));
  run_for(400 * microsecond);
  std::size_t used = 0;   // of the cut busses
  std::size_t later = 0;  // of the others, used long after
  for (const BusSpec& bus : traffic.platform.busses) {
    const CellView& cell = cells_of(traffic.system)[*cell_of(traffic.platform, bus.from.component)];
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
  std::deque<RecordedWords> runs;
  runs.emplace_back("signal", ready("iwarp_torus_8x8", with_a_cut_bus({"level=signal"})));
  runs.emplace_back("word", ready("iwarp_torus_8x8", with_a_cut_bus({"level=word"})));
  runs.emplace_back("mixed", ready("iwarp_torus_8x8", with_a_cut_bus(half)));
  run_for(150 * microsecond);
  expect_equal_words(runs, 3000);
}

struct CellPatterns : testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Of, CellPatterns,
                         testing::Values("uniform", "transpose", "bit_complement", "bit_reverse",
                                         "shuffle", "tornado", "neighbour", "hot_spot",
                                         "all_to_all", "permutation"),
                         [](const auto& pattern) { return std::string(pattern.param); });

// A message is checked where it comes in, so that words that are lost or doubled are found.
TEST_P(CellPatterns, every_cell_sends_and_receives_alike_at_all_levels) {
  const test::TemporaryFolder folder;
  std::string pattern = GetParam();
  if (pattern == "permutation") {  // one to the right and two down
    std::string lines;
    for (unsigned n = 0; n < 16; ++n) {
      lines += fmt::format("node[{},{}] node[{},{}]\n", n % 4, n / 4, (n + 1) % 4, (n / 4 + 2) % 4);
    }
    pattern += fmt::format(", file: '{}'", folder.write("pairs.txt", lines).string());
  }
  const auto with = [&pattern](std::vector<std::string> more) {
    more.push_back("network.shape=4x4");
    more.push_back(
        fmt::format("workload={{type: pathway_traffic, roles: both, pattern: {}}}", pattern));
    return ready("iwarp_torus_8x8", more);
  };
  std::deque<RecordedWords> runs;
  runs.emplace_back("signal", with({"level=signal"}));
  runs.emplace_back("word", with({"level=word"}));
  runs.emplace_back("mixed", with(half));
  run_for(200 * microsecond);
  expect_equal_words(runs, 5000);
  EXPECT_GT(runs[0].value("messages received"), 70);
  const auto& traffic = dynamic_cast<const PathwayTraffic&>(*runs[0].workload);
  // of each cell one that waits, and one on each of its two channels
  EXPECT_LE(traffic.messages_under_way(), 3 * 16U);
}

// Node (x, y) sends to (y, x), as T9000s do; one with a program of its own has no part in it.
TEST(CellWorkloads, patterns_are_those_of_processors) {
  const test::TemporaryFolder folder;
  folder.write("halt.s", "halt\n");
  const Platform platform = resolve(load_netlist(
      folder.write("p.yaml",
                   "network: {topology: mesh, shape: 3x3, cell: {type: iwarp}}\n"
                   "groups: [{match: 'node[2,0]', type: iwarp, program: halt.s}]\n"
                   "workload: {type: pathway_traffic, roles: both, pattern: transpose}\n")));
  const ParameterValues& values = *platform.workload.parameters;
  const auto pattern =
      make_pattern(values, values.to_struct<PathwayTrafficParameters>(), traffic_cells(platform));
  RandomStream stream(1, "test");
  for (std::size_t from = 0; from < 9; ++from) {
    const std::size_t to = from % 3 * 3 + from / 3;
    const bool takes_part = from != to && from != 2 && to != 2;
    ASSERT_EQ(pattern->sends(from), takes_part) << from;
    if (!takes_part) continue;
    EXPECT_EQ(pattern->destination(from, 0, stream), to) << from;
  }
}

// A systolic filter on the first row, messages on all others.
TEST(CellWorkloads, run_beside_programs_of_other_cells) {
  const auto with = [](const std::string& level, const std::string& group) {
    return ready("iwarp_torus_8x8",
                 {"level=" + level,
                  fmt::format("groups=[{{match: 'node[*,0]', type: iwarp, program: "
                              "'{}/platforms/programs/systolic_fir.s'}}{}]",
                              WEFT_SOURCE_DIR, group),
                  "workload={type: pathway_traffic, roles: both}"});
  };
  std::deque<RecordedWords> runs;
  runs.emplace_back("signal", with("signal", ""));
  runs.emplace_back("word", with("word", ""));
  runs.emplace_back("mixed", with("word", ", {match: 'node[3,*]', level: signal}"));
  std::deque<AssemblyPrograms> programs;
  for (RecordedWords& one : runs) programs.emplace_back(one.system);
  run_for(200 * microsecond);
  expect_equal_words(runs, 20'000);
  for (const AssemblyPrograms& filter : programs)
    EXPECT_EQ(test::value_of(filter.report(200 * microsecond), "programs halted"), 8);
  EXPECT_GT(runs[0].value("messages received"), 200);
}

std::string error_of_platform(const std::string& yaml) {
  const test::TemporaryFolder folder;
  folder.write("halt.s", "halt\n");
  folder.write("pairs.txt", "node[0] node[2]\nnode[2] node[1]\n");
  try {
    resolve(load_netlist(folder.write("p.yaml", yaml)));
  } catch (const InputError& error) {
    const std::string what = error.what();
    const std::string path = folder.path().string() + "/";
    return what.substr(what.find(path) + path.size());
  }
  return "";
}

const std::string three_and_a_program =
    "network: {topology: ring, nodes: 3, cell: {type: iwarp}}\n"
    "groups: [{match: 'node[1]', type: iwarp, program: halt.s}]\n";

TEST(CellWorkloads, that_want_a_cell_with_a_program_of_its_own_are_refused) {
  for (const std::string type : {"odd_even_sort", "row_transfer"}) {
    EXPECT_EQ(error_of_platform(three_and_a_program + "workload: {type: " + type + "}\n"),
              "p.yaml:3:11: workload '" + type +
                  "' on 'node[1]', which has a program of its own; expected a cell without "
                  "`program:`");
  }
  EXPECT_EQ(
      error_of_platform(three_and_a_program + "workload: {type: pathway_stream, to: 'node[1]'}\n"),
      "p.yaml:3:11: workload 'pathway_stream' on 'node[1]', which has a program of its own; "
      "expected a cell without `program:`");
  EXPECT_EQ(
      error_of_platform(three_and_a_program + "workload: {type: pathway_stream, to: 'node[2]'}\n"),
      "");
}

// What is named has a part in the traffic: nothing of it is left out in silence.
TEST(CellWorkloads, traffic_that_names_a_cell_with_a_program_of_its_own_is_refused) {
  const std::string traffic =
      three_and_a_program + "workload: {type: pathway_traffic, roles: both, ";
  EXPECT_EQ(error_of_platform(traffic + "pattern: hot_spot, hot: 'node[1]'}\n"),
            "p.yaml:3:72: 'node[1]' as hot, which has a program of its own; expected an iwarp that "
            "has a part in the traffic");
  EXPECT_EQ(error_of_platform(traffic + "pattern: permutation, file: pairs.txt}\n"),
            "pairs.txt:2:9: 'node[1]' as destination, which has a program of its own; expected an "
            "iwarp that has a part in the traffic");
}

TEST(CellWorkloads, traffic_has_keys_for_its_roles) {
  const std::string ring = "network: {topology: ring, nodes: 4, cell: {type: iwarp}}\n";
  EXPECT_EQ(error_of_platform(ring + "workload: {type: pathway_traffic, pattern: tornado}\n"),
            "p.yaml:2:44: a pattern with roles 'apart'; expected it with 'both' only");
  EXPECT_EQ(
      error_of_platform(ring + "workload: {type: pathway_traffic, roles: both, receivers: 20}\n"),
      "p.yaml:2:59: a receivers with roles 'both'; expected it with 'apart' only");
  EXPECT_EQ(error_of_platform(
                ring + "workload: {type: pathway_traffic, roles: both, pattern: hot_spot, hot: "
                       "'node[7]'}\n"),
            "p.yaml:2:72: unknown iwarp as hot: 'node[7]'; expected node[0], node[1], node[2] or "
            "node[3]; did you mean 'node[0]'?");
}

// 1,024 cells, the largest system.
TEST(CellWorkloads, run_on_a_torus_of_32x32) {
  RecordedWords traffic("large", ready("iwarp_torus_32x32", {"run.warm_up=0 ns"}));
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

Program throws_a_number(CellProcess& cell) {
  co_await cell.compute(9);
  throw 7;
}

TEST(CellPrograms, that_throw_what_is_no_exception_end_the_run_too) {
  Pair pair("number");
  pair.processes.start(pair.left, throws_a_number);
  EXPECT_EQ(error_of_run(10 * microsecond), "program 'left': an exception of an unknown type");
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
