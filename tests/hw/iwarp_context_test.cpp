// Communication contexts as hardware state (Feldmann et al. 1993, section 4): freeze, save, load
// and wake, their clocks, and what cannot be loaded.
#include <bit>

#include "hw/iwarp/channel_context.hpp"
#include "tests/hw/iwarp_pathway_support.hpp"

namespace weft::test {
namespace {

struct IwarpContext : IwarpArray {
  unsigned input_from(unsigned cell, Bus bus) {
    return bench[cell].agent().channels().first_input[index_of(bus)];
  }
  unsigned output_to(unsigned cell, Bus bus) {
    return bench[cell].agent().channels().first_output[index_of(bus)];
  }
  // The words of contexts of one channel.
  std::uint32_t input_word(unsigned cell, unsigned input, const InputContext& context) {
    return place_of_input(bench[cell].agent().channels(), input) | encode(context);
  }
  std::uint32_t output_word(unsigned cell, unsigned output, const OutputContext& context) {
    return place_of_output(bench[cell].agent().channels(), output) | encode(context);
  }
  void put(unsigned cell, std::uint32_t address, const std::vector<std::uint32_t>& words) {
    ASSERT_TRUE(bench[cell].core().memory().preset(address, words));
  }
  // The fault of a program on a cell alone that loads these words onto these channels.
  std::string fault_of(ChannelSet inputs, ChannelSet outputs,
                       const std::vector<std::uint32_t>& words) {
    put(0, 0x100, words);
    bench.program(0, [=](CoroutineProgram& cell) -> ProgramTask {
      co_await cell(Freeze{});
      co_await cell(LoadContext{inputs, outputs, 0x100});
    });
    bench.run(5 * microsecond);
    return bench[0].core().computation().fault();
  }
};

INSTANTIATE_TEST_SUITE_P(At, IwarpContext, testing::ValuesIn(cell_levels()), level_name);

TEST_P(IwarpContext, a_frozen_agent_moves_nothing_until_it_is_woken) {
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

// Two contexts of cell 0's only stream: to the right, and down. Nothing is routed by headers.
TEST_P(IwarpContext, is_switched_by_loading_registers_of_few_channels) {
  array({2, 2, false});
  const unsigned own = own_channel(bench[0]);
  const std::array ways{output_to(0, Bus::x_right), output_to(0, Bus::y_down)};
  const ChannelSet outputs = bit(ways[0]) | bit(ways[1]);
  for (unsigned to = 0; to < 2; ++to) {
    std::vector<std::uint32_t> words;
    for (unsigned i = 0; i < 2; ++i)
      words.push_back(output_word(0, ways[i], {.reserved = i == to}));
    InputContext linked;
    linked.mode = ChannelMode::linked;
    linked.output = static_cast<int>(ways[to]);
    words.push_back(input_word(0, own, linked));
    put(0, 0x100 * (to + 1), words);
  }
  const auto listen = [&](unsigned cell, Bus bus, std::vector<std::uint32_t>& into) {
    const unsigned input = input_from(cell, bus);
    InputContext here;
    here.mode = ChannelMode::here;
    put(cell, 0, {input_word(cell, input, here)});
    bench.program(cell, [&into, input](CoroutineProgram& program) -> ProgramTask {
      co_await program(Freeze{});
      co_await program(LoadContext{bit(input), 0, 0});
      co_await program(Wake{});
      co_await program(BindInput{0, input});
      for (int i = 0; i < 4; ++i) into.push_back((co_await program(Read{0})).words[0].value);
    });
  };
  std::vector<std::uint32_t> right, below;
  listen(1, Bus::x_left, right);
  listen(2, Bus::y_up, below);
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(BindOutput{0, own});
    co_await cell(Compute{50});
    for (std::uint32_t round = 0; round < 4; ++round) {
      co_await cell(Freeze{});
      co_await cell(LoadContext{bit(own), outputs, 0x100 * (round % 2 + 1)});
      co_await cell(Wake{});
      co_await cell(Write{0, 2 * round});
      co_await cell(Write{0, 2 * round + 1});
      co_await cell(Compute{20});  // the buffers drain
    }
  });
  run();
  EXPECT_EQ(right, (std::vector<std::uint32_t>{0, 1, 4, 5}));
  EXPECT_EQ(below, (std::vector<std::uint32_t>{2, 3, 6, 7}));
}

TEST_P(IwarpContext, what_was_saved_is_loaded_and_saved_again_the_same) {
  array({3, 1, false});
  // Cell 1 has a pathway of its own, one that passes, a joint one, and a request that waits.
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    for (unsigned n = 0; n < 2; ++n) {
      const unsigned own = own_channel(bench[0], n);
      co_await cell(Acquire{own, Bus::x_right, 0});
      co_await cell(open_marker(own, n == 0 ? 2 : 1));
    }
  });
  const ChannelSet inputs = 0xfffff;
  const ChannelSet outputs = 0xffff;
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[1]);
    const Result arrival = co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
    co_await cell(BindInput{0, arrival.status.channel});
    co_await cell(Read{0});
    const Result way = co_await cell(Acquire{own, Bus::x_right, 0});
    co_await cell(Join{arrival.status.channel, static_cast<unsigned>(way.output)});
    co_await cell(Compute{1});  // in that clock the join is written
    bench[1].agent().request(own + 1, Bus::x_right, 0);
    co_await cell(Compute{20});
    co_await cell(Freeze{});
    co_await cell(SaveContext{inputs, outputs, 0x1000});
    co_await cell(LoadContext{inputs, outputs, 0x1000});
    co_await cell(SaveContext{inputs, outputs, 0x2000});
  });
  run(20 * microsecond);
  unsigned linked = 0;
  unsigned routing = 0;
  for (unsigned i = 0; i < 36; ++i) {
    const std::uint32_t word = bench[1].core().memory().peek(0x1000 + 4 * i);
    EXPECT_EQ(word, bench[1].core().memory().peek(0x2000 + 4 * i)) << "register " << i;
    if (i < 16) continue;
    const InputContext context = decode_input_context(word);
    if (context.mode == ChannelMode::linked) ++linked;
    if (context.mode == ChannelMode::routing) ++routing;
    EXPECT_EQ(context.joint, context.default_output != Crossbar::none);
  }
  EXPECT_EQ(linked, 2U);  // one that passes, one that is joint
  EXPECT_EQ(routing, 1U);
}

// The paper's 12 channels of each kind: freeze 1, save 24, release 2, load 24, wake 1.
TEST_P(IwarpContext, of_twelve_channels_is_saved_loaded_and_woken_in_52_clocks) {
  array({2, 1, false});
  Time begin = 0, saved = 0, end = 0;
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(Compute{10});
    begin = cell.now;
    co_await cell(Freeze{});
    co_await cell(SaveContext{0xfff, 0xfff, 0});
    saved = cell.now;
    co_await cell(LoadContext{0xfff, 0xfff, 0});
    co_await cell(Wake{});
    end = cell.now;
  });
  run(10 * microsecond);
  EXPECT_EQ(saved - begin, 25 * one_clock);
  EXPECT_EQ(end - begin, 52 * one_clock);
}

TEST_P(IwarpContext, waits_for_the_memory_bus_that_a_spooling_gate_has) {
  array({2, 1, false});
  const unsigned own = own_channel(bench[0]);
  Time begin = 0, end = 0;
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    SpoolSettings spool;
    spool.direction = SpoolDirection::from_memory;
    spool.channel = own;
    spool.limit = 32;
    spool.words = 8;
    co_await cell(StartSpool{0, spool});
    begin = cell.now;
    co_await cell(SaveContext{0xfff, 0, 0x100});
    end = cell.now;
  });
  run(10 * microsecond);
  EXPECT_EQ(end - begin, (12 + 4) * one_clock);  // four double words
}

// --- bad input

TEST_P(IwarpContext, of_another_channel_map_is_refused) {
  array({2, 1, false});
  EXPECT_EQ(fault_of(bit(5), 0, {2 | 1U << 5}),
            "logical input channel 5 cannot have number 2 of y_up: channel 6 has it");
}

TEST_P(IwarpContext, of_another_of_the_cells_own_channels_is_refused) {
  array({2, 1, false});
  EXPECT_EQ(fault_of(bit(5), 0, {6 | 1U << 7 | 5U << 20}),
            "0x86 is no place of logical input channel 5: as the cell's own it has 0x85");
}

TEST_P(IwarpContext, of_an_output_of_another_bus_is_refused) {
  array({2, 1, false});
  EXPECT_EQ(fault_of(0, bit(2), {output_word(0, 2, {}) ^ 1U << 5}),
            "logical output channel 2 cannot be put on y_up, which leads nowhere");
}

TEST_P(IwarpContext, that_no_channel_can_be_in_is_refused) {
  array({2, 1, false});
  InputContext context;
  context.mode = ChannelMode::linked;
  EXPECT_EQ(fault_of(bit(0), 0, {input_word(0, 0, context)}),
            "0x00200000 is no context of logical input channel 0");
}

TEST_P(IwarpContext, that_links_to_an_output_that_nobody_holds_is_refused) {
  array({2, 1, false});
  InputContext context;
  context.mode = ChannelMode::linked;
  context.output = 3;
  EXPECT_EQ(
      fault_of(bit(0), 0, {input_word(0, 0, context)}),
      "the context links logical input channel 0 to output channel 3, which no pathway holds");
}

TEST_P(IwarpContext, that_links_two_inputs_to_one_output_is_refused) {
  array({2, 1, false});
  InputContext context;
  context.mode = ChannelMode::linked;
  context.output = 3;
  EXPECT_EQ(
      fault_of(bit(0) | bit(1), bit(3),
               {output_word(0, 3, {.reserved = true}), input_word(0, 0, context),
                input_word(0, 1, context)}),
      "the context links logical input channel 1 to output channel 3, which input channel 0 feeds");
}

TEST_P(IwarpContext, is_not_loaded_onto_a_channel_with_words_in_it) {
  array({2, 1, false});
  const unsigned own = own_channel(bench[0]);
  bench.program(0, [&, own](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(SendWord{own, 1});
    co_await cell(SendWord{own, 2});
    co_await cell(Freeze{});
    co_await cell(LoadContext{bit(own), 0, 0});
  });
  bench.run(5 * microsecond);
  EXPECT_EQ(bench[0].core().computation().fault(),
            "logical input channel 16 has 2 words in its queue: no context can be loaded onto it");
}

TEST_P(IwarpContext, is_not_loaded_onto_an_output_without_the_input_that_feeds_it) {
  array({2, 1, false});
  const unsigned own = own_channel(bench[0]);
  bench.program(0, [&, own](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(Acquire{own, Bus::x_right, 0});
    co_await cell(Freeze{});
    co_await cell(LoadContext{0, 1, 0});
  });
  bench.run(5 * microsecond);
  EXPECT_EQ(
      bench[0].core().computation().fault(),
      "a context is loaded onto logical output channel 0, which input channel 16 feeds, and not "
      "onto that");
}

TEST_P(IwarpContext, of_channels_that_do_not_exist_is_refused) {
  array({2, 1, false});
  EXPECT_EQ(fault_of(bit(20), 0, {}), "there is no logical input channel 20");
}

}  // namespace
}  // namespace weft::test
