// Messages, joint cells and their events (paper, sections 3.1.2, 6.1.6, 6.1.7 and 7.3).
#include "tests/hw/iwarp_pathway_support.hpp"

namespace weft::test {
namespace {

struct IwarpMessage : IwarpArray {};

INSTANTIATE_TEST_SUITE_P(At, IwarpMessage, testing::ValuesIn(cell_levels()), level_name);

TEST_P(IwarpMessage, a_joint_cell_passes_messages_on_and_keeps_those_for_itself) {
  array({4, 1, false});
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[0]);
    co_await cell(Acquire{own, Bus::x_right, 0});
    co_await cell(open_marker(own, 1));
    for (const auto& [to, data] : std::vector<std::pair<unsigned, std::vector<std::uint32_t>>>{
             {3, {1, 2}}, {1, {3, 4, 5}}, {3, {6}}}) {
      for (const Operation& operation : message(own, to, data)) co_await cell(operation);
    }
    co_await cell(SendMarker{own, {0, WordTag::pathway_end}});
  });
  Seen joint, end;
  std::vector<AgentEvent> told;
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[1]);
    const auto output =
        static_cast<unsigned>((co_await cell(Acquire{own, Bus::x_right, 0})).output);
    co_await cell(open_marker(own, 3));
    const Result arrival = co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
    const unsigned input = arrival.status.channel;
    co_await cell(BindInput{0, input});
    co_await cell(Read{0});
    co_await cell(Join{input, output});
    told.push_back((co_await cell(AwaitEvent{events(AgentEvent::message_begin)})).status.event);
    do {
      joint.words.push_back((co_await cell(Read{0})).words[0]);
    } while (joint.words.back().tag != WordTag::message_end);
    co_await cell(Restore{input});
    told.push_back((co_await cell(AwaitEvent{events(AgentEvent::pathway_end)})).status.event);
    co_await cell(Join{own, output});  // the way on is still this cell's
    co_await cell(SendMarker{own, {0, WordTag::pathway_end}});
  });
  bench.program(3, receive(end, AgentEvent::pathway_begin, WordTag::pathway_end));
  run();
  EXPECT_EQ(told, (std::vector{AgentEvent::message_begin, AgentEvent::pathway_end}));
  EXPECT_EQ(joint.words.front(), (Word{1, WordTag::message_begin}));
  EXPECT_EQ(joint.data(), (std::vector<std::uint32_t>{3, 4, 5}));
  EXPECT_EQ(end.data(), (std::vector<std::uint32_t>{1, 2, 6}));
  expect_free(bench);
}

TEST_P(IwarpMessage, get_row_gives_each_cell_its_part_of_one_message) {
  constexpr unsigned cells = 4, part = 5;
  array({cells, 1, false});
  std::array<std::vector<std::uint32_t>, cells> rows;
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[0]);
    co_await cell(Acquire{own, Bus::x_right, 0});
    co_await cell(open_marker(own, 1));
    for (const Operation& operation : message(own, 1, counting((cells - 1) * part))) {
      co_await cell(operation);
    }
  });
  for (unsigned n = 1; n < cells; ++n) {
    bench.program(n, [&, n](CoroutineProgram& cell) -> ProgramTask {
      const unsigned own = own_channel(bench[n]);
      int output = Crossbar::none;
      if (n + 1 < cells) {
        output = (co_await cell(Acquire{own, Bus::x_right, 0})).output;
        co_await cell(open_marker(own, n + 1));
      }
      const Result arrival = co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
      const unsigned input = arrival.status.channel;
      co_await cell(BindInput{0, input});
      co_await cell(Read{0});
      co_await cell(AwaitEvent{events(AgentEvent::message_begin)});
      co_await cell(Read{0});
      for (unsigned i = 0; i < part; ++i) {
        rows[n].push_back((co_await cell(Read{0})).words[0].value);
      }
      if (output == Crossbar::none) co_return;
      // The rest goes on as a message of its own, and never comes into this cell.
      for (const Operation& operation : message(own, n + 1, {}, false)) co_await cell(operation);
      co_await cell(Join{input, static_cast<unsigned>(output)});
    });
  }
  run();
  for (unsigned n = 1; n < cells; ++n) EXPECT_EQ(rows[n], counting(part, (n - 1) * part));
  // The last cell's end marker is that of the first cell's message.
  EXPECT_EQ(times_of(bench[cells - 2].sent(Bus::x_right), WordTag::message_end).size(), 1U);
}

TEST_P(IwarpMessage, put_row_makes_one_message_of_the_parts_of_all_cells) {
  constexpr unsigned cells = 4, part = 5;
  array({cells, 1, false});
  for (unsigned n = 0; n + 1 < cells; ++n) {
    bench.program(n, [&, n](CoroutineProgram& cell) -> ProgramTask {
      const unsigned own = own_channel(bench[n]);
      const auto output =
          static_cast<unsigned>((co_await cell(Acquire{own, Bus::x_right, 0})).output);
      co_await cell(open_marker(own, n + 1));
      for (const Operation& operation :
           message(own, n + 1, counting(part, 100 * n), /*end=*/n == 0)) {
        co_await cell(operation);
      }
      if (n == 0) co_return;
      const Result arrival = co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
      const unsigned input = arrival.status.channel;
      co_await cell(BindInput{0, input});
      co_await cell(Read{0});
      co_await cell(AwaitEvent{events(AgentEvent::message_begin)});
      co_await cell(Read{0});
      co_await cell(Join{input, output});  // waits until the own part has left
    });
  }
  Seen all;
  bench.program(cells - 1, receive(all, AgentEvent::pathway_begin, WordTag::message_end));
  run();
  std::vector<std::uint32_t> expected;
  for (const unsigned n : {2U, 1U, 0U}) {
    for (const std::uint32_t value : counting(part, 100 * n)) expected.push_back(value);
  }
  EXPECT_EQ(all.data(), expected);
  EXPECT_EQ(all.words.size(), 2 + 3 * part + 1);  // two begin markers, one end
}

TEST_P(IwarpMessage, a_program_routes_messages_onto_one_of_several_pathways) {
  array({2, 3, false});
  // 0 sends to 2 over 2's joint with pathways right to 3 and down to 4; the word after the begin
  // marker tells the program which.
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[0]);
    co_await cell(Acquire{own, Bus::y_down, 0});
    co_await cell(open_marker(own, 2));
    for (const Operation& operation : message(own, 2, {1, 10, 11})) co_await cell(operation);
    for (const Operation& operation : message(own, 2, {0, 20, 21})) co_await cell(operation);
  });
  bench.program(2, [&](CoroutineProgram& cell) -> ProgramTask {
    std::array<unsigned, 2> outputs{};
    for (unsigned i = 0; i < 2; ++i) {
      const unsigned own = own_channel(bench[2], i);
      const Bus bus = i == 0 ? Bus::x_right : Bus::y_down;
      outputs[i] = static_cast<unsigned>((co_await cell(Acquire{own, bus, 0})).output);
      co_await cell(open_marker(own, i == 0 ? 3 : 4));
    }
    const Result arrival = co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
    const unsigned input = arrival.status.channel;
    co_await cell(BindInput{0, input});
    co_await cell(Read{0});
    for (int m = 0; m < 2; ++m) {
      co_await cell(AwaitEvent{events(AgentEvent::message_begin)});
      co_await cell(Read{0});
      const std::uint32_t way = (co_await cell(Read{0})).words[0].value;
      co_await cell(Join{input, outputs[way]});
    }
  });
  Seen right, below;
  bench.program(3, receive(right, AgentEvent::pathway_begin, WordTag::message_end));
  bench.program(4, receive(below, AgentEvent::pathway_begin, WordTag::message_end));
  run();
  EXPECT_EQ(below.data(), (std::vector<std::uint32_t>{10, 11}));
  EXPECT_EQ(right.data(), (std::vector<std::uint32_t>{20, 21}));
}

TEST_P(IwarpMessage, a_message_that_finds_no_way_on_is_reported) {
  array({2, 1, false});
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[0]);
    co_await cell(Acquire{own, Bus::x_right, 0});
    co_await cell(open_marker(own, 1));
    for (const Operation& operation : message(own, 5, {1})) co_await cell(operation);
  });
  AgentStatus told;
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask {
    const Result arrival = co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
    co_await cell(BindInput{0, arrival.status.channel});
    co_await cell(Read{0});
    told = (co_await cell(AwaitEvent{first_event})).status;
  });
  run();
  EXPECT_EQ(told.event, AgentEvent::unclaimed_message);
}

TEST_P(IwarpMessage, markers_in_a_message_are_told_of_on_the_channels_that_ask_for_it) {
  array({3, 1, false});
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    for (unsigned i = 0; i < 2; ++i) {
      const unsigned own = own_channel(bench[0], i);
      co_await cell(Acquire{own, Bus::x_right, 0});
      co_await cell(open_marker(own, 2));
    }
    for (unsigned i = 0; i < 2; ++i) {
      const unsigned own = own_channel(bench[0], i);
      co_await cell(Compute{100});
      co_await cell(SendMarker{own, {5, WordTag::application}});
      co_await cell(SendMarker{own, {6, WordTag::application}});
    }
  });
  std::vector<std::pair<unsigned, Time>> told;
  const unsigned first = bench[1].agent().channels().first_input[index_of(Bus::x_left)];
  bench.program(1, [&, first](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(EnableEvent{AgentEvent::application, bit(first + 1)});
    for (int i = 0; i < 2; ++i) {
      const Result event = co_await cell(AwaitEvent{events(AgentEvent::application)});
      told.emplace_back(event.status.channel, cell.now);
    }
  });
  run();
  const std::vector<Time> times = times_of(bench[1].sent(Bus::x_right), WordTag::application);
  ASSERT_EQ(told.size(), 2U);
  ASSERT_EQ(times.size(), 4U);
  // Posted as the marker goes on, seen a clock later and read in one more.
  EXPECT_EQ(told[0], std::pair(first + 1, times[2] + 100 * nanosecond));
  EXPECT_EQ(told[1], std::pair(first + 1, times[3] + 100 * nanosecond));
}

}  // namespace
}  // namespace weft::test
