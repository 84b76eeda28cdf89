// Flow control and the sharing of a bus by logical channels (paper, sections 4 and 5).
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/hw/iwarp_bench.hpp"

namespace weft::test {
namespace {

using namespace port;

struct IwarpFlow : testing::TestWithParam<Level> {
  IwarpBench bench;
};

INSTANTIATE_TEST_SUITE_P(At, IwarpFlow, testing::ValuesIn(cell_levels()), level_name);

/// Five channels each way to the right of a cell, ten of its own.
IwarpParameters wide_pair() {
  IwarpParameters parameters;
  parameters.input_channels = {5, 0, 5, 0};
  parameters.output_pools = {{{0, 0, 0, 0, 0}, {}, {0, 0, 0, 0, 0}, {}}};
  return parameters;
}

/// Opens a pathway to the right on each of some own channels and keeps all of them filled through
/// the two output gates: from the first to the last word the queues never run dry.
CoroutineProgram::Body fill(BenchCell& self, unsigned channels, unsigned destination,
                            unsigned words) {
  return [&self, channels, destination, words](CoroutineProgram& cell) -> ProgramTask {
    for (unsigned i = 0; i < channels; ++i) {
      const unsigned own = own_channel(self, i);
      co_await cell(Acquire{own, Bus::x_right, 0});
      co_await cell(SendMarker{own, begin_marker({.address = destination})});
    }
    for (unsigned n = 0; n < words; ++n) {
      for (unsigned i = 0; i < channels; ++i) {
        co_await cell(SendWord{own_channel(self, i), n});
      }
    }
  };
}

/// Reads one channel for ever.
CoroutineProgram::Body drain(unsigned channel) {
  return [channel](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(BindInput{0, channel});
    while (true) co_await cell(Read{0});
  };
}

TEST_P(IwarpFlow, a_lone_channel_gets_all_40_megabytes_a_second) {
  build_array(bench, {2, 1, false}, wide_pair(), all_at(GetParam()));
  bench.program(0, fill(bench[0], 1, 1, 500));
  bench.program(1, drain(bench[1].agent().channels().first_input[index_of(Bus::x_left)]));
  bench.run(100 * microsecond);
  const std::vector<Time> times = times_of(bench[0].sent(Bus::x_right), WordTag::data);
  ASSERT_EQ(times.size(), 500U);
  // 4 bytes in 100 ns, without a gap
  EXPECT_EQ(times.back() - times.front(), 499 * word_on_bus);
}

TEST_P(IwarpFlow, a_lone_channel_is_as_fast_through_intermediate_cells) {
  build_array(bench, {5, 1, false}, wide_pair(), all_at(GetParam()));
  bench.program(0, fill(bench[0], 1, 4, 500));
  bench.program(4, drain(bench[4].agent().channels().first_input[index_of(Bus::x_left)]));
  bench.run(100 * microsecond);
  for (unsigned n = 0; n < 4; ++n) {
    const std::vector<Time> times = times_of(bench[n].sent(Bus::x_right), WordTag::data);
    ASSERT_EQ(times.size(), 500U);
    EXPECT_EQ(times.back() - times[8], (499 - 8) * word_on_bus) << "cell " << n;
  }
}

// Own queues are filled before the agent is woken, so that every channel always has a word.
TEST_P(IwarpFlow, active_channels_share_a_bus_to_within_one_word) {
  IwarpParameters parameters = wide_pair();
  if (GetParam() != Level::rtl) parameters.queue_words = 100;  // the Verilog has queues of 8
  const unsigned words = std::min(parameters.queue_words, 90U);
  build_array(bench, {2, 1, false}, parameters, all_at(GetParam()));
  constexpr unsigned channels = 3;
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    for (unsigned i = 0; i < channels; ++i) {
      const unsigned own = own_channel(bench[0], i);
      co_await cell(Acquire{own, Bus::x_right, 0});
    }
    co_await cell(Freeze{});
    for (unsigned i = 0; i < channels; ++i) {
      for (unsigned n = 0; n < words; ++n) co_await cell(SendWord{own_channel(bench[0], i), n});
    }
    co_await cell(Wake{});
  });
  bench.run(100 * microsecond);
  EXPECT_EQ(bench.unfinished(), "");
  std::array<unsigned, channels> sent{};
  const auto& events = bench[0].sent(Bus::x_right);
  ASSERT_EQ(events.size(), words * channels);
  for (const WordEvent& event : events) {
    ++sent[event.channel];
    const auto [least, most] = std::minmax_element(sent.begin(), sent.end());
    ASSERT_LE(*most - *least, 1U);
  }
  EXPECT_EQ(events.back().begin - events.front().begin, (words * channels - 1) * word_on_bus);
}

TEST_P(IwarpFlow, a_channel_stops_at_a_full_queue_and_others_take_its_share) {
  build_array(bench, {2, 1, false}, wide_pair(), all_at(GetParam()));
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    for (unsigned i = 0; i < 2; ++i) {
      const unsigned own = own_channel(bench[0], i);
      co_await cell(Acquire{own, Bus::x_right, 0});
      co_await cell(SendMarker{own, begin_marker({.address = 1})});
      co_await cell(BindOutput{i, own});
    }
    for (std::uint32_t n = 0; n < 14; ++n) co_await cell(Write{0, n});  // nobody reads them
    for (std::uint32_t n = 0; n < 200; ++n) co_await cell(Write{1, n});
  });
  bench.program(1, drain(bench[1].agent().channels().first_input[index_of(Bus::x_left)] + 1));
  bench.run(100 * microsecond);
  const auto& events = bench[0].sent(Bus::x_right);
  std::vector<Time> other;
  unsigned stopped = 0;
  for (const WordEvent& event : events) {
    if (event.channel == 0) ++stopped;
    if (event.channel == 1 && event.word.tag == WordTag::data) other.push_back(event.begin);
  }
  EXPECT_EQ(stopped, 8U);  // the far queue holds eight words, with the begin marker
  ASSERT_EQ(other.size(), 200U);
  EXPECT_EQ(other.back() - other.front(), 199 * word_on_bus);
}

TEST_P(IwarpFlow, all_eight_busses_carry_320_megabytes_a_second) {
  IwarpParameters parameters;
  parameters.output_pools = {{{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}};
  build_array(bench, {3, 3, true}, parameters, all_at(GetParam()));
  // Pathways straight across the middle cell in all four directions.
  const std::array<std::pair<unsigned, unsigned>, 4> ends{{{3, 5}, {7, 1}, {5, 3}, {1, 7}}};
  for (unsigned i = 0; i < 4; ++i) {
    const auto [from, to] = ends[i];
    const auto bus = static_cast<Bus>(i);
    bench.program(from, [this, from = from, to = to, bus](CoroutineProgram& cell) -> ProgramTask {
      const unsigned own = own_channel(bench[from]);
      co_await cell(Acquire{own, bus, 0});
      co_await cell(SendMarker{own, begin_marker({.address = to})});
      co_await cell(BindOutput{0, own});
      const unsigned arriving = bench[from].agent().channels().first_input[index_of(bus)];
      co_await cell(BindInput{0, arriving});  // the pathway from the other end
      co_await cell(Read{0});
      for (std::uint32_t n = 0; n < 10; ++n) co_await cell(Write{0, n});  // are on their way
      for (std::uint32_t n = 10; n < 500; ++n) {
        co_await cell(LongWord{{true, false}, {n, std::nullopt}});
      }
      for (std::uint32_t n = 0; n < 10; ++n) co_await cell(Read{0});
    });
  }
  bench.run(100 * microsecond);
  for (const Bus bus : all_busses) {
    for (const unsigned from : {4U, ends[index_of(bus)].first}) {
      const std::vector<Time> times = times_of(bench[from].sent(bus), WordTag::data);
      ASSERT_EQ(times.size(), 500U) << name_of(bus);
      EXPECT_EQ(times.back() - times[20], (499 - 20) * word_on_bus) << name_of(bus);
    }
  }
}

TEST_P(IwarpFlow, the_four_gates_carry_160_megabytes_a_second) {
  build_array(bench, {3, 1, false}, wide_pair(), all_at(GetParam()));
  constexpr unsigned words = 400;
  const auto source = [this](unsigned from, Bus bus) {
    bench.program(from, [this, from, bus](CoroutineProgram& cell) -> ProgramTask {
      for (unsigned gate = 0; gate < 2; ++gate) {
        const unsigned own = own_channel(bench[from], gate);
        co_await cell(Acquire{own, bus, 0});
        co_await cell(SendMarker{own, begin_marker({.address = 1})});
        co_await cell(BindOutput{gate, own});
      }
      for (unsigned n = 0; n < words; ++n) co_await cell(LongWord{{}, {n, n}});
    });
  };
  source(0, Bus::x_right);
  Time begin = 0, end = 0;
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask {
    // Two streams come on one bus of 40 MB/s; memory holds half of them back, so the measured
    // stretch takes what the queues hold.
    const unsigned arriving = bench[1].agent().channels().first_input[index_of(Bus::x_left)];
    for (unsigned gate = 0; gate < 2; ++gate) {
      const unsigned own = own_channel(bench[1], gate);
      co_await cell(BindOutput{gate, own});
      co_await cell(BindInput{gate, arriving + gate});
      co_await cell(Read{gate});
    }
    co_await cell(Compute{100});
    begin = cell.now;
    for (unsigned n = 0; n < 8; ++n) {
      const Result result = co_await cell(LongWord{{true, true}, {n, n}});
      EXPECT_EQ(result.words[0].value, n);
      EXPECT_EQ(result.words[1].value, n);
    }
    end = cell.now;
  });
  bench.run(50 * microsecond);
  // 8 instructions of 4 words of 4 bytes
  EXPECT_EQ(end - begin, 8 * word_on_bus);
}

TEST(IwarpIdle, cells_and_channels_without_words_cost_nothing_at_word_level) {
  IwarpBench bench;
  build_array(bench, {8, 8, true}, {}, all_at(Level::word));
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[0]);
    co_await cell(Acquire{own, Bus::x_right, 0});
    co_await cell(SendMarker{own, begin_marker({.address = 5})});
  });
  bench.run(10 * microsecond);
  const std::uint64_t fired = bench.wheel().fired();
  EXPECT_LT(fired, 64 + 60U);  // the start of each cell, and the five that the marker passed
  bench.run(millisecond);
  EXPECT_EQ(bench.wheel().fired(), fired);  // an open pathway that is silent
}

TEST_P(IwarpFlow, a_gate_carries_40_megabytes_a_second_to_integer_instructions) {
  build_array(bench, {1, 1, false}, {}, all_at(GetParam()));
  Time took = 0;
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(BindOutput{0, own_channel(bench[0])});
    co_await cell(BindOutput{1, own_channel(bench[0])});
    Time begin = cell.now;
    for (unsigned n = 0; n < 3; ++n) co_await cell(Write{0, n});
    EXPECT_EQ(cell.now - begin, (2 + 2 + 1) * one_clock);
    begin = cell.now;
    for (unsigned n = 0; n < 4; ++n) co_await cell(Write{(n + 1) % 2, n});
    took = cell.now - begin;
  });
  bench.run(5 * microsecond);
  EXPECT_EQ(bench.unfinished(), "");
  EXPECT_EQ(took, 4 * one_clock);  // both gates in turn
}

}  // namespace
}  // namespace weft::test
