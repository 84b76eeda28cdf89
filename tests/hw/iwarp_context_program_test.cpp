// Programs in assembly that save and load communication contexts (Feldmann et al. 1993,
// section 4.2).
#include <gtest/gtest.h>

#include <string>

#include "tests/hw/iwarp_assembly.hpp"

namespace weft::test {
namespace {

struct IwarpContextProgram : testing::TestWithParam<Level> {
  IwarpBench bench;

  void row(unsigned cells) { build_array(bench, {cells, 1, false}, {}, all_at(GetParam())); }
  std::string fault(unsigned cell) { return bench[cell].core().computation().fault(); }
};

INSTANTIATE_TEST_SUITE_P(At, IwarpContextProgram, testing::ValuesIn(cell_levels()), level_name);

TEST_P(IwarpContextProgram, connects_two_cells_by_the_words_of_a_context) {
  row(2);
  const auto sending_cell = load(bench[0], R"(
    li   r1, 1 << 16             # a set of inputs: the first of the cell's own
    li   r2, 1 << 0              # a set of outputs: the first of x_right
    li   r3, linked
    freeze
    get  r20, clock
    load r1, r2, r3
    get  r21, clock
    wake
    li   r4, 16
    bind out0, r4
    li   r5, 42
    mov  out0, r5
    li   r6, 20
wait:
    addi r6, r6, -1
    bne  r6, r0, wait
    freeze
    li   r3, saved
    get  r22, clock
    save r1, r2, r3
    get  r23, clock
    ld   r24, 0(r3)
    ld   r25, 4(r3)
    halt
    .data
linked:
    .word 0 + x_right * outcontext_bus + outcontext_reserved
    .word 16 + context_own + mode_linked * context_mode + context_linked + 0 * context_output
saved:
    .space 8
)");
  const auto receiver = load(bench[1], R"(
    li   r1, 1 << 8
    li   r3, here
    freeze
    load r1, r0, r3
    wake
    li   r4, 8
    bind in0, r4
    mov  r5, in0
    halt
    .data
here:
    .word 0 + x_left * context_bus + mode_here * context_mode
)");
  bench.run(20 * microsecond);
  EXPECT_EQ(fault(0), "");
  EXPECT_EQ(fault(1), "");
  EXPECT_TRUE(sending_cell->halted());
  EXPECT_EQ(receiver->register_value(5), 42U);
  // `get clock` takes a clock itself
  EXPECT_EQ(sending_cell->register_value(21) - sending_cell->register_value(20) - 1,
            4U);  // 2, one a channel
  EXPECT_EQ(sending_cell->register_value(23) - sending_cell->register_value(22) - 1, 2U);
  EXPECT_EQ(sending_cell->register_value(24), 0x10000U);
  EXPECT_EQ(sending_cell->register_value(25), 0x280090U);
}

TEST_P(IwarpContextProgram, is_told_where_it_loads_what_is_of_another_channel_map) {
  row(1);
  const auto program = load(bench[0], R"(
    li   r1, 1 << 3
    li   r2, other
    freeze
    load r1, r0, r2
    halt
    .data
other:
    .word 1 + x_right * context_bus
)");
  bench.run(5 * microsecond);
  EXPECT_EQ(fault(0).substr(0, 10), "test.s:5: ");
  EXPECT_NE(
      fault(0).find("logical input channel 3 cannot have number 1 of x_right: channel 1 has it"),
      std::string::npos)
      << fault(0);
  EXPECT_FALSE(program->halted());
}

// --- allocation

TEST_P(IwarpContextProgram, puts_a_channel_on_a_bus_at_both_ends_in_a_clock_each) {
  row(2);
  const auto sending_cell = load(bench[0], R"(
    li      r1, 16                  # spare
    li      r2, 4 + x_right * outcontext_bus + 3 * outcontext_pool
    get     r20, clock
    outbus  r1, r2
    get     r21, clock
    li      r3, 20
    do      0, r3
    loop    0
    get     r4, own
    li      r5, x_right
    acquire r6, r4, r5, 3
    li      r7, 1 + 3 * header_pool
    marker  r4, r7, pathway_begin
    li      r8, 42
    word    r4, r8
    halt
)");
  const auto receiver = load(bench[1], R"(
    li      r1, 18
    li      r2, 4 + x_left * context_bus
    inbus   r1, r2
    li      r3, 1
    await   r4, r3
    andi    r4, r4, 255
    bind    in0, r4
    mov     r5, in0
    mov     r5, in0
    halt
)");
  bench.run(20 * microsecond);
  EXPECT_EQ(fault(0), "");
  EXPECT_EQ(fault(1), "");
  EXPECT_EQ(sending_cell->register_value(6), 16U);
  EXPECT_EQ(sending_cell->register_value(21) - sending_cell->register_value(20) - 1, 1U);
  EXPECT_EQ(receiver->register_value(4), 18U);
  EXPECT_EQ(receiver->register_value(5), 42U);
}

TEST_P(IwarpContextProgram, is_told_where_it_names_no_place) {
  row(1);
  const auto program = load(bench[0], R"(
    li      r1, 3
    li      r2, 1 << 12
    outbus  r1, r2
    halt
)");
  bench.run(5 * microsecond);
  EXPECT_FALSE(program->halted());
  EXPECT_EQ(fault(0), "test.s:4: 0x1000 is no place of a logical output channel, at clock 2");
}

TEST_P(IwarpContextProgram, is_told_where_it_loads_onto_a_channel_with_words_in_it) {
  row(1);
  const auto program = load(bench[0], R"(
    li   r1, 16
    word r1, r1
    li   r1, 1 << 16
    freeze
    load r1, r0, r0
    halt
)");
  bench.run(5 * microsecond);
  EXPECT_EQ(
      fault(0).substr(0, fault(0).find(", at clock")),
      "test.s:6: logical input channel 16 has 1 word in its queue: no context can be loaded onto "
      "it");
}

TEST_P(IwarpContextProgram, saves_nothing_over_its_code) {
  row(1);
  const auto program = load(bench[0], R"(
    li   r1, 1 << 3
    save r1, r0, r0
    halt
)");
  bench.run(5 * microsecond);
  EXPECT_EQ(fault(0).substr(0, fault(0).find(", at clock")),
            "test.s:3: address 0x0 is part of the program, and nothing is stored there");
}

}  // namespace
}  // namespace weft::test
