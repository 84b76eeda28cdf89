// How a program gets an output channel: searches that can be interrupted, or that do not wait; the
// state of channels; the choice of one.
#include "hw/iwarp/channel_state.hpp"
#include "tests/hw/iwarp_assembly.hpp"
#include "tests/hw/iwarp_pathway_support.hpp"

namespace weft::test {
namespace {

using IwarpAcquire = IwarpArray;

INSTANTIATE_TEST_SUITE_P(At, IwarpAcquire, testing::ValuesIn(cell_levels()), level_name);

IwarpParameters one_channel() {
  IwarpParameters cell;
  cell.input_channels = {1, 1, 1, 1};
  cell.output_pools = {{{0}, {0}, {0}, {0}}};
  return cell;
}

// The service routine frees the channel for which the program searches.
TEST_P(IwarpAcquire, a_service_routine_runs_while_it_searches) {
  array({2, 1, false}, one_channel());
  const auto searches = load(bench[0], R"(
    vector pathway_begin, comes
    li r1, on_pathway_begin
    put dispatch, r1
    get r10, own
    addi r11, r10, 1
    li r2, 1
    acquire r3, r10, r0, 0
    marker r10, r2, pathway_begin
    acquire r4, r11, r0, 0      # the only channel is held
    halt
comes:
    get r20, clock
    addi r9, r9, 1
    marker r10, r0, pathway_end
    resume
)");
  const auto caller = load(bench[1], R"(
    li r1, 100
    do 0, r1
    loop 0
    get r10, own
    li r2, x_left
    acquire r3, r10, r2, 0
    marker r10, r0, pathway_begin
    halt
)");
  bench.run(20 * microsecond);
  EXPECT_EQ(bench[0].core().computation().fault(), "");
  EXPECT_TRUE(searches->halted());
  EXPECT_EQ(searches->register_value(9), 1U);
  EXPECT_EQ(searches->register_value(3), searches->register_value(4));
  EXPECT_GT(searches->register_value(20), 100U);
  const auto counters = searches->counters(20 * microsecond);
  EXPECT_GT(counters.stalled[static_cast<unsigned>(Stall::channel)], 50U);
  EXPECT_EQ(counters.instructions, 14U);
}

TEST_P(IwarpAcquire, tells_at_once_that_no_channel_is_free_if_it_does_not_wait) {
  array({2, 1, false}, one_channel());
  const auto program = load(bench[0], R"(
    get r10, own
    addi r11, r10, 1
    li r2, x_left
    tryacquire r3, r10, r0, 0
    get r20, clock
    tryacquire r4, r11, r0, 0   # the only channel is held
    get r21, clock
    tryacquire r5, r11, r2, 0   # leads nowhere
    tryacquire r6, r11, r0, 9   # no such pool there
    marker r10, r0, pathway_end
again:
    tryacquire r7, r11, r0, 0
    blt r7, r0, again
    halt
)");
  bench.run(10 * microsecond);
  EXPECT_EQ(bench[0].core().computation().fault(), "");
  ASSERT_TRUE(program->halted());
  EXPECT_EQ(program->register_value(3), 0U);
  EXPECT_EQ(static_cast<int>(program->register_value(4)), none_free);
  EXPECT_EQ(program->register_value(21) - program->register_value(20) - 1, 3U);
  EXPECT_EQ(static_cast<int>(program->register_value(5)), Crossbar::none);
  EXPECT_EQ(static_cast<int>(program->register_value(6)), Crossbar::none);
  EXPECT_EQ(program->register_value(7), 0U);
}

TEST_P(IwarpAcquire, one_named_channel_can_be_had) {
  array({2, 1, false});
  const auto program = load(bench[0], R"(
    get r10, own
    addi r11, r10, 1
    li r2, 2
    get r20, clock
    assign r3, r10, r2
    get r21, clock
    assign r4, r11, r2          # is held
    li r2, 9
    assign r5, r11, r2          # of x_left, which leads nowhere
    li r2, 1
    marker r10, r2, pathway_begin
    halt
)");
  bench.run(10 * microsecond);
  EXPECT_EQ(bench[0].core().computation().fault(), "");
  ASSERT_TRUE(program->halted());
  EXPECT_EQ(program->register_value(3), 2U);
  EXPECT_EQ(program->register_value(21) - program->register_value(20) - 1, 2U);
  EXPECT_EQ(static_cast<int>(program->register_value(4)), none_free);
  EXPECT_EQ(static_cast<int>(program->register_value(5)), Crossbar::none);
  ASSERT_EQ(bench[0].sent(Bus::x_right).size(), 1U);
  EXPECT_EQ(bench[0].sent(Bus::x_right)[0].channel, 2U);
}

TEST_P(IwarpAcquire, a_program_reads_the_state_of_channels) {
  array({2, 1, false});
  const auto program = load(bench[0], R"(
    get r10, own
    instate r20, r10
    acquire r3, r10, r0, 0
    instate r21, r10
    outstate r22, r3
    li r2, 1
    marker r10, r2, pathway_begin
    li r4, 20
    do 0, r4
    loop 0
    outstate r23, r3
    addi r11, r10, 1
    word r11, r4
    word r11, r4
    instate r24, r11
    halt
)");
  bench.run(10 * microsecond);
  ASSERT_TRUE(program->halted());
  const auto r = [&](unsigned number) { return program->register_value(number); };
  EXPECT_EQ(r(20), encode(InputChannelState{.mode = ChannelMode::own}));
  EXPECT_EQ(r(21), encode(InputChannelState{.mode = ChannelMode::linked, .output = 0}));
  EXPECT_EQ(r(22), encode(OutputChannelState{.reserved = true, .free_slots = 8, .input = 16}));
  EXPECT_EQ(r(23), encode(OutputChannelState{.reserved = true, .free_slots = 7, .input = 16}));
  EXPECT_EQ(r(24),
            encode(InputChannelState{.mode = ChannelMode::own, .readable = true, .level = 2}));
}

// Each of four cells sends words to each other one, all over one own channel, which it awaits to be
// free; what comes is spooled into memory by a service routine.
constexpr unsigned all_to_all_words = 64;
const std::string all_to_all = R"(
    .equ words, 64
    .data
got:    .space 3 * 4 * words
    .code
    vector pathway_begin, comes
    li r1, on_pathway_begin
    put dispatch, r1
    li r40, got
    get r10, cell
    get r11, own
    bind out0, r11
    li r12, 0                   # to this cell
    li r18, 4
next:
    beq r12, r10, done
free:
    instate r13, r11
    shri r13, r13, 20
    andi r13, r13, 7
    li r14, mode_own
    bne r13, r14, free
    li r15, x_right
    blt r10, r12, there
    li r15, x_left
there:
    acquire r16, r11, r15, 0
    li r17, header_origin
    mul r17, r17, r10
    add r17, r17, r12
    marker r11, r17, pathway_begin
    li r19, words
    shli r20, r10, 12
    do 0, r19
    addi r20, r20, 1
    mov out0, r20
    loop 0
    marker r11, r0, pathway_end
done:
    addi r12, r12, 1
    bne r12, r18, next
    li r21, on_spool_end
    await r22, r21
    await r22, r21
    await r22, r21
    halt

comes:
    get r50, event
    andi r50, r50, 0xff
    bind in0, r50
    mov r51, in0                # the begin marker
    ori r50, r50, spool_until_end
    addi r52, r40, 4 * words
    addi r41, r41, 1
    li r53, 1
    beq r41, r53, first
    li r53, 2
    beq r41, r53, second
    spool 2, r40, r52, r50
    jump spooled
first:
    spool 0, r40, r52, r50
    jump spooled
second:
    spool 1, r40, r52, r50
spooled:
    mov r40, r52
    resume
)";

TEST_P(IwarpAcquire, all_cells_send_to_all_over_one_own_channel) {
  array({4, 1, false});
  std::vector<std::unique_ptr<isa::Sequencer>> programs;
  for (unsigned n = 0; n < 4; ++n) programs.push_back(load(bench[n], all_to_all));
  bench.run(400 * microsecond);
  const std::uint32_t got = programs[0]->image().symbols.at("got");
  for (unsigned n = 0; n < 4; ++n) {
    EXPECT_EQ(bench[n].core().computation().fault(), "");
    EXPECT_TRUE(programs[n]->halted()) << n;
    std::vector<std::uint32_t> words;
    for (unsigned i = 0; i < 3 * all_to_all_words; ++i) {
      words.push_back(bench[n].core().memory().peek(got + 4 * i));
    }
    std::sort(words.begin(), words.end());  // the others come in any order
    std::vector<std::uint32_t> expected;
    for (unsigned from = 0; from < 4; ++from) {
      for (unsigned i = 1; from != n && i <= all_to_all_words; ++i) {
        expected.push_back((from << 12) + i);
      }
    }
    EXPECT_EQ(words, expected) << n;
  }
}

TEST_P(IwarpAcquire, of_channels_that_are_not_there_is_a_fault) {
  array({3, 1, false});
  const std::vector<std::pair<Operation, std::string>> cases{
      {Assign{16, 20}, "there is no logical output channel 20"},
      {Assign{3, 0}, "logical input channel 3 is not the cell's own"},
      {ReadOutput{20}, "there is no logical output channel 20"}};
  for (unsigned n = 0; n < cases.size(); ++n) {
    bench.program(
        n, [&cases, n](CoroutineProgram& cell) -> ProgramTask { co_await cell(cases[n].first); });
  }
  bench.run(microsecond);
  for (unsigned n = 0; n < cases.size(); ++n) {
    EXPECT_EQ(bench[n].core().computation().fault(), cases[n].second);
  }
}

}  // namespace
}  // namespace weft::test
