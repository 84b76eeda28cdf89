// Pathways, pools, messages and joint cells (paper, section 6), events and contexts (section 7).
#include <numeric>

#include <gtest/gtest.h>

#include "tests/hw/iwarp_bench.hpp"

namespace weft::test {
namespace {

using namespace port;

struct IwarpPathway : testing::TestWithParam<Level> {
  IwarpBench bench;

  void array(const ArrayShape& shape, const IwarpParameters& cell = {}) {
    build_array(bench, shape, cell, all_at(GetParam()));
  }
  void run(Time duration = 100 * microsecond) {
    bench.run(duration);
    EXPECT_EQ(bench.unfinished(), "");
  }
};

INSTANTIATE_TEST_SUITE_P(At, IwarpPathway, testing::Values(Level::signal, Level::word), level_name);

constexpr auto first_event =
    events(AgentEvent::pathway_begin, AgentEvent::message_begin, AgentEvent::flying_dutchman,
           AgentEvent::end_of_array, AgentEvent::unclaimed_message, AgentEvent::stray_word);

/// What a program was told and has read.
struct Seen {
  std::vector<AgentStatus> events;
  std::vector<Word> words;

  std::vector<std::uint32_t> data() const {
    std::vector<std::uint32_t> values;
    for (const Word& word : words) {
      if (word.tag == WordTag::data) values.push_back(word.value);
    }
    return values;
  }
};

/// Awaits an event, then reads its channel up to and including a word with this tag.
CoroutineProgram::Body receive(Seen& seen, AgentEvent event, WordTag last) {
  return [&seen, event, last](CoroutineProgram& cell) -> ProgramTask {
    const Result arrival = co_await cell(AwaitEvent{events(event)});
    seen.events.push_back(arrival.status);
    co_await cell(BindInput{0, arrival.status.channel});
    do {
      seen.words.push_back((co_await cell(Read{0})).words[0]);
    } while (seen.words.back().tag != last);
  };
}

/// Opens a pathway, sends some data over it and takes it down.
CoroutineProgram::Body send(BenchCell& self, Bus bus, const std::vector<HeaderWord>& header,
                            const std::vector<std::uint32_t>& data, unsigned channel = 0) {
  return [&self, bus, header, data, channel](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(self, channel);
    co_await cell(Acquire{own, bus, header[0].pool});
    co_await cell(SendMarker{own, begin_marker(header[0])});
    for (std::size_t i = 1; i < header.size(); ++i) {
      co_await cell(SendWord{own, encode(header[i])});
    }
    co_await cell(BindOutput{0, own});
    for (const std::uint32_t value : data) co_await cell(Write{0, value});
    co_await cell(SendMarker{own, {0, WordTag::pathway_end}});
  };
}

std::vector<std::uint32_t> counting(std::uint32_t count, std::uint32_t from = 0) {
  std::vector<std::uint32_t> values(count);
  std::iota(values.begin(), values.end(), from);
  return values;
}

/// No pathway holds a channel.
void expect_free(IwarpBench& bench) {
  for (unsigned n = 0; n < bench.size(); ++n) {
    EXPECT_EQ(bench[n].agent().forwarding_state().reserved, 0U) << "cell " << n;
  }
}

TEST_P(IwarpPathway, leads_straight_on_and_round_corners_and_is_taken_down) {
  array({3, 3, false});
  Seen seen;
  // 0 -> 2, down to 8, back to 7: corners at 2 and 8
  bench.program(0, send(bench[0], Bus::x_right,
                        {{.address = 2, .direction = Bus::y_down, .turn = true},
                         {.address = 8, .direction = Bus::x_left, .turn = true},
                         {.address = 7}},
                        counting(50)));
  bench.program(7, receive(seen, AgentEvent::pathway_begin, WordTag::pathway_end));
  run();
  EXPECT_EQ(seen.words.front(), begin_marker({.address = 7}));
  EXPECT_EQ(seen.data(), counting(50));
  for (const unsigned n : {1U, 2U, 5U, 8U}) {
    EXPECT_FALSE(bench[n].words[0].events.empty() && bench[n].words[2].events.empty() &&
                 bench[n].words[3].events.empty())
        << "cell " << n;
  }
  expect_free(bench);
}

TEST_P(IwarpPathway, goes_round_the_edge_of_a_torus) {
  array({3, 3, true});
  Seen seen;
  bench.program(0, send(bench[0], Bus::x_left,
                        {{.address = 2, .direction = Bus::y_up, .turn = true}, {.address = 8}},
                        counting(20)));
  bench.program(8, receive(seen, AgentEvent::pathway_begin, WordTag::pathway_end));
  run();
  EXPECT_EQ(seen.data(), counting(20));
  EXPECT_EQ(bench[1].words[index_of(Bus::x_left)].events.size(), 0U);
  expect_free(bench);
}

TEST_P(IwarpPathway, draws_its_channels_from_the_pools_of_its_header) {
  array({4, 1, false});
  // Pool 1 has channels 2 and 3 of a bus; the second stretch draws from pool 0 after a word
  // addressed to cell 2 that goes straight on, as at a dateline.
  bench.program(
      0, send(bench[0], Bus::x_right,
              {{.address = 2, .pool = 1, .next_pool = 0, .direction = Bus::x_right, .turn = true},
               {.address = 3, .pool = 0}},
              {7}));
  Seen seen;
  bench.program(3, receive(seen, AgentEvent::pathway_begin, WordTag::pathway_end));
  run();
  EXPECT_EQ(seen.data(), (std::vector<std::uint32_t>{7}));
  EXPECT_EQ(bench[0].sent(Bus::x_right)[0].channel, 2U);
  EXPECT_EQ(bench[1].sent(Bus::x_right)[0].channel, 2U);
  EXPECT_EQ(bench[2].sent(Bus::x_right)[0].channel, 0U);
}

TEST_P(IwarpPathway, waits_for_a_channel_until_another_pathway_is_taken_down) {
  IwarpParameters one_channel;
  one_channel.input_channels = {1, 1, 1, 1};
  one_channel.output_pools = {{{0}, {0}, {0}, {0}}};
  array({3, 2, false}, one_channel);
  Seen first, second;
  // Both want the only channel from 1 to 2; the second comes from below and turns.
  bench.program(0, send(bench[0], Bus::x_right, {{.address = 2}}, counting(100)));
  bench.program(2, [&](CoroutineProgram& cell) -> ProgramTask {
    for (Seen* seen : {&first, &second}) {
      const Result arrival = co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
      co_await cell(BindInput{0, arrival.status.channel});
      do {
        seen->words.push_back((co_await cell(Read{0})).words[0]);
      } while (seen->words.back().tag != WordTag::pathway_end);
    }
  });
  bench.program(4, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[4]);
    co_await cell(Compute{40});
    co_await cell(Acquire{own, Bus::y_up, 0});
    co_await cell(
        SendMarker{own, begin_marker({.address = 1, .direction = Bus::x_right, .turn = true})});
    co_await cell(SendWord{own, encode({.address = 2, .origin = 1})});
    co_await cell(SendWord{own, 77});
    co_await cell(SendMarker{own, {0, WordTag::pathway_end}});
  });
  run();
  EXPECT_EQ(first.data(), counting(100));
  EXPECT_EQ(second.data(), (std::vector<std::uint32_t>{77}));
  // The freed channel is had again at once: the end marker begins at t, the next begin marker can
  // be granted a clock later and follows when the bus is free.
  const auto& sent = bench[1].sent(Bus::x_right);
  const Time ended = times_of(sent, WordTag::pathway_end).front();
  EXPECT_EQ(times_of(sent, WordTag::pathway_begin).back() - ended, 100 * nanosecond);
  expect_free(bench);
}

TEST_P(IwarpPathway, a_program_waits_for_a_channel_too) {
  IwarpParameters one_channel;
  one_channel.input_channels = {1, 1, 1, 1};
  one_channel.output_pools = {{{0}, {0}, {0}, {0}}};
  array({2, 1, false}, one_channel);
  Time freed = 0, acquired = 0;
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned a = own_channel(bench[0], 0), b = own_channel(bench[0], 1);
    co_await cell(Acquire{a, Bus::x_right, 0});
    co_await cell(SendMarker{a, begin_marker({.address = 1})});
    co_await cell(SendMarker{a, {0, WordTag::pathway_end}});
    co_await cell(Acquire{b, Bus::x_right, 0});
    acquired = cell.now;
  });
  run();
  freed = times_of(bench[0].sent(Bus::x_right), WordTag::pathway_end).front();
  EXPECT_EQ(acquired - freed, 100 * nanosecond);  // found at the next edge, and read
}

TEST_P(IwarpPathway, is_no_channel_where_no_bus_leads) {
  array({2, 1, false});
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[0]);
    EXPECT_EQ((co_await cell(Acquire{own, Bus::x_left, 0})).output, Crossbar::none);
    EXPECT_EQ((co_await cell(Acquire{own, Bus::x_right, 9})).output, Crossbar::none);
    EXPECT_EQ(cell.now, 300 * nanosecond);
    EXPECT_NE((co_await cell(Acquire{own, Bus::x_right, 1})).output, Crossbar::none);
  });
  run();
}

TEST_P(IwarpPathway, that_reaches_the_last_cell_of_a_mesh_is_reported_and_thrown_away) {
  array({3, 1, false});
  AgentStatus told;
  bench.program(0, send(bench[0], Bus::x_right, {{.address = 9}}, counting(30)));
  bench.program(2, [&](CoroutineProgram& cell) -> ProgramTask {
    told = (co_await cell(AwaitEvent{first_event})).status;
  });
  run();
  EXPECT_EQ(told.event, AgentEvent::end_of_array);
  EXPECT_EQ(told.channel, bench[2].agent().channels().first_input[index_of(Bus::x_left)]);
  expect_free(bench);  // the end marker went after it
  EXPECT_EQ(bench[2].agent().mode(told.channel), ChannelMode::idle);
}

TEST_P(IwarpPathway, that_comes_back_to_where_it_began_is_a_flying_dutchman) {
  array({4, 4, true});
  AgentStatus straight, turned;
  // Nobody on row 0 is cell 99; the second turns at 7 and sails round column 3.
  bench.program(0, send(bench[0], Bus::x_right, {{.address = 99, .origin = 0}}, counting(40)));
  bench.program(4, send(bench[4], Bus::x_right,
                        {{.address = 7, .origin = 4, .direction = Bus::y_down, .turn = true},
                         {.address = 98, .origin = 7}},
                        counting(40)));
  IwarpBench* b = &bench;
  bench.program(7, [&, b](CoroutineProgram& cell) -> ProgramTask {
    static_cast<void>(b);
    turned = (co_await cell(AwaitEvent{first_event})).status;
  });
  run();
  straight = bench[0].agent().events().take(first_event).value_or(AgentStatus{});
  EXPECT_EQ(straight.event, AgentEvent::flying_dutchman);
  EXPECT_EQ(turned.event, AgentEvent::flying_dutchman);
  EXPECT_EQ(turned.channel, bench[7].agent().channels().first_input[index_of(Bus::y_up)]);
  expect_free(bench);
}

TEST_P(IwarpPathway, a_word_outside_a_pathway_is_reported_and_thrown_away) {
  array({2, 1, false});
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[0]);
    co_await cell(Acquire{own, Bus::x_right, 0});
    co_await cell(SendWord{own, 5});
  });
  AgentStatus told;
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask {
    told = (co_await cell(AwaitEvent{first_event})).status;
  });
  run();
  EXPECT_EQ(told.event, AgentEvent::stray_word);
  EXPECT_EQ(bench[1].agent().queue_level(told.channel), 0U);
}

// --- messages and joint cells

/// The operations that send a message over an open channel; `end` false leaves it open.
std::vector<Operation> message(unsigned own, std::uint32_t address,
                               const std::vector<std::uint32_t>& data, bool end = true) {
  std::vector<Operation> operations{SendMarker{own, {address, WordTag::message_begin}}};
  for (const std::uint32_t value : data) operations.emplace_back(SendWord{own, value});
  if (end) operations.emplace_back(SendMarker{own, {0, WordTag::message_end}});
  return operations;
}

/// The operations that open a pathway straight on. The answer to the first is the output channel.
Operation open_marker(unsigned own, unsigned destination) {
  return SendMarker{own, begin_marker({.address = destination})};
}

TEST_P(IwarpPathway, a_joint_cell_passes_messages_on_and_keeps_those_for_itself) {
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

TEST_P(IwarpPathway, get_row_gives_each_cell_its_part_of_one_message) {
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

TEST_P(IwarpPathway, put_row_makes_one_message_of_the_parts_of_all_cells) {
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

TEST_P(IwarpPathway, a_program_routes_messages_onto_one_of_several_pathways) {
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

TEST_P(IwarpPathway, a_message_that_finds_no_way_on_is_reported) {
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

TEST_P(IwarpPathway, markers_in_a_message_are_told_of_on_the_channels_that_ask_for_it) {
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

// --- contexts

TEST_P(IwarpPathway, a_frozen_agent_moves_nothing_until_it_is_woken) {
  array({3, 1, false});
  Seen seen;
  bench.program(0, send(bench[0], Bus::x_right, {{.address = 2}}, counting(100)));
  bench.program(2, receive(seen, AgentEvent::pathway_begin, WordTag::pathway_end));
  Time frozen = 0, woken = 0;
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(Compute{60});
    co_await cell(Freeze{});
    frozen = cell.now;
    co_await cell(Compute{500});
    co_await cell(Wake{});
    woken = cell.now;
  });
  run();
  for (const WordEvent& event : bench[1].sent(Bus::x_right)) {
    EXPECT_TRUE(event.begin <= frozen || event.begin > woken);
  }
  EXPECT_GT(bench[1].sent(Bus::x_right).back().begin, woken);
  EXPECT_LT(bench[1].sent(Bus::x_right).front().begin, frozen);
  EXPECT_EQ(seen.data(), counting(100));
}

TEST_P(IwarpPathway, contexts_are_switched_by_loading_the_forwarding_state) {
  array({2, 2, false});
  // Two contexts of cell 0's only stream: to the right, and down. Nothing is routed by headers.
  const auto input_from = [&](unsigned cell, Bus bus) {
    return bench[cell].agent().channels().first_input[index_of(bus)];
  };
  const auto context = [&](Bus bus) {
    ForwardingState state = bench[0].agent().forwarding_state();
    const unsigned output = bench[0].agent().channels().first_output[index_of(bus)];
    state.channels[own_channel(bench[0])] = {ChannelMode::linked, static_cast<int>(output),
                                             Crossbar::none};
    state.reserved = bit(output);
    return state;
  };
  const auto listen = [&](unsigned cell, Bus bus, std::vector<std::uint32_t>& into) {
    bench.program(cell, [&, cell, bus](CoroutineProgram& program) -> ProgramTask {
      const unsigned input = input_from(cell, bus);
      ForwardingState state = bench[cell].agent().forwarding_state();
      state.channels[input].mode = ChannelMode::here;
      co_await program(Freeze{});
      co_await program(LoadForwarding{&state});
      co_await program(Wake{});
      co_await program(BindInput{0, input});
      for (int i = 0; i < 4; ++i) into.push_back((co_await program(Read{0})).words[0].value);
    });
  };
  std::vector<std::uint32_t> right, below;
  listen(1, Bus::x_left, right);
  listen(2, Bus::y_up, below);
  Time load = 0;
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(BindOutput{0, own_channel(bench[0])});
    co_await cell(Compute{50});
    for (std::uint32_t round = 0; round < 4; ++round) {
      co_await cell(Freeze{});
      load = cell.now;
      const ForwardingState state = context(round % 2 == 0 ? Bus::x_right : Bus::y_down);
      co_await cell(LoadForwarding{&state});
      load = cell.now - load;
      co_await cell(Wake{});
      co_await cell(Write{0, 2 * round});
      co_await cell(Write{0, 2 * round + 1});
      co_await cell(Compute{20});  // the buffers drain
    }
  });
  run();
  EXPECT_EQ(right, (std::vector<std::uint32_t>{0, 1, 4, 5}));
  EXPECT_EQ(below, (std::vector<std::uint32_t>{2, 3, 6, 7}));
  EXPECT_EQ(load, 20 * one_clock);  // a clock for each logical input channel
}

TEST_P(IwarpPathway, a_loaded_forwarding_state_reads_back) {
  array({3, 1, false});
  bench.program(0, send(bench[0], Bus::x_right, {{.address = 2}}, {}));
  bench.run(200 * nanosecond);
  bench.run(5 * microsecond);
  ForwardingState state = bench[1].agent().forwarding_state();
  state.reserved = 0b101;
  state.channels[0] = {ChannelMode::linked, 2, 2};
  state.channels[own_channel(bench[1])] = {ChannelMode::linked, 0, Crossbar::none};
  bench[1].agent().freeze();
  bench[1].agent().load(state);
  EXPECT_EQ(bench[1].agent().forwarding_state(), state);
}

// --- faults of programs

TEST_P(IwarpPathway, a_program_that_does_what_the_hardware_cannot_is_stopped_with_a_reason) {
  struct Case {
    Operation operation;
    const char* fault;
  };
  const std::vector<Case> cases{
      {Read{0}, "input gate 0 is bound to nothing"},
      {Write{1, 0}, "output gate 1 is bound to nothing"},
      {LongWord{{false, true}, {}}, "input gate 1 is bound to nothing"},
      {Read{2}, "there is no gate 2"},
      {BindInput{0, 20}, "there is no logical input channel 20"},
      {BindOutput{0, 3}, "logical input channel 3 is not the cell's own"},
      {Acquire{16, Bus::x_right, 16}, "there is no pool 16"},
      {SendMarker{0, {}}, "logical input channel 0 is not the cell's own"},
      {Join{0, 16}, "there is no logical output channel 16"},
      {Restore{0}, "logical input channel 0 has no default output"},
      {LoadMatch{8, {}}, "there is no entry 8 in the match CAM of 8"},
      {LoadForwarding{}, "forwarding state is loaded into an agent that is awake"}};
  array({static_cast<unsigned>(cases.size()), 1, false});
  for (unsigned n = 0; n < cases.size(); ++n) {
    bench.program(n, [&, n](CoroutineProgram& cell) -> ProgramTask {
      co_await cell(cases[n].operation);
      ADD_FAILURE() << cases[n].fault;
    });
  }
  bench.run(10 * microsecond);
  for (unsigned n = 0; n < cases.size(); ++n) {
    EXPECT_EQ(bench[n].core().computation().fault(), cases[n].fault);
  }
}

TEST_P(IwarpPathway, a_program_cannot_take_the_channel_of_a_pathway_that_passes_through) {
  array({3, 1, false});
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[0]);
    co_await cell(Acquire{own, Bus::x_right, 0});
    co_await cell(open_marker(own, 2));
  });
  const unsigned output = bench[1].agent().channels().first_output[index_of(Bus::x_right)];
  bench.program(1, [&, output](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(Compute{100});
    co_await cell(Join{own_channel(bench[1]), output});
  });
  bench.run(10 * microsecond);
  EXPECT_EQ(bench[1].core().computation().fault(),
            "logical output channel 0 carries a pathway of other cells");
}

// --- hexagonal array

TEST_P(IwarpPathway, busses_of_one_side_may_lead_to_different_cells) {
  for (unsigned n = 0; n < 3; ++n) {
    IwarpParameters parameters;
    parameters.address = n;
    bench.add(parameters, GetParam());
  }
  bench.connect(0, Bus::x_right, 1, Bus::x_left);
  bench.connect(2, Bus::x_left, 0, Bus::x_right);  // comes back from another cell
  bench.connect(1, Bus::y_down, 2, Bus::y_up);
  Seen at_0;
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    for (const Operation& operation : std::vector<Operation>{
             Acquire{own_channel(bench[0]), Bus::x_right, 0},
             SendMarker{own_channel(bench[0]),
                        begin_marker({.address = 1, .direction = Bus::y_down, .turn = true})},
             SendWord{own_channel(bench[0]),
                      encode({.address = 2, .direction = Bus::x_left, .turn = true})},
             SendWord{own_channel(bench[0]), encode({.address = 0})},
             SendWord{own_channel(bench[0]), 42},
             SendMarker{own_channel(bench[0]), {0, WordTag::pathway_end}}}) {
      co_await cell(operation);
    }
    const Result arrival = co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
    at_0.events.push_back(arrival.status);
    co_await cell(BindInput{0, arrival.status.channel});
    do {
      at_0.words.push_back((co_await cell(Read{0})).words[0]);
    } while (at_0.words.back().tag != WordTag::pathway_end);
  });
  run();
  EXPECT_EQ(at_0.data(), (std::vector<std::uint32_t>{42}));
  EXPECT_EQ(at_0.events[0].channel,
            bench[0].agent().channels().first_input[index_of(Bus::x_right)]);
  expect_free(bench);
}

}  // namespace
}  // namespace weft::test
