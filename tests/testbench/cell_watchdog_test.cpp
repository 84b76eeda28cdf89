// Deadlocks of programs on iWarp cells: which the watchdog tells of, and which it leaves alone.
#include <string>

#include <gtest/gtest.h>

#include "testbench/families/iwarp/cell_waits.hpp"
#include "tests/testbench/cell_pair.hpp"

namespace weft {
namespace {

using test::Pair;
using test::ready;
using test::run_for;
using test::straight;

// Both wait for a word of the other before they send one.
Program waits_before_it_sends(CellProcess& cell, Bus bus, unsigned to) {
  const Pathway way = straight(bus, cell.cell().address, to);
  co_await open_pathway(cell, cell.own_channel(), way);
  const AgentStatus arrival = co_await cell.await_event(events(AgentEvent::pathway_begin));
  co_await cell.bind_input(0, arrival.channel);
  co_await cell.bind_output(0, cell.own_channel());
  co_await cell.read(0);  // the begin marker
  const Word word = co_await cell.read(0);
  co_await cell.write(0, word.value);
}

TEST(CellWatchdog, tells_of_two_programs_that_wait_for_each_other) {
  Pair pair("deadlock");
  pair.processes.start(pair.left, waits_before_it_sends, Bus::x_right, 1U);
  pair.processes.start(pair.right, waits_before_it_sends, Bus::x_left, 0U);
  CellWaits waits(pair.system, pair.positions());
  run_for(50 * microsecond);
  EXPECT_EQ(waits.look(50 * microsecond), "");
  run_for(50 * microsecond);
  const std::string text = waits.look(100 * microsecond);
  EXPECT_NE(text.find("deadlock at 100 us: 2 programs can never go on"), std::string::npos) << text;
  EXPECT_NE(text.find("left (operation 7, since clock 14)"), std::string::npos) << text;
  EXPECT_NE(text.find("waits for a word on input channel 0 from right"), std::string::npos) << text;
  EXPECT_NE(text.find("waits for a word on input channel 8 from left"), std::string::npos) << text;
}

// A writer whose reader has ended.
Program writes_for_ever(CellProcess& cell) {
  const Pathway way = straight(Bus::x_right, 0, 1);
  co_await open_pathway(cell, cell.own_channel(), way);
  co_await cell.bind_output(0, cell.own_channel());
  while (true) co_await cell.write(0, 1);
}

Program reads_once(CellProcess& cell) {
  const AgentStatus arrival = co_await cell.await_event(events(AgentEvent::pathway_begin));
  co_await cell.bind_input(0, arrival.channel);
  co_await cell.read(0);
}

TEST(CellWatchdog, tells_of_a_full_queue_that_nobody_will_read) {
  Pair pair("full");
  pair.processes.start(pair.left, writes_for_ever);
  pair.processes.start(pair.right, reads_once);
  CellWaits waits(pair.system, pair.positions());
  run_for(50 * microsecond);
  waits.look(50 * microsecond);
  run_for(50 * microsecond);
  const std::string text = waits.look(100 * microsecond);
  EXPECT_NE(text.find("waits for room in channel 16, which right reads"), std::string::npos)
      << text;
}

TEST(CellWatchdog, leaves_servers_and_those_that_compute_alone) {
  Pair pair("server");
  pair.processes.start(pair.right, reads_once);
  pair.processes.start(
      pair.left, +[](CellProcess& cell) -> Program { co_await cell.compute(1'000'000); });
  CellWaits waits(pair.system, pair.positions());
  for (unsigned look = 1; look < 4; ++look) {
    run_for(50 * microsecond);
    EXPECT_EQ(waits.look(look * 50 * microsecond), "");
  }
}

// Reads from a channel before anybody has opened a pathway to it.
Program reads_channel_0(CellProcess& cell) {
  co_await cell.bind_input(0, 0);
  co_await cell.read(0);
}

Program opens_to_the_left_after(CellProcess& cell, unsigned clocks) {
  const Pathway way = straight(Bus::x_left, 1, 0);
  co_await cell.compute(clocks);
  co_await open_pathway(cell, cell.own_channel(), way);
}

Program serves(CellProcess& cell) {
  while (true) co_await cell.await_event(events(AgentEvent::application));
}

std::string told_in(Pair& pair, unsigned looks) {
  CellWaits waits(pair.system, pair.positions());
  std::string told;
  for (unsigned look = 1; look <= looks && told.empty(); ++look) {
    run_for(50 * microsecond);
    told = waits.look(look * 50 * microsecond);
  }
  return told;
}

TEST(CellWatchdog, is_silent_about_a_pathway_that_a_program_may_still_open) {
  Pair pair("later");
  pair.processes.start(pair.left, reads_channel_0);
  pair.processes.start(pair.right, opens_to_the_left_after, 8000U);  // 400 us
  EXPECT_EQ(told_in(pair, 12), "");
}

TEST(CellWatchdog, tells_of_a_pathway_that_nobody_is_left_to_open) {
  Pair ended("ended");
  ended.processes.start(ended.left, reads_channel_0);
  const std::string told = told_in(ended, 12);
  EXPECT_NE(told.find("on input channel 0, to which no pathway leads"), std::string::npos) << told;
}

TEST(CellWatchdog, tells_of_a_pathway_that_no_server_will_open_by_itself) {
  Pair server("server");
  server.processes.start(server.left, reads_channel_0);
  server.processes.start(server.right, serves);
  const std::string told = told_in(server, 12);
  EXPECT_NE(told.find("2 programs can never go on\n  left "), std::string::npos) << told;
}

Program serves_pathways(CellProcess& cell) {
  while (true) {
    const AgentStatus arrival = co_await cell.await_event(events(AgentEvent::pathway_begin));
    co_await cell.bind_input(0, arrival.channel);
    for (Word word; word.tag != WordTag::pathway_end;) word = co_await cell.read(0);
  }
}

Program opens_a_pathway_and_ends(CellProcess& cell) {
  const Pathway way = straight(Bus::x_right, 0, 1);
  co_await open_pathway(cell, cell.own_channel(), way);
  co_await cell.send_marker(cell.own_channel(), WordTag::pathway_end);
}

TEST(CellWatchdog, leaves_a_server_alone_whose_work_is_over) {
  Pair pair("over");
  pair.processes.start(pair.left, opens_a_pathway_and_ends);
  pair.processes.start(pair.right, serves_pathways);
  EXPECT_EQ(told_in(pair, 12), "");
}

TEST(CellWatchdog, tells_of_programs_of_which_each_awaits_what_the_other_will_not_bring) {
  Pair pair("both");
  pair.processes.start(pair.left, serves_pathways);
  pair.processes.start(pair.right, serves_pathways);
  const std::string told = told_in(pair, 12);
  EXPECT_NE(told.find("2 programs can never go on"), std::string::npos) << told;
  EXPECT_NE(told.find("left (operation 1, since clock 0) waits for an event"), std::string::npos)
      << told;
}

TEST(CellWatchdog, tells_of_an_event_that_was_never_raised_when_all_others_have_ended) {
  Pair pair("never");
  pair.processes.start(
      pair.left, +[](CellProcess& cell) -> Program { co_await cell.compute(9); });
  pair.processes.start(pair.right, serves_pathways);
  const std::string told = told_in(pair, 12);
  EXPECT_NE(told.find("1 program can never go on"), std::string::npos) << told;
}

TEST(CellWatchdog, tells_of_an_event_that_the_hardware_cannot_raise) {
  Pair pair("spool");
  pair.processes.start(
      pair.left, +[](CellProcess& cell) -> Program {
        co_await cell.await_event(events(AgentEvent::spool_end));
      });
  pair.processes.start(
      pair.right, +[](CellProcess& cell) -> Program { co_await cell.compute(1'000'000); });
  const std::string told = told_in(pair, 12);
  EXPECT_NE(told.find("waits for an event that nothing can raise"), std::string::npos) << told;
}

Program asks_and_waits(CellProcess& cell, Bus bus, unsigned to, bool first, unsigned* answers) {
  const Pathway way = straight(bus, cell.cell().address, to);
  co_await open_pathway(cell, cell.own_channel(), way);
  const AgentStatus arrival = co_await cell.await_event(events(AgentEvent::pathway_begin));
  co_await cell.bind_input(0, arrival.channel);
  co_await cell.bind_output(0, cell.own_channel());
  co_await cell.read(0);  // the begin marker
  while (true) {
    if (first) co_await cell.write(0, *answers);
    first = true;
    co_await cell.read(0);
    ++*answers;
  }
}

// One word goes to and fro, most of the time with nothing in any queue, and longer than two looks.
TEST(CellWatchdog, is_silent_about_a_word_on_a_long_way) {
  const Platform platform = ready("iwarp_mesh_4x4", {"network.shape=32x1", "workload={type: none}",
                                                     "defaults={iwarp: {clock: 1 us}}"});
  System system("row", platform);
  const auto& cells = cells_of(system);
  CellProcessSet processes;
  unsigned answers = 0;
  unsigned questions = 0;
  processes.start(cells.front(), asks_and_waits, Bus::x_right, 31U, true, &answers);
  processes.start(cells.back(), asks_and_waits, Bus::x_left, 0U, false, &questions);
  ProgramPositions positions;
  for (const CellProcess& process : processes) positions[process.cell().component] = &process;
  CellWaits waits(system, positions);
  constexpr Time period = 20 * microsecond;
  for (Time now = period; now < 20 * millisecond; now += period) {
    run_for(period);
    ASSERT_EQ(waits.look(now), "");
  }
  EXPECT_GT(answers, 20U);
}

}  // namespace
}  // namespace weft
