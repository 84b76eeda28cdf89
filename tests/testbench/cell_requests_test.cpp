// Requests of coroutines on cells, to write and to read memory, held against the library in
// assembly.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <systemc>

#include "tests/support/expected_report.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/testbench/message_pair.hpp"

namespace weft::test {
namespace {

constexpr std::uint32_t request_memory = 0x9000;

MessageSettings with_requests(MessagePair& pair, unsigned cell) {
  MessageSettings settings;
  settings.buffer = receive_buffer;
  settings.bytes = receive_bytes;
  settings.requests.emplace();
  settings.requests->memory = request_memory;
  settings.requests->way = [&pair, cell](unsigned to) { return *pair.planner.plan(cell, to); };
  return settings;
}

constexpr std::uint32_t written_there = 0x20000;
constexpr std::uint32_t read_here = 0x30000;

// Words go to the other cell, and from there back to another place.
Program writes_and_reads(CellProcess& cell, MessagePair& pair, std::uint32_t words, bool& ended) {
  CellMessages messages(cell, with_requests(pair, cell.cell().address));
  for (std::uint32_t i = 0; i < words; ++i) co_await cell.store(4 * i, 3 * i + 1);
  pair.called = cell.now();
  co_await messages.write_remote(pair.message(cell.cell().address, words), written_there);
  co_await messages.progress(1);
  pair.returned = cell.now();
  while (!messages.idle()) co_await messages.progress(1);
  co_await cell.compute(1000);
  const Time begin = cell.now();
  ReadRequest request;
  request.from = 1 - cell.cell().address;
  request.there = written_there;
  request.words = words;
  request.here = read_here;
  co_await messages.read_remote(request);
  pair.arrived = cell.now() - begin;
  ended = true;
  while (true) co_await messages.progress(1);
}

Program serves_requests(CellProcess& cell, MessagePair& pair, std::uint32_t& writes) {
  CellMessages messages(cell, with_requests(pair, cell.cell().address));
  while (true) {
    co_await messages.progress(1);
    writes = messages.writes();
  }
}

struct CellRequestsAtLevel : testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(At, CellRequestsAtLevel, testing::Values("signal", "word"),
                         [](const auto& level) { return std::string(level.param); });

TEST_P(CellRequestsAtLevel, take_the_clocks_of_the_library_in_assembly) {
  const TemporaryFolder folder;
  constexpr std::uint32_t words = 64;
  MessagePair pair(folder, "requests", two_cells_with_pools(GetParam()));
  bool ended = false;
  std::uint32_t writes = 0;
  const auto& cells = cells_of(pair.system);
  pair.processes.start(cells[0], writes_and_reads, std::ref(pair), words, std::ref(ended));
  pair.processes.start(cells[1], serves_requests, std::ref(pair), std::ref(writes));
  sc_core::sc_start(sc_core::sc_time(200, sc_core::SC_US));
  ASSERT_TRUE(ended);
  EXPECT_EQ(writes, 1U);
  for (std::uint32_t i = 0; i < words; ++i) {
    EXPECT_EQ(cells[1].core->memory().peek(written_there + 4 * i), 3 * i + 1);
    EXPECT_EQ(cells[0].core->memory().peek(read_here + 4 * i), 3 * i + 1);
  }
  // as run_time_library_test.cpp measures them in assembly, and the idle clock of `progress`
  EXPECT_EQ((pair.returned - pair.called) / cells[0].clock, 93U + 1);
  EXPECT_NEAR(static_cast<double>(pair.arrived / cells[0].clock), 251 + 2 * words, 30);
}

TEST_P(CellRequestsAtLevel, charge_the_instructions_of_the_library_one_by_one) {
  const TemporaryFolder folder;
  folder.write("asked.s", fmt::format(R"(
        .include "{}/platforms/programs/library/message_passing.s"
        .data
        .align 8
words:  .space 256
place:  .space 256
        .code
        .entry start
start:  call    start_messages
        get     r1, cell
        bne     r1, r0, computes
asks:   li      r100, 1
        li      r101, words
        li      r102, 64
        li      r104, place
        call    read_remote
        call    finish_sends
writes_there:
        li      r100, 1
        li      r101, words
        li      r102, 64
        li      r104, place
        call    write_remote
        call    finish_sends
        halt
computes:
        li      r2, 1500
        do      0, r2
        loop    0
        halt
)",
                                      WEFT_SOURCE_DIR));
  MessagePair pair(folder, "asked",
                   two_cells_with_pools(GetParam(),
                                        "groups: [{match: 'node[*,0]', type: iwarp, program: "
                                        "asked.s, set: {width: 2, height: 1}}]\n"));
  const auto address = [&pair](const std::string& label) {
    return pair.assembly.all()[0]->sequencer().image().symbols.at(label);
  };
  const std::vector<std::string> sends{"instate", "spool"};
  const std::vector<std::string> spools{"spool"};
  // runs of mp_spooled: at the end of the request, of the answer, of the words to be written
  RoutineClocks asker({{address("asks"), "spool", sends, {}},
                       {address("writes_there"), "jr r123", sends, {}},
                       {address("mp_arrived"), "resume", spools, {}},
                       {address("mp_spooled"), "resume", {}, {}},
                       {address("mp_spooled"), "resume", {}, {}}});
  RoutineClocks asked({{address("mp_arrived"), "resume", spools, {}},
                       {address("mp_arrived"), "resume", spools, {}},
                       {address("mp_spooled"), "resume", sends, {}},
                       {address("mp_spooled"), "resume", {}, {}},
                       {address("mp_spooled"), "resume", {}, {}}});
  pair.assembly.all()[0]->sequencer().observe(&asker);
  pair.assembly.all()[1]->sequencer().observe(&asked);
  sc_core::sc_start(sc_core::sc_time(200, sc_core::SC_US));
  using Clocks = std::vector<std::uint64_t>;
  const MessageClocks charged;
  constexpr std::uint64_t accesses = 3;  // to the words of a request, operations of coroutines
  EXPECT_EQ(asker.clocks(0)[0], charged.read + accesses);
  EXPECT_EQ(asker.clocks(1), (Clocks{charged.queue + charged.write, charged.begin, charged.begun}));
  EXPECT_EQ(asker.clocks(2), (Clocks{charged.write_arrival, charged.arrived}));
  EXPECT_EQ(asker.clocks(3), (Clocks{charged.trailer}));
  EXPECT_EQ(asker.clocks(4), (Clocks{charged.reply_end}));
  EXPECT_EQ(asked.clocks(0), (Clocks{charged.read_arrival, charged.arrived}));
  EXPECT_EQ(asked.clocks(1), (Clocks{charged.write_arrival, charged.arrived}));
  EXPECT_EQ(asked.clocks(2), (Clocks{charged.read_end + accesses, charged.begin, charged.begun}));
  EXPECT_EQ(asked.clocks(3), (Clocks{charged.trailer}));
  EXPECT_EQ(asked.clocks(4), (Clocks{charged.write_end}));
}

// The cell in assembly writes to the other one and reads from it, which does the same.
Program asks_in_return(CellProcess& cell, MessagePair& pair, bool& ended) {
  CellMessages messages(cell, with_requests(pair, cell.cell().address));
  while (messages.writes() == 0) co_await messages.progress(1);
  ReadRequest request;
  request.from = 1 - cell.cell().address;
  request.there = pair.assembly.all().front()->sequencer().image().symbols.at("words");
  request.words = 3;
  request.here = read_here;
  co_await messages.read_remote(request);
  ended = true;
  while (true) co_await messages.progress(1);
}

TEST_P(CellRequestsAtLevel, are_understood_by_the_library_in_assembly_both_ways) {
  const TemporaryFolder folder;
  folder.write("requests.s", fmt::format(R"(
        .include "{}/platforms/programs/library/message_passing.s"
        .data
        .align 8
words:  .word 5, 6, 7
        .align 8
back:   .space 16
        .code
        .entry start
start:  call    start_messages
        li      r100, 1
        li      r101, words
        li      r102, 3
        li      r104, {}
        call    write_remote
        li      r100, 1
        li      r101, {}
        li      r102, 3
        li      r104, back
        call    read_remote
        call    finish_sends
        li      r2, 2000
        do      0, r2
        loop    0
        halt
)",
                                         WEFT_SOURCE_DIR, written_there, written_there));
  MessagePair pair(
      folder, "requests",
      two_cells_with_pools(
          GetParam(),
          "groups: [{match: 'node[0,0]', type: iwarp, program: requests.s, set: {width: 2, "
          "height: 1}}]\n"));
  bool ended = false;
  const auto& cells = cells_of(pair.system);
  pair.processes.start(cells[1], asks_in_return, std::ref(pair), std::ref(ended));
  sc_core::sc_start(sc_core::sc_time(300, sc_core::SC_US));
  AssemblyProgram& program = *pair.assembly.all().front();
  EXPECT_TRUE(program.finished());
  EXPECT_TRUE(ended);
  const std::uint32_t back = program.sequencer().image().symbols.at("back");
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(cells[0].core->memory().peek(back + 4 * i), 5 + i);
    EXPECT_EQ(cells[1].core->memory().peek(written_there + 4 * i), 5 + i);
    EXPECT_EQ(cells[1].core->memory().peek(read_here + 4 * i), 5 + i);
  }
}

// A request comes while a message stands in the buffer, and a message behind that waits.
Program sends_two_and_writes(CellProcess& cell, MessagePair& pair) {
  CellMessages messages(cell, with_requests(pair, cell.cell().address));
  for (std::uint32_t i = 0; i < 3; ++i) co_await cell.store(4 * i, 3 * i + 1);
  co_await messages.send(pair.message(cell.cell().address, 3));
  co_await messages.write_remote(pair.message(cell.cell().address, 3), written_there);
  co_await messages.send(pair.message(cell.cell().address, 2));
  while (true) co_await messages.progress(1);
}

Program takes_late(CellProcess& cell, MessagePair& pair, std::vector<std::uint32_t>& lengths,
                   std::uint32_t& writes) {
  CellMessages messages(cell, with_requests(pair, cell.cell().address));
  for (int i = 0; i < 1000; ++i) co_await messages.progress(1);
  writes = messages.writes();
  for (int n = 0; n < 2; ++n) {
    while (!messages.arrived()) co_await messages.progress(1);
    lengths.push_back(messages.arrived()->words);
    messages.take();
  }
}

TEST_P(CellRequestsAtLevel, are_served_while_a_message_waits_to_be_taken) {
  const TemporaryFolder folder;
  MessagePair pair(folder, "late", two_cells_with_pools(GetParam()));
  const auto& cells = cells_of(pair.system);
  std::vector<std::uint32_t> lengths;
  std::uint32_t writes = 0;
  pair.processes.start(cells[0], sends_two_and_writes, std::ref(pair));
  pair.processes.start(cells[1], takes_late, std::ref(pair), std::ref(lengths), std::ref(writes));
  sc_core::sc_start(sc_core::sc_time(200, sc_core::SC_US));
  EXPECT_EQ(writes, 1U);
  EXPECT_EQ(lengths, (std::vector<std::uint32_t>{3, 2}));
  for (std::uint32_t i = 0; i < 3; ++i)
    EXPECT_EQ(cells[1].core->memory().peek(written_there + 4 * i), 3 * i + 1);
}

// What a cell does not serve ends the run.
Program asks_a_deaf_cell(CellProcess& cell, MessagePair& pair) {
  CellMessages messages(cell, with_requests(pair, cell.cell().address));
  co_await messages.write_remote(pair.message(cell.cell().address, 3), written_there);
  while (true) co_await messages.progress(1);
}

TEST_P(CellRequestsAtLevel, end_the_run_where_they_are_not_served) {
  const TemporaryFolder folder;
  MessagePair pair(folder, "deaf", two_cells_with_pools(GetParam()));
  const auto& cells = cells_of(pair.system);
  pair.processes.start(cells[0], asks_a_deaf_cell, std::ref(pair));
  pair.processes.start(cells[1], receives_a_message, std::ref(pair));
  const ExpectedReport awaited(sc_core::SC_ID_SIMULATION_UNCAUGHT_EXCEPTION_);
  try {
    sc_core::sc_start(sc_core::sc_time(200, sc_core::SC_US));
    ADD_FAILURE() << "the run did not end";
  } catch (const sc_core::sc_report& report) {
    EXPECT_STREQ(report.get_msg(),
                 "program 'node[1,0]': a message of kind 1 from cell 0, which is not served");
  }
}

}  // namespace
}  // namespace weft::test
