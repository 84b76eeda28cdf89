// Barrier, sum, broadcast and queues in memory of coroutines on cells, held against the library in
// assembly.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "platforms/components/cells.hpp"
#include "testbench/programs/cell_synchronisation.hpp"
#include "testbench/programs/pathway_programs.hpp"
#include "testbench/programs/queue_extension.hpp"
#include "tests/testbench/cell_pair.hpp"
#include "tests/testbench/library_machine.hpp"

namespace weft::test {
namespace {

constexpr std::uint32_t spread_words = 64;
constexpr std::uint32_t spread_address = 0x4000;

struct CellSynchronisationAtLevel : testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(At, CellSynchronisationAtLevel, testing::Values("signal", "word"),
                         [](const auto& level) { return std::string(level.param); });

/// Of each cell, in clocks.
struct SynchronisationTimes {
  Time barrier = 0;
  Time reduce = 0;
  std::uint32_t sum = 0;
  Time broadcast_begin = 0;
  Time broadcast_end = 0;
};

// What library_clocks.s does, with its instructions between the primitives.
Program measure_synchronisation(CellProcess& cell, SynchronisationTimes& times) {
  const Time clock = cell.cell().clock;
  CellSynchronisation all(cell, 8, 8);
  co_await all.open();
  co_await all.barrier();
  co_await cell.compute(1);
  Time begin = cell.now();
  co_await all.barrier();
  times.barrier = (cell.now() - begin) / clock;
  co_await cell.compute(8);
  times.sum = cell.cell().address + 1;
  begin = cell.now();
  co_await all.reduce_add(times.sum);
  times.reduce = (cell.now() - begin) / clock;
  if (cell.cell().address == 0) {
    for (std::uint32_t i = 0; i < spread_words; ++i)
      co_await cell.store(spread_address + 4 * i, 5 * i + 2);
  }
  co_await all.barrier();
  times.broadcast_begin = cell.now() / clock;
  co_await cell.compute(1);  // in which the library keeps the time
  co_await all.broadcast(spread_address, spread_words);
  times.broadcast_end = cell.now() / clock;
}

TEST_P(CellSynchronisationAtLevel, takes_the_clocks_of_the_library_in_assembly) {
  const TemporaryFolder folder;
  LibraryMachine machine(folder, "torus", library_torus(8, 8, "", "", GetParam()));
  std::vector<SynchronisationTimes> times(64);
  CellProcessSet processes;
  for (const CellView& cell : cells_of(machine.system))
    processes.start(cell, measure_synchronisation, std::ref(times[cell.address]));
  run_library(200 * microsecond);
  Time last = 0;
  for (const CellProcess& process : processes) {
    ASSERT_TRUE(process.finished());
    const SynchronisationTimes& one = times[process.cell().address];
    EXPECT_EQ(one.sum, 64U * 65 / 2);
    last = std::max(last, one.broadcast_end);
    const MemoryAgent& memory = process.cell().core->memory();
    for (std::uint32_t i = 0; i < spread_words; ++i)
      ASSERT_EQ(memory.peek(spread_address + 4 * i), 5 * i + 2);
  }
  // as run_time_library_test.cpp measures them in assembly
  EXPECT_EQ(times[0].barrier, 161U);
  EXPECT_EQ(times[0].reduce, 160U);
  EXPECT_EQ(last - times[0].broadcast_begin, 364U);
}

// --- cells of both kinds

Program synchronise_once(CellProcess& cell, unsigned width, unsigned height, std::uint32_t& sum) {
  CellSynchronisation all(cell, width, height);
  sum = cell.cell().address + 1;
  if (sum == 1) {
    for (std::uint32_t i = 0; i < 3; ++i) co_await cell.store(spread_address + 4 * i, 70 + i);
  }
  co_await all.open();
  co_await all.reduce_add(sum);
  co_await all.broadcast(spread_address, 3);
  co_await all.barrier();
}

constexpr const char* synchronises_once = R"(
        .include "{}/library/synchronise.s"
        .data
sum:    .word 0
        .code
        .entry start
start:  call    open_synchronisation
        get     r1, cell
        addi    r100, r1, 1
        call    reduce_add
        li      r2, sum
        st      r100, 0(r2)
        li      r100, {}
        bne     r1, r0, spread
        li      r3, 70
        st      r3, 0(r100)
        addi    r3, r3, 1
        st      r3, 4(r100)
        addi    r3, r3, 1
        st      r3, 8(r100)
spread: li      r101, 3
        call    broadcast
        call    barrier
        halt
)";

// The cells of each other address in assembly; in all shapes of a torus that the protocol knows.
TEST_P(CellSynchronisationAtLevel, meets_the_library_in_assembly) {
  const TemporaryFolder folder;
  folder.write("once.s", fmt::format(synchronises_once, library_folder, spread_address));
  const std::vector<std::pair<unsigned, unsigned>> shapes{{5, 3}, {4, 4}, {2, 2}, {1, 3}, {3, 1}};
  std::deque<LibraryMachine> machines;
  std::deque<CellProcessSet> processes;
  std::deque<std::vector<std::uint32_t>> sums;
  for (const auto& [width, height] : shapes) {
    std::string groups = "groups:\n";
    for (unsigned n = machines.size() % 2; n < width * height; n += 2) {
      groups +=
          fmt::format("  - {{match: 'node[{},{}]', type: iwarp, program: once.s, set: {{{}}}}}\n",
                      n % width, n / width, torus_sizes(width, height));
    }
    LibraryMachine& machine =
        machines.emplace_back(folder, fmt::format("both_{}x{}", width, height),
                              library_torus(width, height, "", "", GetParam()) + groups);
    sums.emplace_back(width * height);
    CellProcessSet& set = processes.emplace_back();
    for (const CellView& cell : cells_of(machine.system)) {
      if (cells_of(machine.platform)[cell.address].program != nullptr) continue;
      set.start(cell, synchronise_once, width, height, std::ref(sums.back()[cell.address]));
    }
  }
  run_library(100 * microsecond);
  for (std::size_t n = 0; n < shapes.size(); ++n) {
    const unsigned cells = shapes[n].first * shapes[n].second;
    for (const CellProcess& process : processes[n]) EXPECT_TRUE(process.finished());
    for (unsigned cell = 0; cell < cells; ++cell) {
      const auto& program = cells_of(machines[n].platform)[cell].program;
      const MemoryAgent& memory = cells_of(machines[n].system)[cell].core->memory();
      EXPECT_EQ(program ? memory.peek(program->symbols.at("sum")) : sums[n][cell],
                cells * (cells + 1) / 2)
          << cell;
      for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(memory.peek(spread_address + 4 * i), 70 + i);
    }
    EXPECT_GT(processes[n].size(), 0U);
    EXPECT_EQ(machines[n].value("programs halted"), cells - processes[n].size());
  }
}

// --- queues in memory

struct CellQueuesAtLevel : testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(At, CellQueuesAtLevel, testing::Values("signal", "word"),
                         [](const auto& level) { return std::string(level.param); });

// With the clocks of the test in assembly between the operations: what the spooling gates steal
// depends on the words that are in the queue.
Program sends_a_stream(CellProcess& cell, std::uint32_t words) {
  const unsigned own = cell.own_channel();
  const Pathway way = straight(Bus::x_right, 0, 1);
  co_await open_pathway(cell, own, way);
  co_await cell.send_marker(own, WordTag::message_begin, 1);
  co_await cell.bind_output(0, own);
  co_await cell.compute(1);
  for (std::uint32_t i = 0; i < words; ++i) {
    co_await cell.compute(1);
    co_await cell.write(0, i);
    co_await cell.compute(1);
  }
  co_await cell.send_marker(own, WordTag::message_end);
  co_await cell.send_marker(own, WordTag::pathway_end);
}

Program reads_through_memory(CellProcess& cell, std::uint32_t words, Time& clocks) {
  Arrival arrival;
  co_await accept_pathway(cell, 1, arrival);
  co_await cell.read(1);  // message begin
  QueueExtension queue;
  queue.from = arrival.channel;
  queue.own = cell.own_channel();
  queue.gate_in = 2;
  queue.gate_out = 3;
  queue.bytes = 4 * 600;
  co_await cell.compute(5);
  const Time begin = cell.now();
  co_await extend_queue(cell, queue);
  co_await cell.bind_input(1, queue.own);
  clocks = (cell.now() - begin) / cell.cell().clock;
  co_await cell.compute(4000);
  for (std::uint32_t i = 0; i < words; ++i) {
    std::uint32_t value = 0;
    co_await read_data(cell, 1, value);
    EXPECT_EQ(value, i);
  }
}

TEST_P(CellQueuesAtLevel, a_queue_in_memory_takes_the_clocks_of_the_library) {
  const TemporaryFolder folder;
  LibraryMachine machine(folder, "queue", library_torus(2, 1, "", "", GetParam()));
  CellProcessSet processes;
  Time clocks = 0;
  processes.start(cells_of(machine.system)[0], sends_a_stream, 500U);
  processes.start(cells_of(machine.system)[1], reads_through_memory, 500U, std::ref(clocks));
  run_library(500 * microsecond);
  for (const CellProcess& process : processes) EXPECT_TRUE(process.finished());
  EXPECT_EQ(clocks, 20U);  // as run_time_library_test.cpp measures it in assembly
}

// The second message comes behind more words of the first than the queues hold, and is read first
// (section 7.2: "necessary for those programs that will deadlock if the queues ... are too short").
Program sends_two_messages(CellProcess& cell, std::uint32_t words) {
  Pathway way = straight(Bus::x_right, 0, 1);
  for (unsigned n = 0; n < 2; ++n) {
    way.pool = n;
    co_await open_pathway(cell, cell.own_channel(n), way);
  }
  for (unsigned n = 0; n < 2; ++n) {
    for (std::uint32_t i = 0; i < words; ++i) co_await cell.send_word(cell.own_channel(n), i);
    co_await cell.send_marker(cell.own_channel(n), WordTag::pathway_end);
  }
}

Program reads_the_second_first(CellProcess& cell, std::uint32_t words, bool extends) {
  Arrival first;
  co_await accept_pathway(cell, 0, first);
  Arrival second;
  co_await accept_pathway(cell, 1, second);
  QueueExtension queue;
  queue.from = first.channel;
  queue.own = cell.own_channel();
  queue.gate_in = 2;
  queue.gate_out = 3;
  queue.bytes = 4 * 600;
  if (extends) {
    co_await extend_queue(cell, queue);
    co_await cell.bind_input(0, queue.own);
  }
  for (const unsigned gate : {1U, 0U}) {
    for (std::uint32_t i = 0; i < words; ++i) {
      std::uint32_t value = 0;
      co_await read_data(cell, gate, value);
      EXPECT_EQ(value, i);
    }
  }
}

TEST_P(CellQueuesAtLevel, a_queue_in_memory_ends_the_deadlock_of_queues_that_are_short) {
  const TemporaryFolder folder;
  LibraryMachine queues(folder, "queues", library_torus(2, 1, "", "", GetParam()));
  LibraryMachine memory(folder, "memory", library_torus(2, 1, "", "", GetParam()));
  CellProcessSet processes;
  for (LibraryMachine* machine : {&queues, &memory}) {
    const auto& cells = cells_of(machine->system);
    processes.start(cells[0], sends_two_messages, 100U);
    processes.start(cells[1], reads_the_second_first, 100U, machine == &memory);
  }
  run_library(100 * microsecond);
  std::vector<bool> finished;
  for (const CellProcess& process : processes) finished.push_back(process.finished());
  EXPECT_EQ(finished, (std::vector<bool>{false, false, true, true}));
}

}  // namespace
}  // namespace weft::test
