// Assembly programs as a person works with them: parameters, files that they include, their results
// by cell, and the debugger.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/app/command.hpp"

namespace weft::test {
namespace {

// Adds up 1 to n, n times the cell's address.
const std::string sum_program =
    ".include \"lib/adding.s\"\n"
    ".param n, 4, 1, 100\n"
    ".param added, 0\n"
    ".data\n"
    "sum: .word 0\n"
    "row: .word 1, 2, 3\n"
    ".code\n"
    ".entry start\n"
    "start:\n"
    "  get r1, cell\n"
    "  li r2, n\n"
    "  add_up r3, r2\n"
    "  mul r3, r3, r1\n"
    "  li r4, sum\n"
    "  st r3, 0(r4)\n"
    "  halt\n";
const std::string sum_library =
    ".macro add_up to, count\n"
    ".local again\n"
    "  mov to, r0\n"
    "again:\n"
    "  add to, to, count\n"
    "  addi count, count, -1\n"
    "  bne count, r0, again\n"
    ".endmacro\n";
const std::string sum_cells =
    "network:\n"
    "  topology: mesh\n"
    "  shape: 3x1\n"
    "  cell: {type: iwarp, program: sum.s, set: {n: 3}, results: {sum: integer, row: "
    "'integer[3]'}}\n"
    "run: {for: 20 us}\n";

struct Programs : testing::Test {
  Programs() {
    shell.run("mkdir lib");
    shell.write("sum.s", sum_program);
    shell.write("lib/adding.s", sum_library);
    shell.write("cells.yaml", sum_cells);
  }
  Shell shell;
};

TEST_F(Programs, AreAssembledWithTheirParametersAndWhatTheyInclude) {
  const Result usual = shell.run("weft assemble sum.s --listing");
  EXPECT_EQ(usual.status, 0) << usual.err;
  EXPECT_NE(usual.out.find("  10  "), std::string::npos) << usual.out;
  EXPECT_NE(usual.out.find("  1:5    add to, to, count"), std::string::npos) << usual.out;
  const Result set =
      shell.run("weft assemble sum.s --set n=2 --set n=7 -o s.out && weft disassemble s.out");
  EXPECT_NE(set.out.find("seti r2, 7 "), std::string::npos) << set.out << set.err;
  EXPECT_EQ(
      shell.run("weft assemble sum.s --set aded=7").err,
      "weft: error: --set aded: sum.s has no parameter 'aded'; expected added or n; did you mean "
      "'added'?\n");
  EXPECT_EQ(shell.run("weft assemble sum.s --set n=101").err,
            "weft: error: --set n: n = 101 is out of range; expected 1 to 100\n");
  EXPECT_EQ(shell.run("weft assemble sum.s --set n").err,
            "weft: error: --set n: no assignment; expected parameter=value\n");
}

TEST_F(Programs, ThatIncludeWhatIsMissingAreRefused) {
  shell.write("sum.s", ".include \"lib/more.s\"\nhalt\n");
  shell.write("lib/more.s", "\n.include \"none.s\"\n");
  const std::string error =
      "weft: error: lib/more.s:2:10: lib/none.s: no such file; expected a program in assembly to "
      "include (included at sum.s:1:10)\n";
  const Result result = shell.run("weft assemble sum.s -o sum.out");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, error);
  shell.write("lib/more.s", "nop\n");
  EXPECT_EQ(
      shell.run("weft assemble sum.s -o lib/more.s").err,
      "weft: error: --output: 'lib/more.s', which this command reads; expected another file\n");
}

TEST_F(Programs, TakeParametersFromTheirPlatformAndFromSweeps) {
  const Result usual = shell.run("weft run cells.yaml --json -");
  EXPECT_EQ(value_of(nlohmann::json::parse(usual.out), "result sum highest"), 12) << usual.err;
  const Result set = shell.run("weft run cells.yaml --set network.cell.set.n=10 --json - ");
  EXPECT_EQ(value_of(nlohmann::json::parse(set.out), "result sum highest"), 110) << set.err;
  const Result wrong = shell.run("weft run cells.yaml --set network.cell.set.aded=10");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("--set network.cell.set.aded: "), std::string::npos) << wrong.err;
  EXPECT_NE(
      wrong.err.find("sum.s has no parameter 'aded'; expected added or n; did you mean 'added'?\n"),
      std::string::npos)
      << wrong.err;
  shell.write("size.yaml",
              "platform: cells.yaml\n"
              "vary: {n: {key: network.cell.set.n, values: [1, 2, 4]}}\n"
              "measures: [result sum highest]\n");
  const Result sweep = shell.run("weft sweep size.yaml >sweep.txt && weft extract size.db --csv -");
  EXPECT_EQ(sweep.status, 0) << sweep.err;
  for (const char* row : {"\n1,", "\n2,", "\n4,"})
    EXPECT_NE(sweep.out.find(row), std::string::npos) << row << sweep.out;
}

TEST_F(Programs, AreRefusedWithParametersThatTheyCannotHave) {
  const auto error_of = [&](const std::string& cell) {
    shell.write("bad.yaml", "components: {a: {type: iwarp, " + cell + "}}\n");
    const Result result = shell.run("weft check bad.yaml");
    EXPECT_EQ(result.status, 2) << result.out;
    return result.err;
  };
  EXPECT_EQ(error_of("set: {n: 3}"),
            "weft: error: bad.yaml:1:36: parameters of a cell without a program; expected "
            "`program:` beside them\n");
  EXPECT_NE(error_of("program: sum.s, set: {n: [3]}").find("weft: error: bad.yaml:1:56: "),
            std::string::npos);
  EXPECT_EQ(error_of("program: sum.s, set: {n: 0}"),
            "weft: error: bad.yaml:1:56: n = 0 is out of range; expected 1 to 100\n");
  EXPECT_EQ(
      error_of("program: sum.s, set: {aded: 0}"),
      "weft: error: bad.yaml:1:53: sum.s has no parameter 'aded'; expected added or n; did you "
      "mean 'added'?\n");
  shell.run("weft assemble sum.s -o sum.out");
  EXPECT_NE(error_of("program: sum.out, set: {n: 3}")
                .find("sum.out, which is assembled; expected "
                      "the program's text\n"),
            std::string::npos);
  EXPECT_EQ(error_of("program: sum.s, results: {row: 'integer[4]'}"),
            "weft: error: bad.yaml:1:62: 4 words at label 'row'; expected at most 3, to the end of "
            "the program\n");
  EXPECT_EQ(
      error_of("program: sum.s, results: {row: 'integer[]'}"),
      "weft: error: bad.yaml:1:62: the kind of result 'integer[]'; expected a number of words "
      "in brackets, such as float[16]\n");
}

TEST_F(Programs, LeaveTheirResultsByCell) {
  const Result result = shell.run("weft run cells.yaml --json out.json --csv out.csv");
  ASSERT_EQ(result.status, 0) << result.err;
  const nlohmann::json written = nlohmann::json::parse(shell.read("out.json"));
  EXPECT_EQ(written["cells"], nlohmann::json::parse(R"([
              {"name": "node[0,0]", "results": {"sum": 0.0, "row": [1.0, 2.0, 3.0]}},
              {"name": "node[1,0]", "results": {"sum": 6.0, "row": [1.0, 2.0, 3.0]}},
              {"name": "node[2,0]", "results": {"sum": 12.0, "row": [1.0, 2.0, 3.0]}}])"));
  EXPECT_NE(shell.read("out.csv").find("\"node[1,0]\",,result sum,6,,\n"
                                       "\"node[1,0]\",,result row[0],1,,\n"),
            std::string::npos)
      << shell.read("out.csv");
}

// --- the debugger

std::string with_commands(const std::string& commands, const std::string& more) {
  return "printf '" + commands + "' | weft run cells.yaml " + more;
}

TEST_F(Programs, StopAtBreakpoints) {
  const Result result = shell.run(
      with_commands("registers r2 r3\\nstep\\nstep 2\\nwhere\\ncell node[0,0]\\ncontinue\\n"
                    "memory sum\\nquit\\n",
                    "--break \"node[1,0]: sum.s:12\" --break \"node[1,0]: sum.s:16\""));
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out.rfind("node[1,0] at clock 2: adding.s:3  add r3, r0, r0\n"
                             "  in a macro called at sum.s:12\n"
                             "r2 = 0x00000003 3 4e-45\n"
                             "r3 = 0x00000000 0 0\n"
                             "node[1,0] at clock 3: adding.s:5  add r3, r3, r2\n"
                             "  in a macro called at sum.s:12\n"
                             "node[1,0] at clock 5: adding.s:7  bne r2, r0, ",
                             0),
            0U)
      << result.out;
  EXPECT_NE(result.out.find("node[1,0] at clock 17: sum.s:16  halt\n0x00030: 0x00000006 6 8e-45\n"),
            std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find("partial results: interrupted at "), std::string::npos) << result.out;
}

TEST_F(Programs, RunToTheirEndWhenThereAreNoMoreCommands) {
  const Result plain = shell.run("weft run cells.yaml --all | grep -v simulated");
  const Result stopped =
      shell.run(with_commands("", "--all --break \"node[*,0]: again@1\" | grep -v simulated"));
  ASSERT_EQ(stopped.status, 0) << stopped.err;
  const std::string first =
      "node[0,0] at clock 3: adding.s:5  add r3, r3, r2\n"
      "  in a macro called at sum.s:12\n";
  EXPECT_EQ(stopped.out, first + plain.out);
}

TEST_F(Programs, OfAWorkloadStopAtBreakpointsAndAreTraced) {
  const Result result = shell.run(
      "printf 'cells\\nquit\\n' | weft run iwarp_fft_8x8 --set network.shape=2x2 "
      "--set workload.points=4 --break 'node[1,1]: butterflies' --instructions out.txt");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out.rfind("node[1,1] at clock ", 0), 0U) << result.out;
  EXPECT_NE(result.out.find(": fft.s:"), std::string::npos) << result.out;
  EXPECT_NE(shell.read("out.txt").find("node[1,1]"), std::string::npos);
}

struct WrongBreak {
  const char* text;
  const char* error;
};

TEST_F(Programs, RefuseBreakpointsThatThereAreNot) {
  for (const WrongBreak& wrong :
       {WrongBreak{"node[3,0]: sum.s:9",
                   "no cell 'node[3,0]' with a program in assembly; expected one or more of "
                   "node[0,0] to node[2,0]; did you mean 'node[0,0]'?"},
        WrongBreak{
            "node[0,0]: some.s:9",
            "no file 'some.s' in the program; expected sum.s or adding.s; did you mean 'sum.s'?"},
        WrongBreak{"node[0,0]: 8",
                   "no instruction in line 8 of sum.s; the nearest one is in line 10"},
        WrongBreak{"node[0,0]: strat",
                   "no label 'strat' of code in sum.s; expected a label, or a line as FILE:LINE; "
                   "did you mean 'start'?"},
        WrongBreak{"node[0,0]: sum.s:x", "'x' as a line; expected a number, as in fir.s:12"},
        WrongBreak{"node[0,0]",
                   "'node[0,0]' as a breakpoint; expected CELL: PLACE, such as 'node[1,2]: "
                   "fir.s:12'"}}) {
    const Result result =
        shell.run(std::string("weft run cells.yaml --break \"") + wrong.text + "\"");
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err, std::string("weft: error: --break: ") + wrong.error + "\n");
  }
  shell.write("one.yaml", "components: {cell: {type: iwarp, program: sum.s}}\nrun: {for: 20 us}\n");
  EXPECT_EQ(shell.run("weft run one.yaml --break 'cells: start'").err,
            "weft: error: --break: no cell 'cells' with a program in assembly; expected cell; did "
            "you mean 'cell'?\n");
  EXPECT_EQ(shell.run("weft run cells.yaml --break \"node[0,0]: start\" --json -").err,
            "weft: error: --json: standard output, which --break writes to; expected the name of a "
            "file\n");
}

}  // namespace
}  // namespace weft::test
