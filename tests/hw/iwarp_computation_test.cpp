// The computation agent: what instructions do and how long they take (Borkar et al. 1990, sections
// 1, 7.1 and 7.2).
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/hw/iwarp_assembly.hpp"

namespace weft::test {
namespace {

struct IwarpComputation : testing::TestWithParam<Level> {};

INSTANTIATE_TEST_SUITE_P(At, IwarpComputation, testing::ValuesIn(cell_levels()), level_name);

float single(std::uint32_t bits) { return std::bit_cast<float>(bits); }

TEST_P(IwarpComputation, integer_instructions_run_at_20_mips) {
  AloneOnCell cell(R"(
    get r1, clock
    li r10, 1000
again:
    addi r11, r11, 3
    xor r12, r12, r11
    addi r10, r10, -1
    bne r10, r0, again
    get r2, clock
    halt
)",
                   GetParam());
  cell.run();
  EXPECT_EQ(cell.fault(), "");
  EXPECT_TRUE(cell.program->halted());
  EXPECT_EQ(cell.r(11), 3000U);
  // 4,000 instructions in the loop, `li` and `get`: one clock of 50 ns each, so 20 MIPS
  EXPECT_EQ(cell.r(2) - cell.r(1), 4000U + 2);
  EXPECT_EQ(cell.counters().instructions, 4000U + 4);
}

// The sum of c[i] * x[i]: a long word for each tap.
std::string fir(unsigned taps) {
  std::string text = fmt::format(R"(
    .data
c:  .space {0}
x:  .space {0}
    .code
    li r1, c
    li r2, x
    li r3, {1}
    mov r4, r0
    do 0, r3
fill:
    itof r5, r4
    st r5, 0(r1)
    st r5, 0(r2)
    addi r4, r4, 1
    addi r1, r1, 4
    addi r2, r2, 4
    loop 0
    li r1, c
    li r2, x
    {{ ld r5, (r1)+4; ld r6, (r2)+4 }}
    {{ fmul r7, r5, r6; ld r5, (r1)+4; ld r6, (r2)+4 }}
    get r10, clock
    do 0, r3
    {{ fadd r8, r8, r7
      fmul r7, r5, r6
      ld r5, (r1)+4
      ld r6, (r2)+4
      loop 0 }}
    get r11, clock
    halt
)",
                                 4 * taps + 16, taps);
  return text;
}

TEST_P(IwarpComputation, a_fir_filter_reaches_20_mflops_with_a_long_word_for_each_tap) {
  constexpr unsigned taps = 500;
  AloneOnCell cell(fir(taps), GetParam());
  cell.run();
  EXPECT_EQ(cell.fault(), "");
  float sum = 0;
  for (unsigned i = 0; i < taps; ++i) sum += static_cast<float>(i) * static_cast<float>(i);
  EXPECT_EQ(single(cell.r(8)), sum);
  const unsigned clocks = cell.r(11) - cell.r(10) - 2;  // without `do` and `get`
  EXPECT_EQ(clocks, 2 * taps);
  const double mflops = 2.0 * taps / (clocks * 0.05);
  EXPECT_DOUBLE_EQ(mflops, 20.0);
  EXPECT_EQ(cell.counters().flops, 2U * taps + 1);
  EXPECT_EQ(cell.counters().long_words, taps + 2);
}

TEST_P(IwarpComputation, double_precision_reaches_10_mflops) {
  AloneOnCell cell(R"(
    .data
one: .double 1.0
half: .double 0.5
    .code
    li r3, 400
    li r1, one
    ldd r10, 0(r1)
    ldd r12, 8(r1)
    get r20, clock
    do 1, r3
    { dadd r14, r14, r10; dmul r16, r12, r12; loop 1 }
    get r21, clock
    halt
)",
                   GetParam());
  cell.run();
  EXPECT_EQ(cell.fault(), "");
  EXPECT_EQ(std::bit_cast<double>(std::uint64_t{cell.r(15)} << 32 | cell.r(14)), 400.0);
  EXPECT_EQ(std::bit_cast<double>(std::uint64_t{cell.r(17)} << 32 | cell.r(16)), 0.25);
  const unsigned clocks = cell.r(21) - cell.r(20) - 2;
  EXPECT_DOUBLE_EQ(2.0 * 400 / (clocks * 0.05), 10.0);
}

// Two of the cell's own channels, each from an output gate to an input gate.
const std::string own_gates = R"(
    get r1, own
    addi r2, r1, 1
    bind out0, r1
    bind in0, r1
    bind out1, r2
    bind in1, r2
)";

TEST_P(IwarpComputation, four_gate_accesses_in_a_long_word_move_160_mbytes_a_second) {
  AloneOnCell cell(own_gates + R"(
    li r10, 11
    li r11, 22
    { fmov out0, r10; mov out1, r11 }
    li r3, 300
    get r20, clock
    do 0, r3
    { fmov out0, in0; mov out1, in1; loop 0 }
    get r21, clock
    { fmov r12, in0; mov r13, in1 }
    halt
)",
                   GetParam());
  cell.run();
  EXPECT_EQ(cell.fault(), "");
  EXPECT_EQ(cell.r(12), 11U);
  EXPECT_EQ(cell.r(13), 22U);
  const unsigned clocks = cell.r(21) - cell.r(20) - 2;
  EXPECT_EQ(clocks, 600U);
  const double mbytes = 300.0 * 4 * 4 / (clocks * 0.05);
  EXPECT_DOUBLE_EQ(mbytes, 160.0);
}

TEST_P(IwarpComputation, an_integer_instruction_on_one_gate_waits_for_its_bus) {
  AloneOnCell cell(own_gates + R"(
    li r3, 4
    get r20, clock
    do 0, r3
    addi out0, r3, 1
    loop 0
    do 0, r3
    add r4, r4, in0
    add r5, r5, in0
    loop 0
    get r21, clock
    halt
)",
                   GetParam());
  cell.run(20 * microsecond);
  EXPECT_FALSE(cell.program->halted());  // the second half of the words never comes
  EXPECT_EQ(cell.r(4), 10U);
  EXPECT_EQ(cell.r(5), 10U);
  EXPECT_EQ(cell.counters().stalled[static_cast<unsigned>(Stall::gate_bus)], 2U);
  EXPECT_GT(cell.counters().stalled[static_cast<unsigned>(Stall::empty_gate)], 300U);
  EXPECT_EQ(cell.bench[0].core().computation().stall(), Stall::empty_gate);
}

TEST_P(IwarpComputation, reads_all_operands_of_a_long_word_before_it_writes_a_result) {
  AloneOnCell cell(R"(
    .data
a:  .word 7, 8
b:  .word 9, 10
    .code
    li r1, a
    li r2, b
    li s0, 12
    li r3, 3.0
    li r4, 4.0
    { fadd r3, r4, r4; fmul r4, r3, r3; ld r5, (r1)+4; add r6, r1, r5 }
    { st r5, (r2)+s0; ld r5, (r1)-4 }
    li r7, b
    ldd r8, 0(r7)
    halt
)",
                   GetParam());
  cell.run();
  ASSERT_EQ(cell.fault(), "");
  const std::uint32_t a = cell.program->image().symbols.at("a");
  EXPECT_EQ(single(cell.r(3)), 8.0F);
  EXPECT_EQ(single(cell.r(4)), 9.0F);
  EXPECT_EQ(cell.r(6), a);  // r1 before it was counted on, r5 before it was loaded
  EXPECT_EQ(cell.r(5), 8U);
  EXPECT_EQ(cell.r(8), 7U);  // what r5 was before
  EXPECT_EQ(cell.r(9), 10U);
  EXPECT_EQ(cell.r(1), a);
  EXPECT_EQ(cell.r(2), a + 8 + 12);
}

TEST_P(IwarpComputation, executes_every_operation_as_its_table_says) {
  AloneOnCell cell(R"(
    li r1, -7
    li r2, 3
    add r10, r1, r2
    sub r11, r1, r2
    and r12, r1, r2
    or r13, r1, r2
    xor r14, r1, r2
    shl r15, r1, r2
    shr r16, r1, r2
    sar r17, r1, r2
    slt r18, r1, r2
    sltu r19, r1, r2
    mul r20, r1, r2
    div r21, r1, r2
    rem r22, r1, r2
    andi r23, r1, 0xff
    ori r24, r2, -8
    xori r25, r2, 1
    shli r26, r2, 4
    shri r27, r1, 28
    sari r28, r1, 1
    slti r29, r1, -6
    li r30, 0x12345678
    li r40, 1.5
    li r41, -2.25
    fadd r42, r40, r41
    fsub r43, r40, r41
    fmul r44, r40, r41
    fdiv r45, r40, r41
    feq r46, r40, r40
    flt r47, r41, r40
    fle r48, r40, r41
    itof r49, r1
    ftoi r50, r41
    ftod r52, r40
    ftod r54, r41
    dadd r56, r52, r54
    ddiv r58, r52, r54
    deq r60, r52, r54
    dlt r61, r54, r52
    dle r62, r52, r52
    dsub r64, r52, r54
    dmul r66, r52, r54
    itod r68, r1
    dtoi r70, r54
    dtof r71, r56
    fmov r72, r41
    call routine
    jump over
routine:
    li r80, 5
    ret
over:
    mov r0, r1
    mov r81, r0
    halt
)",
                   GetParam());
  cell.run();
  ASSERT_EQ(cell.fault(), "");
  const auto i = [&](unsigned n) { return static_cast<std::int32_t>(cell.r(n)); };
  const auto d = [&](unsigned n) {
    return std::bit_cast<double>(std::uint64_t{cell.r(n + 1)} << 32 | cell.r(n));
  };
  EXPECT_EQ(i(10), -4);
  EXPECT_EQ(i(11), -10);
  EXPECT_EQ(i(12), -7 & 3);
  EXPECT_EQ(i(13), -7 | 3);
  EXPECT_EQ(i(14), -7 ^ 3);
  EXPECT_EQ(i(15), -56);
  EXPECT_EQ(cell.r(16), static_cast<std::uint32_t>(-7) >> 3);
  EXPECT_EQ(i(17), -1);
  EXPECT_EQ(i(18), 1);
  EXPECT_EQ(i(19), 0);
  EXPECT_EQ(i(20), -21);
  EXPECT_EQ(i(21), -2);
  EXPECT_EQ(i(22), -1);
  EXPECT_EQ(i(23), 0xf9);
  EXPECT_EQ(i(24), -5);
  EXPECT_EQ(i(25), 2);
  EXPECT_EQ(i(26), 48);
  EXPECT_EQ(i(27), 15);
  EXPECT_EQ(i(28), -4);
  EXPECT_EQ(i(29), 1);
  EXPECT_EQ(cell.r(30), 0x12345678U);
  EXPECT_EQ(single(cell.r(42)), -0.75F);
  EXPECT_EQ(single(cell.r(43)), 3.75F);
  EXPECT_EQ(single(cell.r(44)), -3.375F);
  EXPECT_EQ(single(cell.r(45)), 1.5F / -2.25F);
  EXPECT_EQ(i(46), 1);
  EXPECT_EQ(i(47), 1);
  EXPECT_EQ(i(48), 0);
  EXPECT_EQ(single(cell.r(49)), -7.0F);
  EXPECT_EQ(i(50), -2);
  EXPECT_EQ(d(56), -0.75);
  EXPECT_EQ(d(58), 1.5 / -2.25);
  EXPECT_EQ(i(60), 0);
  EXPECT_EQ(i(61), 1);
  EXPECT_EQ(i(62), 1);
  EXPECT_EQ(d(64), 3.75);
  EXPECT_EQ(d(66), -3.375);
  EXPECT_EQ(d(68), -7.0);
  EXPECT_EQ(i(70), -2);
  EXPECT_EQ(single(cell.r(71)), -0.75F);
  EXPECT_EQ(single(cell.r(72)), -2.25F);
  EXPECT_EQ(i(80), 5);
  EXPECT_EQ(i(81), 0);
}

struct CountingObserver final : isa::InstructionObserver {
  std::uint64_t instructions = 0;
  void executed(const isa::InstructionEvent&) override { ++instructions; }
};

TEST_P(IwarpComputation, is_the_same_run_with_and_without_an_observer) {
  IwarpBench bench;
  for (unsigned n = 0; n < 2; ++n) bench.add({}, GetParam());
  const auto observed = load(bench[0], fir(100));
  const auto alone = load(bench[1], fir(100));
  CountingObserver observer;
  observed->observe(&observer);
  bench.run(200 * microsecond);
  ASSERT_TRUE(observed->halted());
  ASSERT_TRUE(alone->halted());
  EXPECT_EQ(observer.instructions + 1, observed->counters(0).instructions);  // all but `halt`
  EXPECT_EQ(observed->counters(0), alone->counters(0));
  for (unsigned r = 0; r < isa::register_count; ++r) {
    EXPECT_EQ(observed->register_value(r), alone->register_value(r)) << r;
  }
}

}  // namespace
}  // namespace weft::test
