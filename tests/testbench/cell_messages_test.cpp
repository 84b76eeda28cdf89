// Messages of coroutines on cells, held against the library in assembly.
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <systemc>

#include "tests/support/temporary_folder.hpp"
#include "tests/testbench/message_pair.hpp"

namespace weft::test {
namespace {

Program sends_a_message(CellProcess& cell, MessagePair& pair, std::uint32_t words) {
  CellMessages messages(cell, receive_buffer, receive_bytes);
  for (std::uint32_t i = 0; i < words; ++i) co_await cell.store(4 * i, 3 * i + 1);
  pair.called = cell.now();
  co_await messages.send(pair.message(cell.cell().address, words));
  co_await messages.progress(1);
  pair.returned = cell.now();
  for (int i = 0; i < 20'000; ++i) co_await messages.progress(1);
}

void expect_message(const MessagePair& pair, std::uint32_t count) {
  ASSERT_EQ(pair.received.size(), count);
  for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(pair.received[i], 3 * i + 1);
}

struct CellMessagesAtLevel : testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(At, CellMessagesAtLevel, testing::Values("signal", "word"),
                         [](const auto& level) { return std::string(level.param); });

TEST_P(CellMessagesAtLevel, take_the_clocks_of_the_library_in_assembly) {
  const TemporaryFolder folder;
  std::deque<MessagePair> pairs;
  for (const std::uint32_t words : {64U, 256U, 1024U}) {
    MessagePair& pair =
        pairs.emplace_back(folder, fmt::format("words{}", words), two_cells_with_pools(GetParam()));
    pair.processes.start(cells_of(pair.system)[0], sends_a_message, std::ref(pair), words);
    pair.processes.start(cells_of(pair.system)[1], receives_a_message, std::ref(pair));
  }
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS));
  std::uint32_t words = 64;
  for (const MessagePair& pair : pairs) {
    expect_message(pair, words);
    const Time clock = cells_of(pair.system)[0].clock;
    // as run_time_library_test.cpp measures them in assembly, and the idle clock of `progress`
    constexpr Time measured = 90;
    constexpr Time idle = 1;
    EXPECT_EQ((pair.returned - pair.called) / clock, measured + idle);
    EXPECT_NEAR(static_cast<double>((pair.arrived - pair.called) / clock), 2 * words + 116, 30)
        << words;
    words *= 4;
  }
}

// A message whose words are spooled ends by its trailer, which the event at the end of the spool
// sends, and the next one begins: while the program does something else, if it is interrupted.
Program sends_two_and_computes(CellProcess& cell, MessagePair& pair, bool interrupted) {
  CellMessages messages(cell, receive_buffer, receive_bytes);
  for (int i = 0; i < 2; ++i) co_await messages.send(pair.message(cell.cell().address, 64));
  co_await messages.progress(1);
  for (int i = 0; i < 200; ++i) {
    co_await cell.compute(10);
    if (interrupted) co_await messages.send_in_background();
  }
  pair.returned = cell.now();
  while (!messages.idle()) co_await messages.progress(1);
}

TEST_P(CellMessagesAtLevel, go_on_in_the_background_of_a_program_that_is_interrupted) {
  const TemporaryFolder folder;
  std::deque<MessagePair> pairs;
  for (const bool interrupted : {false, true}) {
    MessagePair& pair = pairs.emplace_back(folder, fmt::format("interrupted{}", interrupted),
                                           two_cells_with_pools(GetParam()));
    pair.processes.start(cells_of(pair.system)[0], sends_two_and_computes, std::ref(pair),
                         interrupted);
    pair.processes.start(cells_of(pair.system)[1], receives_a_message, std::ref(pair));
  }
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS));
  EXPECT_GT(pairs[0].arrived, pairs[0].returned);
  EXPECT_LT(pairs[1].arrived, pairs[1].returned / 4);
}

// --- counted

TEST_P(CellMessagesAtLevel, charge_the_instructions_of_the_library_one_by_one) {
  const TemporaryFolder folder;
  folder.write("counted.s", fmt::format(R"(
        .include "{}/platforms/programs/library/message_passing.s"
        .data
        .align 8
words:  .space 256
        .code
        .entry start
start:  call    start_messages
        get     r1, cell
        bne     r1, r0, receives
sends:  li      r100, 1
        li      r101, words
        li      r102, 64
        call    send_message
        jump    computes
receives:
        li      r100, 0
        li      r101, words
        li      r102, 64
        call    post_receive
computes:
        li      r2, 1000
        do      0, r2
        loop    0
        halt
)",
                                        WEFT_SOURCE_DIR));
  MessagePair pair(folder, "counted",
                   two_cells_with_pools(GetParam(),
                                        "groups: [{match: 'node[*,0]', type: iwarp, program: "
                                        "counted.s, set: {width: 2, height: 1}}]\n"));
  const auto address = [&pair](const std::string& label) {
    return pair.assembly.all()[0]->sequencer().image().symbols.at(label);
  };
  RoutineClocks sender({{address("sends"), "jr r123", {"instate", "spool"}, {}},
                        {address("mp_spooled"), "resume", {}, {}}});
  RoutineClocks receiver({{address("mp_arrived"), "resume", {"spool"}, {}},
                          {address("mp_spooled"), "resume", {}, {}}});
  pair.assembly.all()[0]->sequencer().observe(&sender);
  pair.assembly.all()[1]->sequencer().observe(&receiver);
  sc_core::sc_start(sc_core::sc_time(200, sc_core::SC_US));
  using Clocks = std::vector<std::uint64_t>;
  const MessageClocks charged;
  EXPECT_EQ(sender.clocks(0), (Clocks{charged.queue, charged.begin, charged.begun}));
  EXPECT_EQ(sender.clocks(1), (Clocks{charged.trailer}));
  EXPECT_EQ(receiver.clocks(0), (Clocks{charged.arrival, charged.arrived}));
  EXPECT_EQ(receiver.clocks(1), (Clocks{charged.end}));
}

// One cell runs the library, the other a coroutine: it gets the message and sends it back.
Program sends_it_back(CellProcess& cell, MessagePair& pair) {
  CellMessages messages(cell, receive_buffer, receive_bytes);
  while (!messages.arrived()) co_await messages.progress(1);
  OutgoingMessage message = pair.message(cell.cell().address, messages.arrived()->words);
  message.address = receive_buffer;
  messages.take();
  co_await messages.send(message);
  while (true) co_await messages.progress(1);
}

TEST_P(CellMessagesAtLevel, are_understood_by_the_library_in_assembly) {
  const TemporaryFolder folder;
  folder.write("echo.s", fmt::format(R"(
        .include "{}/platforms/programs/library/message_passing.s"
        .data
        .align 8
words:  .word 5, 6, 7
        .align 8
back:   .space 16
length: .word 0
        .code
        .entry start
start:  call    start_messages
        li      r100, 1
        li      r101, back
        li      r102, 3
        call    post_receive
        li      r100, 1
        li      r101, words
        li      r102, 3
        call    send_message
        li      r100, 1
        call    wait_message
        li      r2, length
        st      r101, 0(r2)
        call    finish_sends
        halt
)",
                                     WEFT_SOURCE_DIR));
  MessagePair pair(
      folder, "echo",
      two_cells_with_pools(
          GetParam(),
          "groups: [{match: 'node[0,0]', type: iwarp, program: echo.s, set: {width: 2, "
          "height: 1}}]\n"));
  pair.processes.start(cells_of(pair.system)[1], sends_it_back, std::ref(pair));
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS));
  AssemblyProgram& program = *pair.assembly.all().front();
  EXPECT_TRUE(program.finished());
  const auto& symbols = program.sequencer().image().symbols;
  const MemoryAgent& memory = cells_of(pair.system)[0].core->memory();
  EXPECT_EQ(memory.peek(symbols.at("length")), 3U);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(memory.peek(symbols.at("back") + 4 * i), 5 + i);
}

}  // namespace
}  // namespace weft::test
