// iWarp platforms, as a person sees them.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/app/command.hpp"

namespace weft::test {
namespace {

const std::string pair =
    "components: {left: {type: iwarp}, right: {type: iwarp}}\n"
    "links: [{from: left.x_right, to: right.x_left}]\n"
    "workload: {type: pathway_stream, words: 16}\n"
    "run: {for: 50 us}\n";

TEST(CellsOfRun, are_counted_with_their_busses) {
  const Shell shell;
  shell.write("pair.yaml", pair);
  const Result run = shell.run("weft run pair.yaml");
  ASSERT_EQ(run.status, 0) << run.err;
  const auto lines = lines_of(run.out);
  EXPECT_EQ(lines.at(0), "pair: 2 components (2 at word), 1 bus, seed 1");
  EXPECT_NE(run.out.find("left.x_right utilisation"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("million word-hops a second"), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("link utilisation"), std::string::npos) << run.out;
}

TEST(CellsOfRun, trace_busses_queues_crossbar_agents_and_program) {
  const Shell shell;
  shell.write("pair.yaml", pair);
  const Result run =
      shell.run("weft run pair.yaml --level signal --trace p.vcd --trace-filter '*'");
  ASSERT_EQ(run.status, 0) << run.err;
  const std::string vcd = shell.read("p.vcd");
  for (const char* wave :
       {"word [31:0]", "tag [3:0]", "data [7:0]", "level [7:0]", "mode [2:0]", "input [7:0]",
        "state [1:0]", "operation [4:0]", "line [31:0]", "spools [7:0]"}) {
    EXPECT_NE(vcd.find(wave), std::string::npos) << wave;
  }
  EXPECT_NE(shell.read("p.gtkw").find("left.program.operation[4:0]"), std::string::npos);
  EXPECT_NE(shell.read("p.tags.txt").find("1 pathway_begin"), std::string::npos);
}

TEST(CellsOfRun, that_have_no_pathway_are_an_error) {
  const Shell shell;
  shell.write("pair.yaml", pair);
  const Result run =
      shell.run("weft run pair.yaml --set workload.from=right --set workload.to=left");
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err,
            "weft: error: pair.yaml:3:11: no pathway from 'right' to 'left'; expected busses "
            "between them with a pool in common\n");
}

}  // namespace
}  // namespace weft::test
