// weft assemble and weft disassemble, as a person types them.
#include <gtest/gtest.h>

#include <string>

#include "tests/app/command.hpp"

namespace weft {
namespace {

using test::Result;
using test::Shell;

const std::string program =
    "start:  li r1, 3\n"
    "        { fadd r2, r2, r1; loop 0 }\n"
    "        beq r1, r0, start\n"
    "        halt\n";

TEST(Assemble, TellsWhatAProgramTakes) {
  const Shell shell;
  shell.write("p.s", program);
  const Result result = shell.run("weft assemble p.s");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out,
            "p.s: good: 4 instructions, 1 of them long words; 24 bytes of code, 0 of data\n");
  EXPECT_EQ(shell.list(), std::vector<std::string>{"p.s"});
}

TEST(Assemble, PrintsAListing) {
  const Shell shell;
  shell.write("p.s", program);
  const Result result = shell.run("weft assemble p.s --listing");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("00010  48080ffc                       3          beq r1, r0, start\n"),
            std::string::npos)
      << result.out;
}

TEST(Assemble, WritesAFileThatDisassemblesToTheSameProgram) {
  const Shell shell;
  shell.write("p.s", program);
  EXPECT_EQ(shell.run("weft assemble p.s -o p.out").status, 0);
  const Result text = shell.run("weft disassemble p.out");
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_NE(text.out.find("{ fadd r2, r2, r1; loop 0 }"), std::string::npos) << text.out;
  shell.write("q.s", text.out);
  EXPECT_EQ(shell.run("weft assemble q.s -o q.out").status, 0);
  EXPECT_EQ(shell.run("diff <(weft disassemble p.out) <(weft disassemble q.out)").status, 0);
  EXPECT_EQ(shell.run("weft assemble p.s --output - | diff - p.out").status, 0);
}

TEST(Assemble, TellsAllErrorsWithTheirPlacesAndWritesNothing) {
  const Shell shell;
  shell.write("p.s", "ad r1, r2, r3\nhalt\nli r1\n");
  const Result result = shell.run("weft assemble p.s -o p.out");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            "weft: error: p.s:1:1: unknown instruction 'ad'; expected an instruction or a "
            "directive; did you mean 'add'?\n"
            "weft: error: p.s:3:6: the line ends; expected ','\n");
  EXPECT_EQ(shell.list(), std::vector<std::string>{"p.s"});
}

struct WrongAssembly {
  const char* line;
  const char* error;
};

TEST(Assemble, WrongUseEndsInOneError) {
  const Shell shell;
  shell.write("p.s", program);
  shell.write("bad.out", "iwarp-program 1\ncode 1 ffffffff\n");
  for (const WrongAssembly& wrong :
       {WrongAssembly{
            "weft assemble",
            "weft: error: weft assemble: no FILE is given; expected a program, such as fir.s\n"},
        WrongAssembly{"weft assemble no.s",
                      "weft: error: no.s: no such file; expected a readable program in assembly\n"},
        WrongAssembly{"weft assemble .",
                      "weft: error: .: is a directory; expected a readable program in assembly\n"},
        WrongAssembly{
            "weft disassemble p.s",
            "weft: error: p.s:1:1: no file of an assembled program; expected 'iwarp-program 1' "
            "first\n"},
        WrongAssembly{
            "weft disassemble bad.out",
            "weft: error: bad.out:2:8: these words are no instruction; expected one word of a "
            "short instruction, or three of a long word\n"}}) {
    const Result result = shell.run(wrong.line);
    EXPECT_EQ(result.status, 2) << wrong.line;
    EXPECT_EQ(result.err, wrong.error);
    EXPECT_EQ(result.out, "");
  }
}

}  // namespace
}  // namespace weft
