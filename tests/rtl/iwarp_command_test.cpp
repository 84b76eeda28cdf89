// iWarp cells at the level rtl through the command `weft`.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rtl/iwarp/iwarp_model.hpp"
#include "tests/app/command.hpp"
#include "tests/support/vcd_reader.hpp"

namespace weft::test {
namespace {

class RtlCells : public testing::Test {
 protected:
  void SetUp() override {
    if (rtl::make_iwarp_model() == nullptr) GTEST_SKIP() << "built without RTL";
  }
  // The table, without the line that names the levels and that of the wall clock.
  std::string table(const std::string& arguments) {
    const Result result = shell_.run("weft run " + arguments);
    EXPECT_EQ(result.status, 0) << result.err;
    std::string table;
    for (const std::string& line : lines_of(result.out)) {
      if (line.find(", seed ") != std::string::npos || line.find("simulated") == 0) continue;
      if (line.find("traced into") == std::string::npos) table += line + '\n';
    }
    return table;
  }

  Shell shell_;
};

struct Case {
  const char* name;
  const char* arguments;
  const char* one;      // a cell that is at rtl
  const char* another;  // and one beside it at signal; all others are at word
  const char* value;    // that the table has
};

class RtlCellTables : public RtlCells, public testing::WithParamInterface<Case> {};

INSTANTIATE_TEST_SUITE_P(
    Of, RtlCellTables,
    testing::Values(
        Case{"pathway_traffic", "iwarp_mesh_4x4 --for 100us --set run.warm_up=10us", "node[1,1]",
             "node[2,1]", "messages received"},
        Case{"spooling",
             "iwarp_ring_8 --for 100us --set run.warm_up=10us --set workload.receive=spools",
             "node[3]", "node[4]", "messages received"},
        Case{"pathway_latency", "iwarp_mesh_3x3", "node[1,0]", "node[0,0]", "turn a corner"},
        Case{"pathway_stream", "iwarp_pair", "left", "right", "words"},
        Case{"row_transfer", "iwarp_rows_8 --for 150us", "node[2]", "node[3]", "row"},
        Case{"sort", "iwarp_sort_8 --for 200us", "node[5]", "node[6]", "keys"},
        Case{"systolic_program", "iwarp_fir_8 --for 100us", "node[3,0]", "node[2,0]",
             "instructions"},
        Case{"matrix_product",
             "iwarp_matmul_8x8 --set network.shape=2x2 --set network.cell.set.side=2 --for 600us",
             "node[1,1]", "node[1,0]", "instructions"},
        Case{"message_passing", "iwarp_fft_8x8 --set network.shape=4x4 --for 200us", "node[1,2]",
             "node[2,2]", "points"},
        Case{"cut_bus",
             "iwarp_hexagonal_4x4 --for 120us --set run.warm_up=10us --set "
             "'faults.+={link: \"node[1,1].x_right\", at: 50030 ns}'",
             "node[1,1]", "node[2,1]", "messages received"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST_P(RtlCellTables, are_those_at_signal) {
  const Case& test = GetParam();
  const std::string arguments = test.arguments;
  const std::string rtl = table(arguments + " --level rtl");
  EXPECT_NE(rtl.find(test.value), std::string::npos) << rtl;
  EXPECT_EQ(rtl, table(arguments + " --level signal"));
  const std::string groups = std::string(" --set 'groups=[{match: \"") + test.one +
                             "\", level: rtl}, {match: \"" + test.another + "\", level: signal}]'";
  EXPECT_EQ(rtl, table(arguments + " --level word" + groups));
}

TEST_F(RtlCells, of_another_size_are_refused_with_their_place) {
  shell_.write("t.yaml",
               "level: rtl\n"
               "components:\n"
               "  a: {type: iwarp, queue_words: 16}\n");
  for (const std::string command : {"check", "run"}) {
    const Result result = shell_.run("weft " + command + " t.yaml");
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.err.find("t.yaml:3:33: a cell at rtl that the RTL cannot be: queue_words (16) "
                              "must be 8"),
              std::string::npos)
        << result.err;
  }
}

TEST_F(RtlCells, show_their_waves_and_those_of_the_verilog_in_one_file) {
  std::string common = "iwarp_pair --for 30us --set run.warm_up=0us --trace w.vcd";
  for (const std::string part : {"x_*", "input*", "output*", "program", "memory"}) {
    common += " --trace-filter 'left." + part + "' --trace-filter 'right." + part + "'";
  }
  common += " --level ";
  ASSERT_EQ(shell_.run("weft run " + common + "signal").status, 0);
  const Vcd signal = read_vcd(shell_.path("w.vcd"));
  const Result result = shell_.run("weft run " + common +
                                   "rtl --trace-filter left.rtl.out_control"
                                   " --trace-filter left.rtl.clk");
  ASSERT_EQ(result.status, 0) << result.err;
  const Vcd rtl = read_vcd(shell_.path("w.vcd"));
  EXPECT_EQ(rtl.bits.at("left.rtl.out_control"), 12U);
  EXPECT_GT(rtl.waves.at("left.rtl.out_control").size(), 100U);
  // 40 MHz
  EXPECT_EQ(rtl.waves.at("left.rtl.clk")[2], (VcdChange{25 * nanosecond, "1"}));
  std::size_t changes = 0;
  for (const auto& [name, wave] : signal.waves) {
    ASSERT_TRUE(rtl.waves.contains(name)) << name;
    EXPECT_EQ(rtl.waves.at(name), wave) << name;
    changes += wave.size();
  }
  EXPECT_GT(changes, 2'000U);
}

TEST_F(RtlCells, are_watched_for_deadlocks) {
  shell_.write("wait.s", R"(
    get r1, own
    bind in0, r1
    mov r2, in0
    halt
)");
  const std::string file = R"(
components:
  left: {type: iwarp, program: wait.s}
  right: {type: iwarp, program: wait.s}
links:
  - {from: left.x_right, to: right.x_left}
  - {from: right.x_left, to: left.x_right}
run: {for: 500 us}
)";
  shell_.write("t.yaml", file);
  const Result signal = shell_.run("weft run t.yaml --level signal");
  const Result rtl = shell_.run("weft run t.yaml --level rtl");
  EXPECT_EQ(rtl.status, 1);
  EXPECT_NE(rtl.err.find("deadlock at 200 us: 2 programs can never go on"), std::string::npos)
      << rtl.err;
  EXPECT_EQ(rtl.err, signal.err);
}

}  // namespace
}  // namespace weft::test
