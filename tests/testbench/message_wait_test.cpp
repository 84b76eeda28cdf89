// A message that finds its channel taken: what waits for it.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>

#include <systemc>

#include "platforms/components/cells.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/pathways/pathway_planner.hpp"
#include "platforms/system.hpp"
#include "testbench/programs/cell_messages.hpp"
#include "testbench/registry/platform_file.hpp"

namespace weft {
namespace {

constexpr std::uint64_t late = 4000;  // clocks until cell 2 takes anything
constexpr std::uint32_t context = 0x8000;
constexpr std::uint32_t buffer = 0x10000;

// One channel for messages on each bus: 0 sends to 2 through 1, which holds the channel from 1 to 2
// until cell 2 takes the message.
std::string three_cells(const std::string& level) {
  return "network: {topology: mesh, shape: 3x1, cell: {type: iwarp, output_pools: {x_right: [0], "
         "x_left: [0]}, input_channels: {x_left: 1, x_right: 1}}}\nlevel: " +
         level + "\n";
}

struct ThreeCells {
  ThreeCells(const std::string& level, MessageWait wait, MessageReceive receive)
      : platform(resolve(parse_netlist(three_cells(level), "three.yaml"))),
        system("three", platform),
        planner(platform, common_pools(platform)),
        settings{.receive = receive,
                 .buffer = buffer,
                 .bytes = 0x1000,
                 .wait = wait,
                 .context = context} {}

  OutgoingMessage message(unsigned from, unsigned to, std::uint32_t words) {
    return {to, *planner.plan(from, to), 0, words};
  }
  std::uint64_t clock_of(Time time) { return time / cells_of(system)[0].clock; }

  Platform platform;
  System system;
  PathwayPlanner planner;
  MessageSettings settings;
  CellProcessSet processes;
  Time at_0 = 0;              // when the message from 1 is whole there
  Time at_2 = 0;              // and the last one at 2
  std::uint64_t checked = 0;  // words
};

// As long as it may take.
Program take_messages(CellProcess& cell, CellMessages& messages, unsigned count, Time& whole,
                      ThreeCells& cells) {
  while (count > 0) {
    co_await messages.progress(1);
    if (messages.arriving()) {
      const IncomingMessage message = messages.coming();
      for (std::uint32_t i = 0; i < message.words; ++i) {
        std::uint32_t value = 0;
        co_await messages.receive_word(value);
        EXPECT_EQ(value, 1000 * message.from + i);
        ++cells.checked;
      }
      co_await messages.end_receive();
    } else if (messages.arrived()) {
      const IncomingMessage message = *messages.arrived();
      for (std::uint32_t i = 0; i < message.words; ++i) {
        const std::uint32_t value = co_await cell.load(buffer + 4 * i);
        EXPECT_EQ(value, 1000 * message.from + i);
        ++cells.checked;
      }
      messages.take();
    } else {
      continue;
    }
    whole = cell.now();
    --count;
  }
}

Program run_cell(CellProcess& cell, ThreeCells& cells) {
  const unsigned address = cell.cell().address;
  CellMessages messages(cell, cells.settings);
  for (std::uint32_t i = 0; i < 100; ++i) co_await cell.store(4 * i, 1000 * address + i);
  if (address == 0) {
    co_await messages.send(cells.message(0, 2, 100));
    co_await take_messages(cell, messages, 1, cells.at_0, cells);
  } else if (address == 1) {
    co_await cell.compute(500);
    co_await messages.send(cells.message(1, 2, 60));
    co_await messages.send(cells.message(1, 0, 20));
  } else {
    co_await cell.compute(late);
    co_await take_messages(cell, messages, 2, cells.at_2, cells);
  }
  while (!messages.idle()) co_await messages.progress(1);
}

struct MessageWaitAtLevel : testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(At, MessageWaitAtLevel, testing::Values("signal", "word"),
                         [](const auto& level) { return std::string(level.param); });

// ConSet 1993, section 5: channels that make up for a missing "channel free" interrupt. Where the
// program waits, what is behind the message that waits comes no sooner than that.
TEST_P(MessageWaitAtLevel, in_the_agent_holds_up_no_message_over_another_bus) {
  ThreeCells cells(GetParam(), MessageWait::agent, MessageReceive::spooled);
  for (const CellView& cell : cells_of(cells.system)) {
    cells.processes.start(cell, run_cell, std::ref(cells));
  }
  sc_core::sc_start(sc_core::sc_time(500, sc_core::SC_US));
  EXPECT_EQ(cells.checked, 180U);
  EXPECT_LT(cells.clock_of(cells.at_0), late);
  EXPECT_GT(cells.clock_of(cells.at_2), late);
}

TEST_P(MessageWaitAtLevel, in_the_program_holds_up_all_messages_behind) {
  ThreeCells cells(GetParam(), MessageWait::program, MessageReceive::spooled);
  for (const CellView& cell : cells_of(cells.system)) {
    cells.processes.start(cell, run_cell, std::ref(cells));
  }
  sc_core::sc_start(sc_core::sc_time(500, sc_core::SC_US));
  EXPECT_EQ(cells.checked, 180U);
  EXPECT_GT(cells.clock_of(cells.at_0), late);
}

TEST_P(MessageWaitAtLevel, messages_are_read_by_word_as_they_come) {
  ThreeCells cells(GetParam(), MessageWait::agent, MessageReceive::by_word);
  for (const CellView& cell : cells_of(cells.system)) {
    cells.processes.start(cell, run_cell, std::ref(cells));
  }
  sc_core::sc_start(sc_core::sc_time(500, sc_core::SC_US));
  EXPECT_EQ(cells.checked, 180U);
}

}  // namespace
}  // namespace weft
