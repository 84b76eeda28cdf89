// Pathways and pools (paper, sections 6.1.1 to 6.1.5), and what a program may do with them.
#include "tests/hw/iwarp_pathway_support.hpp"

namespace weft::test {
namespace {

struct IwarpPathway : IwarpArray {};

INSTANTIATE_TEST_SUITE_P(At, IwarpPathway, testing::ValuesIn(cell_levels()), level_name);

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
  EXPECT_EQ(seen.words.front(), begin_marker({.address = 7, .origin = 8}));
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

// Whatever its program wrote: the origin of each stretch is the cell at which it begins.
TEST_P(IwarpPathway, passes_cell_0_with_a_header_that_names_no_origin) {
  array({3, 2, true});
  Seen straight;
  bench.program(2, send(bench[2], Bus::x_right, {{.address = 1}}, counting(5)));
  bench.program(1, receive(straight, AgentEvent::pathway_begin, WordTag::pathway_end));
  bench.program(5, send(bench[5], Bus::x_right,
                        {{.address = 3, .direction = Bus::y_up, .turn = true},
                         {.address = 0, .direction = Bus::x_left, .turn = true},
                         {.address = 2}},
                        counting(6)));
  run();
  EXPECT_EQ(straight.words.front(), begin_marker({.address = 1, .origin = 2}));
  EXPECT_EQ(straight.data(), counting(5));
  const auto& after_corner = bench[0].sent(Bus::x_left);
  ASSERT_FALSE(after_corner.empty());
  EXPECT_EQ(after_corner.front().word, begin_marker({.address = 2, .origin = 0}));
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
  EXPECT_EQ(bench[2].agent().thrown_away(told.channel), (ThrownAway{1, 32}));  // with both markers
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
  straight = bench[0].agent().take_event(first_event).value_or(AgentStatus{});
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
  EXPECT_EQ(bench[1].agent().thrown_away(told.channel), (ThrownAway{0, 1}));
  EXPECT_EQ(bench[1].agent().queue_level(told.channel), 0U);
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
      {Join{0, 16}, "logical output channel 16 is on no bus"},
      {Restore{0}, "logical input channel 0 has no default output"},
      {LoadMatch{8, {}}, "there is no entry 8 in the match CAM of 8"},
      {LoadContext{}, "a context is loaded into an agent that is awake"}};
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
