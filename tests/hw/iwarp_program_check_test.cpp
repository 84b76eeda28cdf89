// What a cell cannot hold or do of a program is found before it runs.
#include <gtest/gtest.h>

#include <string>

#include "hw/iwarp_toolchain/assembler.hpp"
#include "hw/iwarp_toolchain/program_check.hpp"

namespace weft::isa {
namespace {

std::string fault_of(const std::string& text, const IwarpParameters& parameters = {}) {
  const auto fault = find_fault(assemble(text, "p.s"), parameters);
  return fault ? fault->text() : "";
}

TEST(IwarpProgramCheck, finds_channels_that_do_not_exist_or_are_of_a_bus) {
  EXPECT_EQ(fault_of("li r1, 24\naddi r1, r1, 1\nbind in0, r1\nhalt\n"),
            "p.s:3:1: there is no logical input channel 25; expected 0 to 19");
  EXPECT_EQ(fault_of("li r1, 3\nbind out0, r1\nhalt\n"),
            "p.s:2:1: logical input channel 3 belongs to a bus; expected one of the cell's own, as "
            "`get r1, own` gives");
  EXPECT_EQ(fault_of("li r1, 8\nunmatch r1\nhalt\n"),
            "p.s:2:1: there is no entry of the match CAM 8; expected 0 to 7");
}

TEST(IwarpProgramCheck, says_nothing_where_a_number_may_come_from_elsewhere) {
  EXPECT_EQ(fault_of("get r1, own\nbind out0, r1\nhalt\n"), "");
  EXPECT_EQ(fault_of("li r1, 25\nagain: bind in0, r1\njump again\n"), "");
  EXPECT_EQ(fault_of("li r1, 25\nbeq r2, r3, over\nbind in0, r1\nover: halt\n"), "");
  EXPECT_EQ(fault_of("li r1, 25\nadd r1, r1, r2\nbind in0, r1\nhalt\n"), "");
}

TEST(IwarpProgramCheck, finds_a_program_that_memory_cannot_hold) {
  IwarpParameters parameters;
  parameters.memory_bytes = 16;
  EXPECT_EQ(fault_of("halt\n.data\n.word 1, 2\n", parameters), "");
  EXPECT_EQ(
      fault_of("halt\n.data\n.word 1, 2, 3\n", parameters),
      "p.s:1:1: the program takes 20 bytes of memory; expected at most the 16 of memory_bytes");
}

}  // namespace
}  // namespace weft::isa
