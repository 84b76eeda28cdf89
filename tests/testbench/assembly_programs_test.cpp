// Assembly programs on the cells of platforms from YAML.
#include <gtest/gtest.h>

#include <bit>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <systemc>

#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/override.hpp"
#include "platforms/system.hpp"
#include "testbench/programs/assembly_programs.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/support/ready_platform.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/testbench/reported.hpp"

namespace weft::test {
namespace {

/// A platform with its programs, run for so long.
struct AssemblyMachine {
  AssemblyMachine(const Platform& platform, Time duration, const char* name = "system")
      : system(name, platform), programs(system) {
    sc_core::sc_start(sc_core::sc_time::from_value(duration));
    now = duration;
  }
  double value(const std::string& name) const { return value_of(programs.report(now), name); }
  float single(unsigned cell, std::uint32_t address) {
    return std::bit_cast<float>(cells_of(system)[cell].core->memory().peek(address));
  }
  std::uint32_t label(const std::string& name) {
    return cells_of(system.platform())[0].program->symbols.at(name);
  }

  System system;
  AssemblyPrograms programs;
  Time now = 0;
};

struct AtLevel : testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(At, AtLevel, testing::Values("signal", "word"),
                         [](const auto& level) { return std::string(level.param); });

// The elements that the program makes.
double a(unsigned row, unsigned k) { return static_cast<double>((3 * row + 5 * k) % 7) - 3; }
double b(unsigned k, unsigned column) { return static_cast<double>((3 * column + 2 * k) % 5) - 2; }

TEST_P(AtLevel, a_matrix_product_is_right_and_reaches_four_fifths_of_the_peak) {
  const Platform platform = ready("iwarp_matmul_8x8", {fmt::format("level={}", GetParam())});
  AssemblyMachine machine(platform, platform.run.duration);
  ASSERT_EQ(machine.value("programs halted"), 64);
  const std::uint32_t c = machine.label("c");
  for (unsigned row = 0; row < 32; ++row) {
    for (unsigned column = 0; column < 32; ++column) {
      double sum = 0;
      for (unsigned k = 0; k < 128; ++k) sum += a(row, k) * b(k, column);
      const unsigned cell = row / 4 * 8 + column / 4;
      const std::uint32_t place = c + 4 * (row % 4 * 4 + column % 4);
      ASSERT_EQ(machine.single(cell, place), sum) << row << ", " << column;
    }
  }
  // From the first multiplication anywhere to the last element stored; 64 cells of a flop a clock.
  const double clocks = machine.value("result end highest") - machine.value("result begin lowest");
  const double flops = 2.0 * 32 * 32 * 128;
  EXPECT_GT(flops / (64 * clocks), 0.80);
  EXPECT_LT(flops / (64 * clocks), 1.0);
  // The same whatever the level.
  EXPECT_EQ(clocks, 4970);
}

TEST_P(AtLevel, a_systolic_fir_filter_is_right_at_the_rate_of_its_bus) {
  const Platform platform = ready("iwarp_fir_8", {fmt::format("level={}", GetParam())});
  AssemblyMachine machine(platform, platform.run.duration);
  ASSERT_EQ(machine.value("programs halted"), 8);
  const auto x = [](int n) { return n < 0 ? 0.0 : (5 * n % 17) - 8; };
  for (int n = 0; n < 256; ++n) {
    double sum = 0;
    for (int k = 0; k < 8; ++k) sum += (k + 1) * x(n - k);
    const std::uint32_t place = machine.label("y") + 4 * static_cast<unsigned>(n);
    ASSERT_EQ(machine.single(7, place), sum) << n;
  }
  // Two words a sample over a bus of 40 MB/s: four clocks.
  const double clocks = machine.value("result end highest") - machine.value("result begin highest");
  EXPECT_NEAR(clocks / 256, 4, 0.2);
}

Platform of_messages(const TemporaryFolder& folder, unsigned words, const std::string& level) {
  const std::string text = fmt::format(
      "network:\n"
      "  topology: mesh\n"
      "  shape: 2x1\n"
      "  cell:\n"
      "    type: iwarp\n"
      "    program: {}/platforms/programs/messages.s\n"
      "    set: {{n: {}}}\n"
      "    results: {{begun: integer, round: integer, same: integer}}\n"
      "level: {}\n",
      WEFT_SOURCE_DIR, words, level);
  return resolve(load_netlist(folder.write("p.yaml", text)));
}

// The first cell sends a message to the second, which sends it back.
struct Exchange {
  Exchange(const TemporaryFolder& folder, unsigned count, const std::string& level)
      : words(count),
        platform(of_messages(folder, words, level)),
        system(fmt::format("words{}", words).c_str(), platform),
        programs(system) {}

  unsigned words;
  Platform platform;
  System system;
  AssemblyPrograms programs;
};

TEST_P(AtLevel, messages_of_the_library_arrive_as_they_were_sent) {
  const TemporaryFolder folder;
  std::deque<Exchange> all;
  for (const unsigned words : {1U, 7U, 64U, 1024U}) all.emplace_back(folder, words, GetParam());
  constexpr Time duration = millisecond;
  sc_core::sc_start(sc_core::sc_time::from_value(duration));
  for (const Exchange& one : all) {
    const ReportedValues values = one.programs.report(duration);
    EXPECT_EQ(value_of(values, "programs halted"), 2) << one.words;
    EXPECT_EQ(value_of(values, "result same highest"), one.words);
    EXPECT_EQ(value_of(values, "result begun lowest"), 22);
    EXPECT_EQ(value_of(values, "result begun highest"), 22);
    // two clocks a word, there and back, and what both ends do
    if (one.words < 64) continue;
    EXPECT_EQ(value_of(values, "result round highest"), 2 * (2 * one.words + 37));
  }
}

// --- bad input

std::string error_of(const TemporaryFolder& folder, const std::string& cell,
                     const std::string& more = "") {
  const std::string text = "components: {cell: {type: iwarp, " + cell + "}}\n" + more;
  try {
    resolve(load_netlist(folder.write("p.yaml", text)));
  } catch (const InputError& error) {
    const std::string what = error.what();
    return what.substr(what.find(folder.path().filename().string()) +
                       folder.path().filename().string().size() + 1);
  }
  return "";
}

TEST(AssemblyPrograms, that_halt_at_once_have_a_rate_of_0) {
  const TemporaryFolder folder;
  folder.write("halt.s", "  halt\n");
  const Platform platform = resolve(load_netlist(
      folder.write("halt.yaml", "components: {cell: {type: iwarp, program: halt.s}}\n")));
  const AssemblyMachine machine(platform, microsecond);
  EXPECT_EQ(machine.value("programs halted"), 1);
  EXPECT_EQ(machine.value("rate"), 0);
  EXPECT_EQ(machine.value("rate of a cell"), 0);
}

TEST(AssemblyPrograms, bad_ones_are_refused_at_their_place_before_the_run) {
  const TemporaryFolder folder;
  folder.write("good.s", "x: .word 3\n halt\n");
  folder.write("wrong.s", "nop\n  adi r1, r2, 3\n");
  folder.write("many.s", "get r1, own\nli r2, 40\nbind out0, r2\nhalt\n");
  EXPECT_EQ(error_of(folder, "program: wrong.s"),
            "wrong.s:2:3: unknown instruction 'adi'; expected an instruction or a directive; did "
            "you mean 'add'?");
  EXPECT_EQ(error_of(folder, "program: none.s"),
            "p.yaml:1:43: " + folder.path().string() +
                "/none.s: no such file; expected a program in assembly");
  EXPECT_EQ(error_of(folder, "program: many.s"),
            "many.s:3:1: there is no logical input channel 40; expected 0 to 19");
  EXPECT_EQ(error_of(folder, "results: {x: integer}"),
            "p.yaml:1:43: results of a cell without a program; expected `program:` beside them");
}

}  // namespace
}  // namespace weft::test
