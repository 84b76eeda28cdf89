// The programs of the iWarp papers on the modelled machines: results, and equality of the levels.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <systemc>

#include "platforms/components/cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/system.hpp"
#include "testbench/registry/platform_file.hpp"
#include "testbench/software/iwarp/fft.hpp"
#include "testbench/software/iwarp/fourier.hpp"
#include "testbench/software/iwarp/odd_even_sort.hpp"
#include "testbench/software/iwarp/row_transfer.hpp"
#include "testbench/workloads/workload.hpp"
#include "tests/testbench/reported.hpp"

namespace weft::test {
namespace {

Platform platform_of(const std::string& yaml) { return resolve(parse_netlist(yaml, "t.yaml")); }

/// The message of the InputError, or "" if there was none.
std::string error_of(const std::string& yaml) {
  try {
    platform_of(yaml);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string ring(unsigned nodes, const std::string& workload) {
  return fmt::format(
      "network: {{topology: ring, nodes: {}, cell: {{type: iwarp}}}}\n"
      "workload: {{{}}}\n",
      nodes, workload);
}

std::string grid(const std::string& topology, const std::string& shape, const std::string& pools,
                 const std::string& workload) {
  return fmt::format(
      "network: {{topology: {0}, shape: {1}, cell: {{type: iwarp, output_pools: "
      "{{x_right: {2}, y_up: {2}, x_left: {2}, y_down: {2}}}}}}}\nworkload: {{{3}}}\n",
      topology, shape, pools, workload);
}

/// A machine at one level; several can run in one kernel.
template <class Type>
struct CellMachine {
  CellMachine(const std::string& yaml, const std::string& level)
      : platform(platform_of(fmt::format("{}level: {}\n", yaml, level))),
        system(level.c_str(), platform),
        made(make_workload(system)),
        workload(dynamic_cast<Type*>(made.get())) {}

  Platform platform;
  System system;
  std::unique_ptr<Workload> made;
  Type* workload;
};

template <class Type>
struct BothLevels {
  explicit BothLevels(const std::string& yaml) : signal(yaml, "signal"), word(yaml, "word") {}

  /// The results, which are equal at both levels.
  ReportedValues run(Time duration) {
    sc_core::sc_start(sc_core::sc_time::from_value(duration));
    const ReportedValues values = word.workload->report(duration);
    EXPECT_EQ(signal.workload->report(duration), values);
    return values;
  }

  CellMachine<Type> signal;
  CellMachine<Type> word;
};

void expect_all_channels_free(const System& system) {
  for (const CellView& cell : cells_of(system)) {
    EXPECT_EQ(cell.core->communication().reserved(), 0U) << cell.name;
  }
}

// --- row_transfer (Borkar et al. 1990, 3.1.2)

void expect_six_rows_of_four_parts(const std::string& method) {
  BothLevels<RowTransfer> machines(
      ring(5, "type: row_transfer, words: 8, rows: 6, method: " + method));
  const ReportedValues values = machines.run(50 * microsecond);
  EXPECT_EQ(value_of(values, "rows"), 6);
  EXPECT_EQ(value_of(values, "words into programs"), 6 * 4 * 8);
  // get_row: 4 parts leave the first cell, 3 the second, ...: what is for others goes by in the
  // joint cells. put_row: 1 leaves the first, 2 the second, ...
  EXPECT_EQ(value_of(values, "words out of cells"), 6 * (4 + 3 + 2 + 1) * 8);
  expect_all_channels_free(machines.word.system);
  expect_all_channels_free(machines.signal.system);
}

TEST(RowTransfer, get_row_brings_into_each_cell_its_own_part_only) {
  expect_six_rows_of_four_parts("get_row");
}

TEST(RowTransfer, put_row_brings_all_parts_into_the_last_cell_only) {
  expect_six_rows_of_four_parts("put_row");
}

TEST(RowTransfer, long_rows_come_near_the_bandwidth_of_a_bus) {
  const std::string type = "type: row_transfer, words: 256, method: ";
  CellMachine<RowTransfer> get(ring(4, type + "get_row"), "word");
  CellMachine<RowTransfer> put(ring(4, type + "put_row"), "signal");
  sc_core::sc_start(sc_core::sc_time::from_value(500 * microsecond));
  for (const RowTransfer* workload : {get.workload, put.workload}) {
    const double rate = value_of(workload->report(500 * microsecond), "throughput");
    EXPECT_LT(rate, 40);  // section 4: 40 MB/s
    EXPECT_GT(rate, 39);
  }
}

TEST(RowTransfer, needs_a_joint_cell) {
  EXPECT_EQ(error_of(ring(2, "type: row_transfer")),
            "t.yaml:2:11: rows for 2 cells; expected three or more: both ends, and a joint between "
            "them");
  EXPECT_EQ(error_of(ring(4, "type: row_transfer, method: row")),
            "t.yaml:2:40: unknown method: 'row'; expected get_row or put_row");
}

// --- odd_even_sort

TEST(OddEvenSort, sorts_random_keys_over_the_cells) {
  BothLevels<OddEvenSort> machines(ring(5, "type: odd_even_sort, keys: 7"));
  machines.run(100 * microsecond);
  std::vector<std::uint32_t> given;
  std::vector<std::uint32_t> sorted;
  for (const OddEvenSort::Record& record : machines.word.workload->records()) {
    given.insert(given.end(), record.given.begin(), record.given.end());
    sorted.insert(sorted.end(), record.sorted.begin(), record.sorted.end());
  }
  EXPECT_FALSE(std::is_sorted(given.begin(), given.end()));
  std::sort(given.begin(), given.end());
  EXPECT_EQ(sorted, given);
  expect_all_channels_free(machines.word.system);
}

TEST(OddEvenSort, sorts_one_key_a_cell_and_chains_that_turn_corners) {
  BothLevels<OddEvenSort> machines(
      grid("mesh", "3x3", "[0, 0, 1, 1]", "type: odd_even_sort, keys: 1"));
  const ReportedValues values = machines.run(100 * microsecond);
  EXPECT_EQ(value_of(values, "keys sorted"), 9);
  // 5 phases of even and 4 of odd cells, with 4 pairs each
  EXPECT_EQ(value_of(values, "pairs of neighbours in all phases"), 36);
  // an exchange of neighbours puts right one pair of keys
  std::vector<std::uint32_t> given;
  for (const OddEvenSort::Record& record : machines.word.workload->records()) {
    given.insert(given.end(), record.given.begin(), record.given.end());
  }
  unsigned wrong = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    for (std::size_t j = i + 1; j < given.size(); ++j) wrong += given[i] > given[j] ? 1 : 0;
  }
  EXPECT_GT(wrong, 0U);
  EXPECT_EQ(value_of(values, "exchanges of all keys"), wrong);
}

TEST(OddEvenSort, slower_comparisons_take_longer) {
  const std::string keys = "type: odd_even_sort, keys: 32, comparison: ";
  CellMachine<OddEvenSort> fast(ring(4, keys + "1"), "word");
  CellMachine<OddEvenSort> slow(ring(4, keys + "101"), "signal");
  sc_core::sc_start(sc_core::sc_time::from_value(5 * millisecond));
  const double clocks = value_of(fast.workload->report(5 * millisecond), "clocks");
  // a cell compares at least 5 * 16 times to sort its keys
  EXPECT_GT(value_of(slow.workload->report(5 * millisecond), "clocks"), clocks + 8000);
}

TEST(OddEvenSort, a_run_that_is_too_short_is_an_error) {
  CellMachine<OddEvenSort> machine(ring(4, "type: odd_even_sort"), "word");
  sc_core::sc_start(sc_core::sc_time::from_value(10 * microsecond));
  try {
    machine.workload->report(10 * microsecond);
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()),
              "the sort has not ended at 10 us: 0 of 4 cells have; expected a longer `run: {for: "
              "...}`");
  }
}

TEST(OddEvenSort, needs_memory_for_its_lists_and_channels_both_ways) {
  const std::string small =
      "network: {topology: ring, nodes: 4, cell: {type: iwarp, memory_bytes: 1024}}\n"
      "workload: {type: odd_even_sort, keys: 86}\n";
  EXPECT_EQ(error_of(small),
            "t.yaml:2:39: 86 keys a cell; node[0] has 1024 bytes of memory; expected at most 85");
  EXPECT_EQ(error_of(grid("mesh", "3x3", "[0, 1, 2, 3]", "type: odd_even_sort")),
            "t.yaml:2:11: 2 pathways that stay open on x_left of node[1,0], with channels of pool "
            "0: 1; expected 2 of them in `output_pools:`");
  EXPECT_EQ(
      error_of("network: {topology: ring, nodes: 4, cell: {type: iwarp, logical_inputs: 17}}\n"
               "workload: {type: odd_even_sort}\n"),
      "t.yaml:1:10: node[1] has logical input channels of its own: 1; expected 2, one for each "
      "pathway that begins there");
}

// --- fft

TEST(Fft, transforms_over_a_mesh_as_a_sum_in_double_precision_does) {
  BothLevels<Fft> machines(grid("mesh", "4x2", "[0, 0, 1, 1]", "type: fft, points: 4"));
  const ReportedValues values = machines.run(200 * microsecond);
  EXPECT_EQ(value_of(values, "points"), 32);
  EXPECT_GT(value_of(values, "error maximum"), 0);
  EXPECT_LT(value_of(values, "error root mean square"),
            value_of(values, "error that rounding may add up to"));
  EXPECT_EQ(machines.word.workload->result(), machines.signal.workload->result());
  expect_all_channels_free(machines.word.system);
  expect_all_channels_free(machines.signal.system);
}

TEST(Fft, one_point_a_cell_is_transformed_by_exchanges_alone) {
  BothLevels<Fft> machines(ring(4, "type: fft, points: 1"));
  EXPECT_EQ(value_of(machines.run(100 * microsecond), "points"), 4);
}

/// The markers of pathways on a bus.
struct PathwayLog final : tlm::tlm_analysis_if<WordEvent> {
  PathwayLog(const CellMachine<Fft>& machine, unsigned cell, Bus bus) {
    cells_of(machine.system)[cell].reports->words(bus).bind(*this);
  }
  void write(const WordEvent& event) override {
    if (event.word.tag == WordTag::pathway_begin) begins.push_back(event);
    if (event.word.tag == WordTag::pathway_end) ends.push_back(event);
  }
  std::vector<WordEvent> begins;
  std::vector<WordEvent> ends;
};

TEST(Fft, more_pathways_than_channels_wait_and_all_arrive) {
  // of eight cells in a row four send over the middle bus in the first stage, which has one channel
  BothLevels<Fft> machines(grid("mesh", "8x1", "[0, 1, 2, 2]", "type: fft, points: 16"));
  PathwayLog first(machines.word, 0, Bus::x_right);
  PathwayLog middle(machines.word, 3, Bus::x_right);
  EXPECT_EQ(value_of(machines.run(400 * microsecond), "points"), 128);
  ASSERT_EQ(middle.begins.size(), 4U);
  ASSERT_EQ(middle.ends.size(), 4U);
  for (unsigned i = 0; i < 4; ++i) {
    EXPECT_EQ(middle.begins[i].channel, middle.begins[0].channel);
    if (i == 0) continue;
    EXPECT_GT(middle.begins[i].begin, middle.ends[i - 1].begin);
  }
  // that of cell 0 had set out before the first of them was at its end
  EXPECT_LT(first.begins.front().begin, middle.ends[0].begin);
}

TEST(Fft, a_pathway_of_a_later_stage_waits_at_a_cell_that_is_late) {
  // cell 1 is slow at its gates: 0 begins the second stage with it while it is still in the first
  BothLevels<Fft> machines(ring(4, "type: fft, points: 16") +
                           "groups: [{match: 'node[1]', gate_clocks: 40}]\n");
  PathwayLog from_0(machines.word, 0, Bus::x_right);
  PathwayLog from_1(machines.word, 1, Bus::x_left);
  EXPECT_EQ(value_of(machines.run(400 * microsecond), "points"), 64);
  // to the left of 1 the first stage takes from 2 to 0 and from 1, the slow one, to 3; the second
  // to 0
  ASSERT_EQ(from_0.begins.size(), 2U);
  ASSERT_EQ(from_1.ends.size(), 3U);
  EXPECT_LT(from_0.begins.back().begin, from_1.ends[1].begin);
}

TEST(Fft, needs_a_power_of_two_of_cells_and_points_and_a_pool_for_each_stage) {
  EXPECT_EQ(error_of(ring(6, "type: fft")),
            "t.yaml:2:11: binary exchanges of 6 cells; expected a power of two, 2 or more");
  EXPECT_EQ(error_of(ring(4, "type: fft, points: 12")),
            "t.yaml:2:31: 12 points a cell; expected a power of two");
  EXPECT_EQ(error_of(ring(8, "type: fft")),
            "t.yaml:2:11: 2 pools on all busses for 3 stages of exchanges in a dimension; expected "
            "`output_pools:` with 3 pools on each bus");
  EXPECT_EQ(
      error_of(grid("hexagonal", "2x2", "[0, 0, 1, 1]", "type: fft")),
      "t.yaml:2:11: no straight way from 'node[0,0]' to 'node[0,1]'; expected a whole mesh or "
      "torus, or cells in a row");
}

TEST(Fourier, sum_over_rows_and_columns_is_the_sum) {
  for (const std::size_t n : {1U, 2U, 8U, 64U}) {
    std::vector<std::complex<double>> points(n);
    for (std::size_t i = 0; i < n; ++i)
      points[i] = {1.0 / static_cast<double>(i + 1), 0.25 * static_cast<double>(i)};
    const auto roots = roots_of_unity(n);
    const auto found = fourier_sum(points);
    for (std::size_t k = 0; k < n; ++k) {
      std::complex<double> sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum += points[i] * roots[i * k % n];
      EXPECT_NEAR(std::abs(found[k] - sum), 0, 1e-11) << k << " of " << n;
    }
  }
}

}  // namespace
}  // namespace weft::test
