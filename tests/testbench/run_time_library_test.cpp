// The run-time library of iWarp cells in assembly: what arrives, what it takes, and its routes.
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "platforms/components/cells.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/testbench/library_machine.hpp"

namespace weft::test {
namespace {

struct LibraryAtLevel : testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(At, LibraryAtLevel, testing::Values("signal", "word"),
                         [](const auto& level) { return std::string(level.param); });

// --- all to all

TEST_P(LibraryAtLevel, each_cell_of_a_torus_gets_a_message_of_each_other) {
  const TemporaryFolder folder;
  struct Case {
    unsigned width, height, words;
  };
  const std::vector<Case> cases{{2, 1, 1}, {1, 3, 7}, {5, 3, 4}, {4, 4, 33},
                                {1, 2, 9}, {2, 2, 5}, {2, 5, 4}, {3, 2, 12}};
  std::deque<LibraryMachine> machines;
  for (const auto& [width, height, words] : cases) {
    machines.emplace_back(
        folder, fmt::format("all_{}x{}", width, height),
        library_torus(width, height, library_folder + "/all_to_all.s",
                      fmt::format("set: {{n: {}, {}}}\n    results: {{right: integer}}", words,
                                  torus_sizes(width, height)),
                      GetParam()));
  }
  run_library(millisecond);
  for (std::size_t n = 0; n < cases.size(); ++n) {
    const auto& [width, height, words] = cases[n];
    const std::size_t cells = std::size_t{width} * height;
    EXPECT_EQ(machines[n].value("programs halted"), cells) << width << "x" << height;
    EXPECT_EQ(machines[n].value("result right lowest"), (cells - 1) * words);
    EXPECT_EQ(machines[n].value("result right highest"), (cells - 1) * words);
    expect_all_words(machines[n], words);
  }
}

TEST_P(LibraryAtLevel, all_to_all_on_64_cells_takes_as_long_at_both_levels) {
  const TemporaryFolder folder;
  LibraryMachine machine(
      folder, "all",
      library_torus(8, 8, library_folder + "/all_to_all.s",
                    "set: {n: 4}\n"
                    "    results: {begin: integer, end: integer, right: integer}",
                    GetParam()));
  run_library(2 * millisecond);
  EXPECT_EQ(machine.value("programs halted"), 64);
  EXPECT_EQ(machine.value("result right lowest"), 63 * 4);
  expect_all_words(machine, 4);
  EXPECT_EQ(machine.value("result end highest") - machine.value("result begin lowest"), 23'121);
}

// --- clocks

TEST_P(LibraryAtLevel, primitives_take_the_clocks_of_the_page) {
  const TemporaryFolder folder;
  LibraryMachine machine(
      folder, "clocks",
      library_torus(8, 8, library_folder + "/library_clocks.s", "set: {n: 64}", GetParam()));
  run_library(3 * millisecond);
  EXPECT_EQ(machine.value("programs halted"), 64);
  EXPECT_EQ(machine.word(0, "right"), 1U);  // what it read
  EXPECT_EQ(machine.word(1, "right"), 4U);  // broadcast, two messages, what was written
  EXPECT_EQ(machine.word(63, "right"), 1U);
  for (unsigned cell = 0; cell < 64; ++cell) EXPECT_EQ(machine.word(cell, "sum"), 64U * 65 / 2);
  const std::map<std::string, std::uint32_t> of_first{
      {"barrier_clocks", 161}, {"reduce_clocks", 160}, {"call_clocks", 90},
      {"send_clocks", 147},    {"write_clocks", 93},   {"read_clocks", 379}};
  for (const auto& [label, clocks] : of_first) EXPECT_EQ(machine.word(0, label), clocks) << label;
  const std::map<std::string, std::uint32_t> of_second{{"receive_clocks", 92}, {"way_clocks", 244}};
  for (const auto& [label, clocks] : of_second) EXPECT_EQ(machine.word(1, label), clocks) << label;
  unsigned last = 0;
  for (unsigned cell = 0; cell < 64; ++cell)
    last = std::max(last, machine.word(cell, "broadcast_clocks"));
  EXPECT_EQ(last, 364U);
}

// What the formulas of the page say of other lengths, and of a way with a corner.
TEST(LibraryClocks, grow_with_words_and_corners_as_the_page_says) {
  const TemporaryFolder folder;
  LibraryMachine longer(
      folder, "longer",
      library_torus(8, 8, library_folder + "/library_clocks.s", "set: {n: 256}", "word"));
  LibraryMachine corner(
      folder, "corner",
      library_torus(8, 8, library_folder + "/library_clocks.s", "set: {other: 9}", "word"));
  LibraryMachine shorter(
      folder, "shorter",
      library_torus(8, 8, library_folder + "/library_clocks.s", "set: {n: 4}", "word"));
  run_library(3 * millisecond);
  const auto expect = [](LibraryMachine& machine, std::size_t cell,
                         const std::map<std::string, std::uint32_t>& told) {
    for (const auto& [label, clocks] : told) EXPECT_EQ(machine.word(cell, label), clocks) << label;
  };
  expect(longer, 0,
         {{"barrier_clocks", 161},
          {"call_clocks", 90},
          {"send_clocks", 115 + 256 / 2},
          {"write_clocks", 93},
          {"read_clocks", 251 + 2 * 256}});
  expect(longer, 1, {{"receive_clocks", 60 + 256 / 2}});
  std::uint32_t last = 0;
  for (unsigned cell = 0; cell < 64; ++cell)
    last = std::max(last, longer.word(cell, "broadcast_clocks"));
  EXPECT_EQ(last, 108U + 4 * 256);
  expect(corner, 0,
         {{"call_clocks", 90 + 6}, {"send_clocks", 115 + 64 / 2 + 6}, {"write_clocks", 93 + 6}});
  // its end comes before the call returns
  expect(shorter, 0,
         {{"call_clocks", 90 + 19},
          {"send_clocks", 115 + 4 / 2},
          {"write_clocks", 93 + 19},
          {"read_clocks", 277}});
  expect(shorter, 1, {{"receive_clocks", 60 + 4 / 2}});
}

// --- routes

unsigned steps_round_ring(unsigned a, unsigned b, unsigned size) {
  const unsigned steps = (b + size - a) % size;
  return std::min(steps, size - steps);
}

/// Takes away what waits for nothing any more; what is left waits in a ring.
bool is_acyclic(std::map<RouteChannel, std::set<RouteChannel>> waits) {
  bool changed = true;
  while (changed && !waits.empty()) {
    changed = false;
    for (auto one = waits.begin(); one != waits.end();) {
      std::erase_if(one->second, [&](const RouteChannel& next) { return !waits.contains(next); });
      const bool free = one->second.empty();
      changed |= free;
      one = free ? waits.erase(one) : std::next(one);
    }
  }
  return waits.empty();
}

TEST(RoutesOfTheLibrary, are_the_shortest_and_never_wait_for_each_other_in_a_ring) {
  const TemporaryFolder folder;
  const std::vector<std::pair<unsigned, unsigned>> shapes{{8, 8}, {5, 3}, {4, 1},
                                                          {2, 2}, {1, 2}, {2, 5}};
  std::deque<LibraryMachine> machines;
  for (const auto& [width, height] : shapes) {
    machines.emplace_back(
        folder, fmt::format("routes_{}x{}", width, height),
        library_torus(width, height, library_folder + "/all_to_all.s",
                      fmt::format("set: {{n: 1, {}}}", torus_sizes(width, height)), "word"));
  }
  run_library(2 * millisecond);
  for (std::size_t n = 0; n < shapes.size(); ++n) {
    const auto [width, height] = shapes[n];
    std::map<RouteChannel, std::set<RouteChannel>> waits;
    std::map<std::pair<unsigned, unsigned>, unsigned> load;  // routes by cell and bus
    for (unsigned from = 0; from < width * height; ++from) {
      for (unsigned to = 0; to < width * height; ++to) {
        if (from == to) continue;
        const auto [channels, end] = walk_route(machines[n], from, to, width, height);
        ASSERT_EQ(end, to) << "from " << from;
        ASSERT_EQ(channels.size(), steps_round_ring(from % width, to % width, width) +
                                       steps_round_ring(from / width, to / width, height))
            << from << " to " << to;
        for (std::size_t i = 0; i < channels.size(); ++i) {
          ASSERT_LT(channels[i][2], 3U);
          ++load[{channels[i][0], channels[i][1]}];
          waits[channels[i]];
          if (i != 0) waits[channels[i - 1]].insert(channels[i]);
        }
      }
    }
    EXPECT_TRUE(is_acyclic(waits)) << width << "x" << height;
    if (n != 0) continue;
    // 64 * 63 routes of 4.06 hops in the mean over 256 busses
    for (const auto& [bus, routes] : load) EXPECT_EQ(routes, 64U) << bus.first << " " << bus.second;
  }
}

// --- programs of one's own

/// Two cells that run the same text.
std::string library_pair(const std::string& program, const std::string& level) {
  return library_torus(2, 1, program, "set: {width: 2, height: 1}", level);
}

std::string with_library(const std::string& text) {
  return fmt::format(
      "        .include \"{0}/library/synchronise.s\"\n"
      "        .include \"{0}/library/message_passing.s\"\n{1}",
      library_folder, text);
}

TEST_P(LibraryAtLevel, a_message_that_is_longer_than_its_buffer_stops_the_run) {
  const TemporaryFolder folder;
  folder.write("long.s", with_library(R"(
        .data
        .align 8
words:  .space 400
        .code
        .entry start
start:  call    open_synchronisation
        call    start_messages
        get     r1, cell
        li      r100, 1
        sub     r100, r100, r1
        li      r101, words
        bne     r1, r0, second
        li      r102, 40
        call    send_message
        call    finish_sends
        halt
second: li      r102, 39
        call    post_receive
        call    wait_message
        halt
)"));
  LibraryMachine machine(folder, "long", library_pair("long.s", GetParam()));
  run_library(200 * microsecond);
  const std::string& fault = cells_of(machine.system)[1].core->computation().fault();
  // the program's line, where it waits in the library, and what started the gate
  EXPECT_NE(fault.find("long.s:22: in "), std::string::npos) << fault;
  EXPECT_NE(fault.find("/library/message_passing.s:"), std::string::npos) << fault;
  EXPECT_NE(fault.find(": spooling gate 1, started at "), std::string::npos) << fault;
  EXPECT_NE(fault.find(" with room for 39 words, would pass its limit"), std::string::npos)
      << fault;
}

// The message comes first and waits in the network; the one behind it to another buffer too.
TEST_P(LibraryAtLevel, messages_wait_for_a_buffer_and_come_in_order) {
  const TemporaryFolder folder;
  folder.write("order.s", with_library(R"(
        .data
        .align 8
words:  .word 7, 8, 9, 10
place:  .space 16
first:  .word 0
second: .word 0
length: .word 0
        .code
        .entry start
start:  call    open_synchronisation
        call    start_messages
        get     r1, cell
        li      r100, 1
        sub     r100, r100, r1
        bne     r1, r0, other
        li      r101, words
        li      r102, 3
        call    send_message
        li      r101, words + 4
        li      r102, 2
        call    send_message
        call    finish_sends
        halt
other:  li      r2, 1000
        do      0, r2
        loop    0
        li      r101, place
        li      r102, 4
        call    post_receive
        call    wait_message
        li      r2, place
        ld      r3, 0(r2)
        st      r3, 16(r2)
        li      r101, place
        li      r102, 4
        call    post_receive
        call    wait_message
        li      r2, place
        ld      r3, 0(r2)
        st      r3, 20(r2)
        st      r101, 24(r2)
        halt
)"));
  LibraryMachine machine(folder, "order", library_pair("order.s", GetParam()));
  run_library(200 * microsecond);
  EXPECT_EQ(machine.value("programs halted"), 2);
  EXPECT_EQ(machine.word(1, "first"), 7U);
  EXPECT_EQ(machine.word(1, "second"), 8U);
  EXPECT_EQ(machine.word(1, "length"), 2U);
}

// The cell that is asked computes, and one whose own kind of message runs its own routine.
TEST_P(LibraryAtLevel, requests_are_served_beside_a_program_that_computes) {
  const TemporaryFolder folder;
  folder.write("served.s", with_library(R"(
        .data
        .align 8
words:  .word 11, 12, 13, 14
place:  .space 16
called: .word 0
        .code
        .entry start
start:  call    open_synchronisation
        li      r1, own_kind
        li      r2, handlers
        st      r1, 16(r2)
        call    start_messages
        get     r1, cell
        bne     r1, r0, computes
        li      r100, 1
        li      r101, words + 4
        li      r102, 3
        li      r104, place
        call    read_remote
        li      r100, 1
        li      r101, words
        li      r102, 2
        li      r103, kind_of_program
        li      r104, place
        call    send_kind
        call    finish_sends
        halt
computes:
        li      r2, 4000
        do      0, r2
        loop    0
        halt
own_kind:
        li      r108, called
        ld      r109, 0(r108)
        addi    r109, r109, 1
        st      r109, 0(r108)
        jump    served
)"));
  LibraryMachine machine(folder, "served", library_pair("served.s", GetParam()));
  run_library(300 * microsecond);
  EXPECT_EQ(machine.value("programs halted"), 2);
  EXPECT_EQ(machine.word(0, "place", 0), 12U);
  EXPECT_EQ(machine.word(0, "place", 2), 14U);
  EXPECT_EQ(machine.word(1, "called"), 1U);
  EXPECT_EQ(machine.word(1, "place", 1), 12U);
}

// The sender is not held up while the receiver computes, as all words have room in memory.
TEST_P(LibraryAtLevel, a_queue_in_memory_takes_words_while_the_program_computes) {
  const TemporaryFolder folder;
  const std::string text = R"(
        .equ n, 500
        .data
        .align 8
ring:   .space 4 * 600
sent:   .word 0
right:  .word 0
extend: .word 0
        .code
        get     r1, cell
        get     r2, own
        li      r3, n
        bne     r1, r0, second
        li      r4, x_right
        li      r5, 1
        acquire r6, r2, r4, 0
        marker  r2, r5, pathway_begin
        marker  r2, r5, message_begin
        bind    out0, r2
        do      0, r3
        addi    r7, r7, 1
        mov     out0, r7
        loop    0
        marker  r2, r0, message_end
        marker  r2, r0, pathway_end
        get     r6, clock
        li      r7, sent
        st      r6, 0(r7)
        halt
second: li      r4, on_pathway_begin
        await   r4, r4
        andi    r4, r4, 255
        bind    in1, r4
        mov     r5, in1
        mov     r5, in1
        li      r5, ring
        li      r6, 4 * 600
        get     r20, clock
        extend_queue r4, r2, 2, 3, r5, r6
        bind    in1, r2
        get     r21, clock
        sub     r21, r21, r20
        addi    r21, r21, -1
        li      r7, extend
        st      r21, 0(r7)
        li      r7, 4000
        do      0, r7
        loop    0
        do      0, r3
        addi    r8, r8, 1
        mov     r9, in1
        bne     r8, r9, wrong
        addi    r10, r10, 1
wrong:  loop    0
        li      r7, right
        st      r10, 0(r7)
        halt
)";
  folder.write("queue.s",
               fmt::format("        .include \"{}/library/queues.s\"\n{}", library_folder, text));
  LibraryMachine machine(folder, "queue",
                         library_torus(2, 1, "queue.s", "results: {}", GetParam()));
  run_library(500 * microsecond);
  EXPECT_EQ(machine.value("programs halted"), 2);
  EXPECT_EQ(machine.word(1, "right"), 500U);
  EXPECT_EQ(machine.word(1, "extend"), 20U);
  EXPECT_LT(machine.word(0, "sent"), 3 * 500 + 100U);
}

}  // namespace
}  // namespace weft::test
