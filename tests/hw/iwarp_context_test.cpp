// Freezing, loading and waking the forwarding state of a communication agent.
#include "tests/hw/iwarp_pathway_support.hpp"

namespace weft::test {
namespace {

struct IwarpContext : IwarpArray {};

INSTANTIATE_TEST_SUITE_P(At, IwarpContext, testing::Values(Level::signal, Level::word), level_name);

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

TEST_P(IwarpContext, contexts_are_switched_by_loading_the_forwarding_state) {
  array({2, 2, false});
  // Two contexts of cell 0's only stream: to the right, and down. Nothing is routed by headers.
  const auto input_from = [&](unsigned cell, Bus bus) {
    return bench[cell].agent().channels().first_input[index_of(bus)];
  };
  const auto context = [&](Bus bus) {
    ForwardingState state = bench[0].forwarding_state();
    const unsigned output = bench[0].agent().channels().first_output[index_of(bus)];
    state.channels[own_channel(bench[0])] = {ChannelMode::linked, static_cast<int>(output),
                                             Crossbar::none};
    state.reserved = bit(output);
    return state;
  };
  const auto listen = [&](unsigned cell, Bus bus, std::vector<std::uint32_t>& into) {
    bench.program(cell, [&, cell, bus](CoroutineProgram& program) -> ProgramTask {
      const unsigned input = input_from(cell, bus);
      ForwardingState state = bench[cell].forwarding_state();
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

TEST_P(IwarpContext, a_loaded_forwarding_state_reads_back) {
  array({3, 1, false});
  bench.program(0, send(bench[0], Bus::x_right, {{.address = 2}}, {}));
  bench.run(200 * nanosecond);
  bench.run(5 * microsecond);
  ForwardingState state = bench[1].forwarding_state();
  state.reserved = 0b101;
  state.channels[0] = {ChannelMode::linked, 2, 2};
  state.channels[own_channel(bench[1])] = {ChannelMode::linked, 0, Crossbar::none};
  bench[1].agent().freeze();
  bench[1].agent().load(state);
  EXPECT_EQ(bench[1].forwarding_state(), state);
}

}  // namespace
}  // namespace weft::test
