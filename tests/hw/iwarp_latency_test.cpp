// The latencies of section 8 of Borkar et al. 1990, to the nanosecond, at both levels.
#include <gtest/gtest.h>

#include "tests/hw/iwarp_bench.hpp"

namespace weft::test {
namespace {

using namespace port;

struct IwarpLatency : testing::TestWithParam<Level> {
  IwarpBench bench;

  void array(unsigned width, unsigned height) {
    build_array(bench, {width, height, false}, {}, all_at(GetParam()));
  }
};

INSTANTIATE_TEST_SUITE_P(At, IwarpLatency, testing::ValuesIn(cell_levels()), level_name);

TEST_P(IwarpLatency, operations_on_a_pathway_take_their_published_times) {
  array(2, 1);
  std::vector<Time> took;
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[0]);
    Time since = cell.now;
    const auto lap = [&] {
      took.push_back((cell.now - since) / nanosecond);
      since = cell.now;
    };
    const Result channel = co_await cell(Acquire{own, Bus::x_right, 0});
    EXPECT_NE(channel.output, Crossbar::none);
    lap();
    co_await cell(SendMarker{own, begin_marker({.address = 1})});
    lap();
    co_await cell(SendWord{own, encode({.address = 1})});
    lap();
    co_await cell(SendMarker{own, {1, WordTag::message_begin}});
    lap();
    co_await cell(SendMarker{own, {0, WordTag::message_end}});
    lap();
    co_await cell(SendMarker{own, {0, WordTag::pathway_end}});
    lap();
  });
  bench.run(5 * microsecond);
  EXPECT_EQ(bench.unfinished(), "");
  EXPECT_EQ(took, (std::vector<Time>{150,     // acquire_logical_channel
                                     100,     // begin_marker
                                     50,      // each_corner_address
                                     100,     // message_begin_marker
                                     100,     // message_end_marker
                                     100}));  // pathway_end_marker
}

/// Opens a pathway along a header and sends a message of some words over it.
ProgramTask send(CoroutineProgram& cell, unsigned own, Bus bus, std::vector<HeaderWord> header,
                 unsigned words, unsigned destination) {
  co_await cell(Acquire{own, bus, header[0].pool});
  co_await cell(SendMarker{own, begin_marker(header[0])});
  for (std::size_t i = 1; i < header.size(); ++i) {
    co_await cell(SendWord{own, encode(header[i])});
  }
  co_await cell(Compute{100});
  co_await cell(SendMarker{own, {destination, WordTag::message_begin}});
  co_await cell(BindOutput{0, own});
  co_await cell(Compute{100});
  for (unsigned i = 0; i < words; ++i) co_await cell(Write{0, i});
  co_await cell(SendMarker{own, {0, WordTag::message_end}});
  co_await cell(SendMarker{own, {0, WordTag::pathway_end}});
}

Time first(const std::vector<WordEvent>& events, WordTag tag) {
  const std::vector<Time> times = times_of(events, tag);
  EXPECT_FALSE(times.empty());
  return times.empty() ? 0 : times.front();
}

TEST_P(IwarpLatency, an_unmatched_marker_is_forwarded_in_200_ns) {
  array(4, 1);
  bench.program(0, [&](CoroutineProgram& cell) {
    return send(cell, own_channel(bench[0]), Bus::x_right, {{.address = 3}}, 3, 3);
  });
  bench.run(20 * microsecond);
  for (unsigned n = 1; n < 3; ++n) {
    for (const WordTag tag : {WordTag::pathway_begin, WordTag::message_begin}) {
      EXPECT_EQ(
          first(bench[n].sent(Bus::x_right), tag) - first(bench[n - 1].sent(Bus::x_right), tag),
          200 * nanosecond)
          << name_of(tag) << " at cell " << n;
    }
    // No figure in the paper: a word goes on at the edge after it came in.
    EXPECT_EQ(first(bench[n].sent(Bus::x_right), WordTag::data) -
                  first(bench[n - 1].sent(Bus::x_right), WordTag::data),
              150 * nanosecond);
  }
}

TEST_P(IwarpLatency, a_corner_is_turned_in_250_ns) {
  array(2, 2);
  bench.program(0, [&](CoroutineProgram& cell) {
    return send(cell, own_channel(bench[0]), Bus::x_right,
                {{.address = 1, .direction = Bus::y_down, .turn = true}, {.address = 3}}, 2, 3);
  });
  bench.run(20 * microsecond);
  const auto& before = bench[0].sent(Bus::x_right);
  const auto& after = bench[1].sent(Bus::y_down);
  EXPECT_EQ(first(after, WordTag::pathway_begin) - first(before, WordTag::pathway_begin),
            250 * nanosecond);
  EXPECT_EQ(after[0].word, begin_marker({.address = 3, .origin = 1}));
  EXPECT_EQ(after.size() + 1, before.size());  // one header word was used up
}

TEST_P(IwarpLatency, the_first_word_leaves_a_joint_cell_100_ns_after_the_join) {
  array(3, 1);
  bench.program(0, [&](CoroutineProgram& cell) {
    return send(cell, own_channel(bench[0]), Bus::x_right, {{.address = 1}}, 4, 2);
  });
  Time joined = 0;
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[1]);
    const Result channel = co_await cell(Acquire{own, Bus::x_right, 0});
    co_await cell(SendMarker{own, begin_marker({.address = 2})});
    const Result arrival = co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
    co_await cell(BindInput{0, arrival.status.channel});
    co_await cell(Read{0});       // the begin marker
    co_await cell(Compute{200});  // a message waits meanwhile
    joined = cell.now;
    co_await cell(Join{arrival.status.channel, static_cast<unsigned>(channel.output)});
  });
  bench.run(30 * microsecond);
  EXPECT_EQ(bench.unfinished(), "");
  const auto& out = bench[1].sent(Bus::x_right);
  EXPECT_EQ(first(out, WordTag::message_begin) - joined, 100 * nanosecond);
  EXPECT_EQ(times_of(out, WordTag::data).size(), 4U);
  EXPECT_EQ(times_of(out, WordTag::pathway_end).size(), 0U);  // that pathway goes on
}

TEST_P(IwarpLatency, a_joint_cell_adds_nothing_once_it_is_linked) {
  array(3, 1);
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[0]);
    co_await cell(Acquire{own, Bus::x_right, 0});
    co_await cell(SendMarker{own, begin_marker({.address = 1})});
    co_await cell(Compute{200});
    co_await cell(BindOutput{0, own});
    co_await cell(Write{0, 1});
  });
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[1]);
    const Result channel = co_await cell(Acquire{own, Bus::x_right, 0});
    co_await cell(SendMarker{own, begin_marker({.address = 2})});
    const Result arrival = co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
    co_await cell(BindInput{0, arrival.status.channel});
    co_await cell(Read{0});
    co_await cell(Join{arrival.status.channel, static_cast<unsigned>(channel.output)});
  });
  bench.run(30 * microsecond);
  EXPECT_EQ(bench.unfinished(), "");
  EXPECT_EQ(first(bench[1].sent(Bus::x_right), WordTag::data) -
                first(bench[0].sent(Bus::x_right), WordTag::data),
            150 * nanosecond);
}

}  // namespace
}  // namespace weft::test
