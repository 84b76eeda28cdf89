// Programs in assembly on the other agents of a cell: pathways, events and their service routines,
// spooling gates, faults (Borkar et al. 1990, sections 6 to 8).
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "hw/iwarp_toolchain/disassembler.hpp"
#include "tests/hw/iwarp_assembly.hpp"

namespace weft::test {
namespace {

struct IwarpAssemblyProgram : testing::TestWithParam<Level> {
  IwarpBench bench;

  void row(unsigned cells) { build_array(bench, {cells, 1, false}, {}, all_at(GetParam())); }
  std::string fault(unsigned cell) { return bench[cell].core().computation().fault(); }
};

INSTANTIATE_TEST_SUITE_P(At, IwarpAssemblyProgram, testing::ValuesIn(cell_levels()), level_name);

// Opens a pathway to the cell on the right, sends a message of ten words, ends it.
const std::string sender = R"(
    get r1, own
    li r2, x_right
    li r3, 1               # header: the next cell
    get r20, clock
    acquire r4, r1, r2, 0
    get r21, clock
    marker r1, r3, pathway_begin
    get r22, clock
    marker r1, r3, message_begin
    get r23, clock
    bind out0, r1
    li r5, 10
    do 0, r5
    addi r6, r6, 1
    mov out0, r6
    loop 0
    get r25, clock
    marker r1, r0, message_end
    get r26, clock
    marker r1, r0, pathway_end
    get r27, clock
    halt
)";

TEST_P(IwarpAssemblyProgram, takes_the_latencies_of_section_8) {
  row(2);
  const auto program = load(bench[0], sender);
  bench.run(20 * microsecond);
  EXPECT_EQ(fault(0), "");
  ASSERT_TRUE(program->halted());
  // `get clock` takes a clock itself
  const auto ns = [&](unsigned from, unsigned to) {
    return 50 * (program->register_value(to) - program->register_value(from) - 1);
  };
  EXPECT_EQ(ns(20, 21), 150U);  // acquire_logical_channel
  EXPECT_EQ(ns(21, 22), 100U);  // begin_marker
  EXPECT_EQ(ns(22, 23), 100U);  // message_begin_marker
  EXPECT_EQ(ns(25, 26), 100U);  // message_end_marker
  EXPECT_EQ(ns(26, 27), 100U);  // pathway_end_marker
}

Time first(const std::vector<WordEvent>& events, WordTag tag) {
  const std::vector<Time> times = times_of(events, tag);
  EXPECT_FALSE(times.empty());
  return times.empty() ? 0 : times.front();
}

TEST_P(IwarpAssemblyProgram, its_markers_are_forwarded_in_200_ns_and_turn_in_250) {
  build_array(bench, {3, 2, false}, {}, all_at(GetParam()));
  const auto program = load(bench[0], R"(
    get r1, own
    li r2, x_right
    li r3, 2 + y_down * header_direction + header_turn
    li r4, 5
    acquire r5, r1, r2, 0
    marker r1, r3, pathway_begin
    get r10, clock
    word r1, r4
    get r11, clock
    halt
)");
  bench.run(10 * microsecond);
  EXPECT_EQ(fault(0), "");
  EXPECT_EQ(program->register_value(11) - program->register_value(10) - 1,
            1U);  // each address: 50 ns
  const Time began = first(bench[0].sent(Bus::x_right), WordTag::pathway_begin);
  const Time forwarded = first(bench[1].sent(Bus::x_right), WordTag::pathway_begin);
  const Time turned = first(bench[2].sent(Bus::y_down), WordTag::pathway_begin);
  EXPECT_EQ(forwarded - began, 200 * nanosecond);   // forward_unmatched_marker_per_cell
  EXPECT_EQ(turned - forwarded, 250 * nanosecond);  // forward_corner_turn_per_cell
}

TEST_P(IwarpAssemblyProgram, a_join_sends_the_first_word_100_ns_later) {
  row(3);
  const auto first_cell = load(bench[0], R"(
    get r1, own
    li r3, 1
    acquire r4, r1, r0, 0
    marker r1, r3, pathway_begin
    li r3, 2
    marker r1, r3, message_begin
    word r1, r3
    halt
)");
  const auto joint = load(bench[1], R"(
    get r1, own
    li r2, 2
    acquire r4, r1, r0, 0
    marker r1, r2, pathway_begin
    li r5, on_pathway_begin
    await r6, r5
    andi r6, r6, 0xff
    bind in0, r6
    mov r7, in0                 # the begin marker
    li r8, 200
    do 0, r8
    loop 0
    get r9, clock
    join r6, r4
    halt
)");
  bench.run(30 * microsecond);
  EXPECT_EQ(fault(0), "");
  EXPECT_EQ(fault(1), "");
  const Time issued = (joint->register_value(9) + 1) * one_clock;
  const Time left = first(bench[1].sent(Bus::x_right), WordTag::message_begin);
  EXPECT_EQ(left - issued, 100 * nanosecond);  // join_first_word
}

// Counts in a loop; each message is read by a service routine.
const std::string served = R"(
    .equ messages, on_message_begin | on_message_end
    vector pathway_begin, opened
    vector message_begin, began
    li r2, on_pathway_begin | on_message_begin
    put dispatch, r2
count:
    addi r10, r10, 1
    jump count

opened:
    get r3, event
    andi r3, r3, 0xff
    bind in0, r3
    mov r4, in0            # the begin marker
    resume

began:
    get r5, event
    mov r4, in0            # the message begin marker
    li r7, tag_message_end
next:
    mov r4, in0
    get r6, in0_tag
    beq r6, r7, done
    add r8, r8, r4
    jump next
done:
    addi r9, r9, 1
    resume
)";

TEST_P(IwarpAssemblyProgram, an_event_transfers_control_to_its_service_routine_and_back) {
  row(2);
  const std::string text = sender;
  const auto first_cell = load(bench[0], text);
  const auto second_cell = load(bench[1], served);
  bench.run(20 * microsecond);
  EXPECT_EQ(fault(0), "");
  EXPECT_EQ(fault(1), "");
  EXPECT_EQ(second_cell->register_value(8), 55U);  // 1 + 2 + ... + 10
  EXPECT_EQ(second_cell->register_value(9), 1U);
  EXPECT_EQ(second_cell->register_value(5) >> 8, static_cast<unsigned>(AgentEvent::message_begin));
  EXPECT_EQ(second_cell->counters(20 * microsecond).services, 2U);
  EXPECT_GT(second_cell->register_value(10), 50U);
}

TEST_P(IwarpAssemblyProgram, an_event_interrupts_a_wait_at_a_gate) {
  row(2);
  const auto first_cell = load(bench[0], sender);
  const auto second_cell = load(bench[1], R"(
    get r1, own
    bind in0, r1           # a channel that nothing fills
    vector pathway_begin, opened
    li r2, on_pathway_begin
    put dispatch, r2
wait:
    mov r3, in0
    halt
opened:
    addi r9, r9, 1
    resume
)");
  bench.run(20 * microsecond);
  EXPECT_EQ(second_cell->register_value(9), 1U);
  EXPECT_EQ(bench[1].core().computation().stall(), Stall::empty_gate);
  EXPECT_EQ(second_cell->line(), 8U);
}

TEST_P(IwarpAssemblyProgram, spools_a_message_into_memory_and_waits_for_its_end) {
  row(2);
  const auto first_cell = load(bench[0], sender);
  const auto second_cell = load(bench[1], R"(
    .data
buffer: .space 64
    .code
    li r1, on_pathway_begin
    await r2, r1
    andi r2, r2, 0xff
    bind in0, r2
    mov r3, in0
    li r1, on_message_begin
    await r3, r1
    mov r3, in0
    li r4, buffer
    addi r5, r4, 64
    ori r6, r2, spool_until_end
    spool 3, r4, r5, r6
    li r1, on_spool_end
    await r7, r1
    get r8, spool3
    sub r8, r8, r4
    shri r8, r8, 2
    do 0, r8
    ld r9, 0(r4)
    add r10, r10, r9
    addi r4, r4, 4
    loop 0
    halt
)");
  bench.run(40 * microsecond);
  EXPECT_EQ(fault(0), "");
  EXPECT_EQ(fault(1), "");
  EXPECT_EQ(second_cell->register_value(7) & 0xff, 3U);
  EXPECT_EQ(second_cell->register_value(8), 10U);
  EXPECT_EQ(second_cell->register_value(10), 55U);
}

TEST_P(IwarpAssemblyProgram, a_spooled_queue_takes_a_quarter_of_the_memory_bus_from_it) {
  row(2);
  const auto program = load(bench[0], R"(
    get r1, own
    li r2, 1
    acquire r3, r1, r0, 0
    marker r1, r2, pathway_begin
    li r5, 0x1000
    li r6, 0x8000
    addi r7, r1, spool_out
    spool 0, r5, r6, r7
    li r20, 0x400
    li r24, 0x800
    li r21, 300
    do 0, r21
    loop 0                  # until the queue is in its stride
    get r30, clock
    do 0, r21
    { ld r22, (r20)+4; ld r23, (r24) ; loop 0 }
    get r31, clock
    halt
)");
  const auto reader = load(bench[1], R"(
    li r1, on_pathway_begin
    await r2, r1
    bind in0, r2
again:
    mov r3, in0
    jump again
)");
  bench.run(100 * microsecond);
  EXPECT_EQ(fault(0), "");
  EXPECT_EQ(fault(1), "");
  ASSERT_TRUE(program->halted());
  const unsigned clocks = program->register_value(31) - program->register_value(30) - 2;
  const auto counters = program->counters(100 * microsecond);
  const auto waited = counters.stalled[static_cast<unsigned>(Stall::memory_bus)];
  // 600 accesses in three quarters of the clocks; it waited before them too
  EXPECT_GE(600 + waited, clocks);
  EXPECT_NEAR(static_cast<double>(clocks), 600 * 4.0 / 3, 4);
}

struct Wrong {
  const char* program;
  const char* fault;
};

TEST_P(IwarpAssemblyProgram, a_fault_names_the_line_and_the_clock) {
  const std::vector<Wrong> all{
      {"nop\nmov r1, in1\n", "test.s:2: input gate 1 is bound to nothing, at clock 1"},
      {"li r1, 25\nbind out0, r1\n", "test.s:2: there is no logical input channel 25, at clock 1"},
      {"bind out0, r0\n", "test.s:1: logical input channel 0 is not the cell's own, at clock 0"},
      {"li r1, 0x5000\njr r1\n",
       "test.s:2: the program goes on at address 0x5000, where there is no instruction, at clock "
       "2"},
      {"li r1, 6\njr r1\n",
       "test.s:2: the program goes on at address 0x6, where there is no instruction, at clock 2"},
      {"nop\n",
       "test.s:1: the program goes on at address 0x4, where there is no instruction, at clock 1"},
      {"li r1, 0x100000\nld r2, 4(r1)\n",
       "test.s:2: there is no memory at address 0x100004, at clock 2"},
      {"ld r2, 2(r0)\n", "test.s:1: address 0x2 is not that of a word, at clock 0"},
      {"ldd r2, 4(r0)\n", "test.s:1: address 0x4 is not that of a double word, at clock 0"},
      {"nop\nst r2, 4(r0)\n",
       "test.s:2: address 0x4 is part of the program, and nothing is stored there, at clock 1"},
      {"nop\ndiv r1, r2, r0\nnop\nhalt\n", "test.s:2: division by zero, at clock 35"},
      {"resume\n", "test.s:1: resume outside a service routine, at clock 0"},
      {"get r1, own\nli r2, 9\nacquire r3, r1, r2, 0\n", "test.s:3: there is no bus 9, at clock 2"},
      {"get r1, own\nli r5, 0x800\naddi r7, r1, spool_out\nspool 2, r5, r5, r7\nagain: jump "
       "again\n",
       "test.s:5: spooling gate 2, started at test.s:4 with room for 0 words, would pass its "
       "limit, or finds no memory, at "
       "clock 8"}};
  std::vector<std::unique_ptr<isa::Sequencer>> programs;
  for (unsigned n = 0; n < all.size(); ++n) {
    bench.add({}, GetParam());
    programs.push_back(load(bench[n], all[n].program));
  }
  bench.run(20 * microsecond);
  for (unsigned n = 0; n < all.size(); ++n) EXPECT_EQ(fault(n), all[n].fault) << all[n].program;
}

struct Trace final : isa::InstructionObserver {
  std::vector<isa::InstructionEvent> events;
  void executed(const isa::InstructionEvent& event) override { events.push_back(event); }
};

TEST_P(IwarpAssemblyProgram, an_observer_is_told_of_every_instruction_with_its_times) {
  row(2);
  const auto first_cell = load(bench[0], sender);
  const auto second_cell = load(bench[1], R"(
    li r1, on_pathway_begin
    await r2, r1
    { fadd r3, r3, r3; ld r4, (r0) }
    halt
)");
  Trace trace;
  second_cell->observe(&trace);
  bench.run(20 * microsecond);
  ASSERT_EQ(trace.events.size(), 3U);
  EXPECT_EQ(isa::text_of(trace.events[0]), "seti r1, 1");
  EXPECT_EQ(trace.events[0].begin, 0U);
  EXPECT_EQ(trace.events[0].end, 1 * one_clock);
  EXPECT_EQ(isa::text_of(trace.events[1]), "await r2, r1");
  EXPECT_EQ(trace.events[1].line, 3U);
  EXPECT_EQ(trace.events[1].begin, 1 * one_clock);
  EXPECT_EQ(trace.events[1].end, trace.events[2].begin);
  EXPECT_EQ(trace.events[1].stalled, trace.events[1].end - trace.events[1].begin - one_clock);
  EXPECT_GT(trace.events[1].stalled, 5 * one_clock);
  EXPECT_EQ(isa::text_of(trace.events[2]), "{ fadd r3, r3, r3; ld r4, (r0) }");
  EXPECT_EQ(trace.events[2].end - trace.events[2].begin, 2 * one_clock);
  EXPECT_EQ(trace.events[2].stalled, 0U);
  EXPECT_EQ(second_cell->counters(20 * microsecond).stalled[static_cast<unsigned>(Stall::event)],
            trace.events[1].stalled / one_clock);
}

}  // namespace
}  // namespace weft::test
