// The debugger of cells: what it shows, and that it changes nothing.
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include <fmt/format.h>
#include <systemc>

#include "hw/common/kernel_time.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/system.hpp"
#include "testbench/debugger/debugger.hpp"
#include "testbench/programs/assembly_programs.hpp"
#include "tests/support/ready_platform.hpp"
#include "tests/testbench/reported.hpp"

namespace weft::test {
namespace {

struct CellDebugger : testing::TestWithParam<const char*> {
  Platform platform = ready("iwarp_fir_8", {fmt::format("level={}", GetParam())});
};
INSTANTIATE_TEST_SUITE_P(At, CellDebugger, testing::Values("signal", "word"),
                         [](const auto& level) { return std::string(level.param); });

/// A platform whose programs a text of commands debugs.
struct DebugSession {
  DebugSession(const char* name, const Platform& platform, const std::string& breakpoint,
               const std::string& text)
      : system(name, platform),
        programs(system),
        commands(text),
        debugger(programs.all(), commands, answers, [] { sc_core::sc_pause(); }) {
    debugger.add(breakpoint, place_of("--break"));
  }

  System system;
  AssemblyPrograms programs;
  std::istringstream commands;
  std::ostringstream answers;
  Debugger debugger;
};

TEST_P(CellDebugger, changes_neither_times_nor_results) {
  System system("plain", platform);
  const AssemblyPrograms plain(system);
  // every instruction of the filter's loop in two cells, and the queues before it
  DebugSession session("debugged", platform, "node[3,0]: 113",
                       "queues\nstep\nqueues\ngates\nmemory x 4\nbreak node[5,0]: 113\ncontinue\n"
                       "step 7\ncells\nstep\ncontinue\nregisters\ndelete 0\ndelete 0\ncontinue\n");
  sc_core::sc_start(sc_core::sc_time::from_value(platform.run.duration));
  EXPECT_EQ(session.programs.report(kernel_time()), plain.report(kernel_time()));
  EXPECT_NE(session.answers.str().find("in0: input channel 8\n"), std::string::npos)
      << session.answers.str();
}

TEST_P(CellDebugger, stops_before_an_instruction_begins) {
  DebugSession session("debugged", platform, "node[2,0]: 108",
                       "registers r8 r4\nstep\nregisters r4\nquit\n");
  sc_core::sc_start(sc_core::sc_time::from_value(platform.run.duration));
  EXPECT_TRUE(session.debugger.has_quit());
  const std::string text = session.answers.str();
  // the tap of the third cell; the first product comes with the instruction that is stopped at
  EXPECT_NE(text.find("r8 = 0x40400000 1077936128 3\nr4 = 0x00000000 0 0\n"), std::string::npos)
      << text;
}

TEST_P(CellDebugger, tells_what_is_wrong_in_a_command_and_goes_on_reading) {
  DebugSession session(
      "debugged", platform, "node[0,0]: 20",
      "  \n# nothing\nsteep\nstep 0\nmemory\nmemory z\nmemory 2\nregisters r200\n"
      "registers in0\ndelete 1\ncell node[9,0]\nbreak node[0,0]\nbreakpoints\nhelp\n");
  sc_core::sc_start(sc_core::sc_time::from_value(platform.run.duration));
  const std::string text = session.answers.str();
  for (const char* line :
       {"command: there is no command 'steep'; expected one of those that `help` lists; did you "
        "mean 'step'?\n",
        "command: '0'; expected a number of 1 to 1000000000\n",
        "command: no address; expected an address or a label\n",
        "command: '2'; expected the address of a word, or a label\n",
        "command: there is no register 'r200' to look at; expected r0 to r123, link or s0 to s3\n",
        "command: there is no register 'in0' to look at; expected r0 to r123, link or s0 to s3\n",
        "command: no such breakpoint; expected the number of one that `breakpoints` lists\n",
        "command: no cell 'node[9,0]' with a program in assembly; expected one or more of "
        "node[0,0] "
        "to node[7,0]; did you mean 'node[0,0]'?\n",
        "command: 'node[0,0]' as a breakpoint; expected CELL: PLACE, such as 'node[1,2]: "
        "fir.s:12'\n",
        "0  node[0,0]: 20\n", "quit                      end the run here\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
  EXPECT_EQ(value_of(session.programs.report(kernel_time()), "programs halted"), 8);
}

}  // namespace
}  // namespace weft::test
