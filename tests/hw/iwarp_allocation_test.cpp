// Logical channels that a program puts on busses and takes from them (section 5.1).
#include <array>
#include <memory>
#include <vector>

#include "hw/iwarp/allocation_check.hpp"
#include "tests/hw/iwarp_pathway_support.hpp"

namespace weft::test {
namespace {

constexpr InputPlace on(Bus bus, unsigned number) { return {false, bus, number}; }
constexpr InputPlace own_place(unsigned input) { return {true, Bus::x_right, input}; }
constexpr OutputPlace out_on(Bus bus, unsigned number, unsigned pool) {
  return {false, bus, number, pool};
}
constexpr OutputPlace spare_place{.spare = true};

struct IwarpAllocation : IwarpArray {
  // The fault of a program on cell 0 that does this.
  std::string fault_of(const std::vector<port::Operation>& operations) {
    bench.program(0, [operations](CoroutineProgram& cell) -> ProgramTask {
      for (const port::Operation& operation : operations) co_await cell(operation);
    });
    bench.run(5 * microsecond);
    return bench[0].core().computation().fault();
  }

  // Pairs of cells, 2n on the left of 2n + 1.
  void make_pairs(unsigned pairs) {
    for (unsigned n = 0; n < 2 * pairs; ++n) {
      IwarpParameters parameters;
      parameters.address = n;
      bench.add(parameters, GetParam());
      if (n % 2 != 0) bench.join(n - 1, Bus::x_right, n);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(At, IwarpAllocation, testing::ValuesIn(cell_levels()), level_name);

// The fifth channel of a bus: a spare output at one end, a channel of the cell's own at the other.
TEST_P(IwarpAllocation, puts_a_channel_more_on_a_bus_in_a_clock_at_each_end) {
  array({2, 1, false});
  Seen seen;
  Time begin = 0, end = 0;
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    begin = cell.now;
    co_await cell(AllocateOutput{17, out_on(Bus::x_right, 4, 9)});
    end = cell.now;
    co_await cell(Compute{10});
    const unsigned own = own_channel(bench[0]);
    const Result way = co_await cell(Acquire{own, Bus::x_right, 9});
    EXPECT_EQ(way.output, 17);
    co_await cell(open_marker(own, 1));
    for (const std::uint32_t value : counting(40)) co_await cell(SendWord{own, value});
    co_await cell(SendMarker{own, {0, WordTag::pathway_end}});
  });
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(AllocateInput{18, on(Bus::x_left, 4)});
    EXPECT_EQ(cell.now, one_clock);
    const Result arrival = co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
    seen.events.push_back(arrival.status);
    co_await cell(BindInput{0, arrival.status.channel});
    for (unsigned i = 0; i < 42; ++i) seen.words.push_back((co_await cell(Read{0})).words[0]);
  });
  run();
  EXPECT_EQ(end - begin, one_clock);
  EXPECT_EQ(seen.events.at(0).channel, 18U);
  EXPECT_EQ(seen.data(), counting(40));
  for (const WordEvent& event : bench[0].sent(Bus::x_right)) EXPECT_EQ(event.channel, 4U);
  EXPECT_EQ(bench[0].agent().free_slots(17), 8U);  // the dequeue signals have come back
}

// The capacity is the cell's, not a bus's: twenty pathways from one cell to the next.
TEST_P(IwarpAllocation, puts_all_channels_of_a_cell_on_one_bus) {
  array({2, 1, false});
  std::vector<std::uint32_t> got(20, 0);
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    for (unsigned n = 0; n < 20; ++n) {
      co_await cell(AllocateInput{n, own_place(n)});
      co_await cell(AllocateOutput{n, spare_place});
    }
    for (unsigned n = 0; n < 20; ++n) {
      co_await cell(AllocateOutput{n, out_on(Bus::x_right, 31 - n, 3)});
    }
    for (unsigned n = 0; n < 20; ++n) {
      co_await cell(Acquire{n, Bus::x_right, 3});
      co_await cell(SendMarker{n, begin_marker({.address = 1, .pool = 3})});
      co_await cell(SendWord{n, 100 + n});
    }
    EXPECT_EQ(bench[0].agent().reserved(), 0xfffffU);
    for (unsigned n = 0; n < 20; ++n) co_await cell(SendMarker{n, {0, WordTag::pathway_end}});
  });
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask {
    for (unsigned n = 0; n < 20; ++n) co_await cell(AllocateInput{n, own_place(n)});
    for (unsigned n = 0; n < 20; ++n) co_await cell(AllocateInput{n, on(Bus::x_left, 12 + n)});
    for (unsigned n = 0; n < 20; ++n) {
      const Result arrival = co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
      co_await cell(BindInput{0, arrival.status.channel});
      co_await cell(Read{0});
      got[arrival.status.channel] = (co_await cell(Read{0})).words[0].value;
      co_await cell(Read{0});
    }
  });
  run();
  // number 31 - n of the sender's channel n is number 12 + (19 - n) of the receiver's 19 - n
  for (unsigned n = 0; n < 20; ++n) EXPECT_EQ(got[19 - n], 100 + n);
  expect_free(bench);
}

// A word belongs to who listens to its number when its last phase ends, two clocks after it began.
// Pairs of cells; the second one takes the channel from its bus a clock later in each.
TEST_P(IwarpAllocation, loses_a_word_that_is_on_the_lines_when_its_channel_is_taken_away) {
  constexpr unsigned pairs = 12;
  make_pairs(pairs);
  std::array<Time, pairs> written{};
  for (unsigned pair = 0; pair < pairs; ++pair) {
    bench.program(2 * pair, [&, pair](CoroutineProgram& cell) -> ProgramTask {
      const unsigned own = own_channel(bench[2 * pair]);
      co_await cell(Acquire{own, Bus::x_right, 0});
      co_await cell(open_marker(own, 2 * pair + 1));
    });
    bench.program(2 * pair + 1, [&, pair](CoroutineProgram& cell) -> ProgramTask {
      co_await cell(Compute{pair + 1});
      co_await cell(AllocateInput{8, own_place(8)});
      written[pair] = cell.now;
    });
  }
  bench.run(5 * microsecond);
  unsigned lost = 0, kept = 0, refused = 0;
  for (unsigned pair = 0; pair < pairs; ++pair) {
    BenchCell& cell = bench[2 * pair + 1];
    const Time in = bench[2 * pair].sent(Bus::x_right).at(0).begin + word_on_bus;
    const bool stray = cell.agent().event_status(AgentEvent::stray_word) != 0;
    if (written[pair] == 0) {
      ++refused;
      EXPECT_FALSE(cell.core().computation().fault().empty());
      continue;
    }
    EXPECT_EQ(stray, written[pair] < in) << "pair " << pair;
    EXPECT_EQ(cell.agent().queue_level(8), stray ? 0U : 1U) << "pair " << pair;
    ++(stray ? lost : kept);
  }
  EXPECT_GT(lost, 2U);     // two of them while it is on the lines
  EXPECT_EQ(kept, 1U);     // in the very clock in which it comes in
  EXPECT_GT(refused, 2U);  // a word is in the queue, or a pathway there
}

// Where an input becomes the cell's own in the very clock in which a word for it comes in, the
// queue shows that word at the next edge, and a gate may put one in at that edge: it goes behind.
// The same pairs: in one of them the clocks meet so, in all others the word is too late, or the
// program.
TEST_P(IwarpAllocation, shows_the_word_of_the_bus_before_that_of_a_gate_at_the_next_edge) {
  constexpr unsigned pairs = 12;
  make_pairs(pairs);
  std::array<Time, pairs> sent{};
  std::array<std::vector<Word>, pairs> read;
  for (unsigned pair = 0; pair < pairs; ++pair) {
    bench.program(2 * pair, send(bench[2 * pair], Bus::x_right, {{.address = 2 * pair + 1}}, {}));
    bench.program(2 * pair + 1, [&, pair](CoroutineProgram& cell) -> ProgramTask {
      co_await cell(Compute{pair + 1});
      co_await cell(AllocateInput{8, own_place(8)});
      for (const std::uint32_t value : counting(3, 70)) {
        co_await cell(SendWord{8, value});
        if (value == 70) sent[pair] = cell.now;
      }
      co_await cell(BindInput{0, 8});
      co_await cell(Compute{20});
      while (bench[2 * pair + 1].agent().queue_level(8) != 0) {
        read[pair].push_back((co_await cell(Read{0})).words[0]);
      }
    });
  }
  bench.run(10 * microsecond);
  std::vector<Word> behind;
  for (const std::uint32_t value : counting(3, 70)) behind.push_back({value, WordTag::data});
  unsigned met = 0;
  for (unsigned pair = 0; pair < pairs; ++pair) {
    if (sent[pair] == 0) continue;  // its channel was taken by a pathway before
    std::vector<Word> expected = behind;
    const Time in = bench[2 * pair].sent(Bus::x_right).at(0).begin + word_on_bus;
    if (sent[pair] == in + one_clock) {
      ++met;
      const HeaderWord header{.address = 2 * pair + 1, .origin = 2 * pair};
      expected.insert(expected.begin(), {encode(header), WordTag::pathway_begin});
    }
    EXPECT_EQ(read[pair], expected) << "pair " << pair;
  }
  EXPECT_EQ(met, 1U);
}

// The same pairs, with the input put on a bus that leads nowhere: where a word comes in in that
// very clock it is read, and the dequeue signal for it goes nowhere, so that its sender has a slot
// less.
TEST_P(IwarpAllocation, lets_a_word_that_has_just_come_in_be_read_on_a_bus_that_leads_nowhere) {
  constexpr unsigned pairs = 12;
  make_pairs(pairs);
  std::array<bool, pairs> written{};
  std::array<std::vector<Word>, pairs> read;
  for (unsigned pair = 0; pair < pairs; ++pair) {
    bench.program(2 * pair, [&, pair](CoroutineProgram& cell) -> ProgramTask {
      const unsigned own = own_channel(bench[2 * pair]);
      co_await cell(Acquire{own, Bus::x_right, 0});
      co_await cell(open_marker(own, 2 * pair + 1));
    });
    bench.program(2 * pair + 1, [&, pair](CoroutineProgram& cell) -> ProgramTask {
      co_await cell(Compute{pair + 1});
      co_await cell(AllocateInput{8, on(Bus::y_up, 9)});
      written[pair] = true;
      co_await cell(BindInput{0, 8});
      co_await cell(Compute{20});
      while (bench[2 * pair + 1].agent().queue_level(8) != 0) {
        read[pair].push_back((co_await cell(Read{0})).words[0]);
      }
    });
  }
  bench.run(10 * microsecond);
  unsigned met = 0;
  for (unsigned pair = 0; pair < pairs; ++pair) {
    if (!written[pair] || read[pair].empty()) continue;
    ++met;
    const HeaderWord header{.address = 2 * pair + 1, .origin = 2 * pair};
    EXPECT_EQ(read[pair], std::vector{begin_marker(header)});
    EXPECT_EQ(bench[2 * pair].agent().free_slots(0), 7U);
    EXPECT_TRUE(bench[2 * pair + 1].core().computation().ended());
  }
  EXPECT_EQ(met, 1U);
}

// Two queues of one bus have been read by two gates at once: signals of eight words each wait, and
// go two clocks apart.
TEST_P(IwarpAllocation, waits_until_the_dequeue_signals_of_an_input_have_gone) {
  array({2, 1, false});
  Time begin = 0, end = 0;
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    for (unsigned n = 0; n < 2; ++n) {
      const unsigned own = own_channel(bench[0], n);
      co_await cell(Acquire{own, Bus::x_right, 0});
      co_await cell(open_marker(own, 1));
      for (unsigned i = 0; i < 6; ++i) co_await cell(SendWord{own, i});
      co_await cell(SendMarker{own, {0, WordTag::pathway_end}});
    }
  });
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(Compute{60});
    co_await cell(BindInput{0, 8});
    co_await cell(BindInput{1, 9});
    for (unsigned i = 0; i < 8; ++i) {
      LongWord both;
      both.reads = {true, true};
      co_await cell(both);
    }
    begin = cell.now;
    co_await cell(AllocateInput{9, own_place(9)});
    end = cell.now;
  });
  run();
  const std::vector<DequeueEvent>& signals = bench[1].dequeues[index_of(Bus::x_left)].events;
  ASSERT_EQ(signals.size(), 16U);
  Time last = 0;
  for (const DequeueEvent& signal : signals) {
    if (signal.channel == 1) last = signal.begin;
  }
  // The last one begins at an edge; at the next one none waits, and the write takes a clock.
  EXPECT_GT(last, begin);
  EXPECT_EQ(end, last + 2 * one_clock);
}

TEST_P(IwarpAllocation, gives_a_channel_to_a_header_that_waits_for_one) {
  array({2, 1, false});
  int got = Crossbar::none;
  Time begin = 0, end = 0;
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[0]);
    co_await cell(AllocateOutput{0, out_on(Bus::x_right, 0, 5)});
    co_await cell(Compute{1});
    EXPECT_EQ((co_await cell(Acquire{own, Bus::x_right, 5})).output, 0);
    co_await cell(Compute{1});
    bench[0].agent().request(own + 1, Bus::x_right, 5);  // that channel is taken
    begin = cell.now;
    co_await cell(AllocateOutput{19, out_on(Bus::x_right, 7, 5)});
    end = cell.now;
    co_await cell(Compute{2});
    got = bench[0].agent().output_of(own + 1);
  });
  run();
  EXPECT_EQ(got, 19);
  EXPECT_EQ(end - begin, one_clock);
}

TEST_P(IwarpAllocation, is_saved_and_loaded_with_the_context_of_a_channel) {
  array({2, 1, false});
  Seen seen;
  // Of cell 0 output 3 and of cell 1 input 11, both number 3 of their bus, get number 20.
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(SaveContext{0, bit(3), 0});
    co_await cell(Load{0});
    co_await cell(Store{4, encode(out_on(Bus::x_right, 20, 1)) | 1U << 16});
    const unsigned own = own_channel(bench[0]);
    InputContext linked;
    linked.mode = ChannelMode::linked;
    linked.output = 3;
    co_await cell(Store{8, encode(own_place(own)) | encode(linked)});
    co_await cell(Freeze{});
    co_await cell(LoadContext{bit(own), bit(3), 4});
    co_await cell(SaveContext{bit(own), bit(3), 12});
    co_await cell(Wake{});
    co_await cell(Compute{20});
    co_await cell(SendWord{own, 77});
  });
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask {
    InputContext here;
    here.mode = ChannelMode::here;
    co_await cell(Store{0, encode(on(Bus::x_left, 20)) | encode(here)});
    co_await cell(Freeze{});
    co_await cell(LoadContext{bit(11), 0, 0});
    co_await cell(Wake{});
    co_await cell(BindInput{0, 11});
    seen.words.push_back((co_await cell(Read{0})).words[0]);
  });
  run();
  EXPECT_EQ(seen.data(), (std::vector<std::uint32_t>{77}));
  const MemoryAgent& memory = bench[0].core().memory();
  EXPECT_EQ(memory.peek(0), encode(out_on(Bus::x_right, 3, 1)));
  EXPECT_EQ(memory.peek(12), memory.peek(4));
  EXPECT_EQ(memory.peek(16), memory.peek(8));
  EXPECT_EQ(bench[0].sent(Bus::x_right).at(0).channel, 20U);
}

// Two channels that change places: each has the other's while they are loaded.
TEST_P(IwarpAllocation, contexts_of_channels_that_change_places_can_be_loaded) {
  array({2, 1, false});
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(SaveContext{bit(8) | bit(9), bit(0) | bit(1), 0});
    for (const std::uint32_t first : {0U, 8U}) {
      const Word one = (co_await cell(Load{first})).words[0];
      const Word other = (co_await cell(Load{first + 4})).words[0];
      co_await cell(Store{first, other.value});
      co_await cell(Store{first + 4, one.value});
    }
    co_await cell(Freeze{});
    co_await cell(LoadContext{bit(8) | bit(9), bit(0) | bit(1), 0});
    co_await cell(Wake{});
  });
  run(5 * microsecond);
  const ChannelMap& map = bench[0].agent().channels();
  EXPECT_EQ(map.place_of_input(8), on(Bus::x_left, 1));
  EXPECT_EQ(map.place_of_input(9), on(Bus::x_left, 0));
  EXPECT_EQ(map.place_of_output(0), out_on(Bus::x_right, 1, 0));
  EXPECT_EQ(map.place_of_output(1), out_on(Bus::x_right, 0, 0));
}

// --- bad input

TEST_P(IwarpAllocation, is_refused_on_a_bus_that_leads_nowhere) {
  array({2, 1, false});
  EXPECT_EQ(fault_of({AllocateOutput{0, out_on(Bus::y_up, 9, 0)}}),
            "logical output channel 0 cannot be put on y_up, which leads nowhere");
}

TEST_P(IwarpAllocation, is_refused_with_a_number_that_another_channel_has) {
  array({2, 1, false});
  EXPECT_EQ(fault_of({AllocateOutput{16, out_on(Bus::x_right, 3, 0)}}),
            "logical output channel 16 cannot have number 3 of x_right: channel 3 has it");
}

TEST_P(IwarpAllocation, of_an_input_is_refused_with_a_number_that_another_channel_has) {
  array({2, 1, false});
  EXPECT_EQ(fault_of({AllocateInput{16, on(Bus::x_left, 0)}}),
            "logical input channel 16 cannot have number 0 of x_left: channel 8 has it");
}

TEST_P(IwarpAllocation, is_refused_for_a_channel_that_does_not_exist) {
  array({2, 1, false});
  EXPECT_EQ(fault_of({AllocateInput{20, own_place(20)}}), "there is no logical input channel 20");
}

TEST_P(IwarpAllocation, is_refused_while_a_pathway_holds_the_output) {
  array({2, 1, false});
  EXPECT_EQ(fault_of({Acquire{16, Bus::x_right, 0}, AllocateOutput{0, spare_place}}),
            "logical output channel 0 cannot be put elsewhere: a pathway holds it");
}

TEST_P(IwarpAllocation, is_refused_while_words_are_at_the_far_end_of_the_output) {
  array({2, 1, false});
  EXPECT_EQ(fault_of({Acquire{16, Bus::x_right, 0}, open_marker(16, 1),
                      SendMarker{16, {0, WordTag::pathway_end}}, Compute{20},
                      AllocateOutput{0, spare_place}}),
            "logical output channel 0 cannot be put elsewhere: 2 words of it are under way, or in "
            "the queue at its far end");
}

TEST_P(IwarpAllocation, is_refused_while_words_are_in_the_queue_of_the_input) {
  array({2, 1, false});
  EXPECT_EQ(fault_of({SendWord{16, 1}, Compute{1}, AllocateInput{16, on(Bus::x_left, 9)}}),
            "logical input channel 16 cannot be put elsewhere: 1 word is in its queue");
}

TEST_P(IwarpAllocation, is_refused_while_the_input_leads_somewhere) {
  array({2, 1, false});
  EXPECT_EQ(fault_of({Acquire{16, Bus::x_right, 0}, AllocateInput{16, on(Bus::x_left, 9)}}),
            "logical input channel 16 cannot be put elsewhere: a pathway uses it");
}

TEST_P(IwarpAllocation, is_refused_while_a_gate_sends_into_the_input) {
  array({2, 1, false});
  EXPECT_EQ(fault_of({BindOutput{1, 16}, AllocateInput{16, on(Bus::x_left, 9)}}),
            "logical input channel 16 cannot be put on a bus: output gate 1 sends into it");
}

TEST_P(IwarpAllocation, is_refused_while_a_spooling_gate_sends_into_the_input) {
  array({2, 1, false});
  SpoolSettings spool;
  spool.direction = SpoolDirection::from_memory;
  spool.channel = 16;
  spool.follows = 5;
  EXPECT_EQ(
      fault_of({StartSpool{5, {}}, StartSpool{3, spool}, AllocateInput{16, on(Bus::x_left, 9)}}),
      "logical input channel 16 cannot be put on a bus: spooling gate 3 sends into it");
}

TEST_P(IwarpAllocation, a_spare_output_is_linked_to_nothing) {
  array({2, 1, false});
  EXPECT_EQ(fault_of({Join{16, 19}}), "logical output channel 19 is on no bus");
}

}  // namespace
}  // namespace weft::test
