// The ports of the communication agent: what computation and memory agent can do in one clock.
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "tests/hw/iwarp_bench.hpp"

namespace weft::test {
namespace {

using namespace port;

struct IwarpPorts : testing::TestWithParam<Level> {
  IwarpBench bench;

  void line(unsigned cells) { build_array(bench, {cells, 1, false}, {}, all_at(GetParam())); }
  unsigned arriving(unsigned cell) {
    return bench[cell].agent().channels().first_input[index_of(Bus::x_left)];
  }
};

INSTANTIATE_TEST_SUITE_P(At, IwarpPorts, testing::ValuesIn(cell_levels()), level_name);

TEST_P(IwarpPorts, a_register_is_written_once_in_a_clock) {
  line(1);
  bench.run(1 * microsecond);
  CommunicationInterface& agent = bench[0].agent();
  EXPECT_TRUE(agent.may_write());
  agent.set_match_value(1);
  EXPECT_FALSE(agent.may_write());
  EXPECT_THROW(agent.set_match_mask(1), std::logic_error);
  EXPECT_THROW(agent.freeze(), std::logic_error);
}

TEST_P(IwarpPorts, a_gate_moves_one_word_each_way_in_a_clock) {
  line(1);
  bench.run(1 * microsecond);
  CommunicationInterface& agent = bench[0].agent();
  const unsigned own = own_channel(bench[0]);
  agent.send(0, own, {7, WordTag::data});
  EXPECT_THROW(agent.send(0, own, {8, WordTag::data}), std::logic_error);
  agent.send(1, own, {8, WordTag::data});
  EXPECT_EQ(agent.receive(0, own).value, 7U);
  EXPECT_THROW(agent.receive(0, own), std::logic_error);
  EXPECT_EQ(agent.receive(1, own).value, 8U);
}

TEST_P(IwarpPorts, the_memory_agent_moves_a_double_word_of_one_queue_in_a_clock) {
  line(1);
  bench.run(1 * microsecond);
  CommunicationInterface& agent = bench[0].agent();
  const unsigned own = own_channel(bench[0]);
  agent.spool_to(own, 7);
  EXPECT_THROW(agent.spool_to(own + 1, 1), std::logic_error);
  agent.spool_to(own, 8);
  EXPECT_THROW(agent.spool_to(own, 9), std::logic_error);
  EXPECT_FALSE(agent.can_send(own, 1));  // gates wait
  EXPECT_TRUE(agent.can_send(own + 1, 1));
  EXPECT_TRUE(agent.readable(own));
  EXPECT_EQ(agent.spool_from(own).value, 7U);
  EXPECT_FALSE(agent.readable(own));
  EXPECT_EQ(agent.spool_from(own).value, 8U);
  EXPECT_THROW(agent.spool_from(own), std::logic_error);
}

// A spool and a gate fill the queue of one channel, which is full nearly always.
TEST_P(IwarpPorts, a_queue_that_a_spool_and_a_gate_fill_loses_no_word) {
  constexpr std::uint32_t each = 60;
  constexpr std::uint32_t of_gate = 1000;
  line(2);
  bench.program(0, [this](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[0]);
    for (std::uint32_t n = 0; n < each; ++n) co_await cell(Store{0x1000 + 4 * n, n});
    co_await cell(Acquire{own, Bus::x_right, 0});
    co_await cell(SendMarker{own, begin_marker({.address = 1})});
    co_await cell(BindOutput{0, own});
    co_await cell(StartSpool{2,
                             {.direction = SpoolDirection::from_memory,
                              .channel = own,
                              .address = 0x1000,
                              .limit = 0x2000,
                              .words = each}});
    for (std::uint32_t n = 0; n < each; ++n) co_await cell(Write{0, of_gate + n});
  });
  std::vector<std::uint32_t> spooled;
  std::vector<std::uint32_t> sent;
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(BindInput{0, arriving(1)});
    co_await cell(Read{0});
    for (std::uint32_t n = 0; n < 2 * each; ++n) {
      const std::uint32_t value = (co_await cell(Read{0})).words[0].value;
      (value >= of_gate ? sent : spooled).push_back(value);
    }
  });
  bench.run(200 * microsecond);
  EXPECT_EQ(bench.unfinished(), "");
  ASSERT_EQ(spooled.size(), each);
  ASSERT_EQ(sent.size(), each);
  for (std::uint32_t n = 0; n < each; ++n) {
    EXPECT_EQ(spooled[n], n);
    EXPECT_EQ(sent[n], of_gate + n);
  }
}

// Value, mask and entry are three registers.
TEST_P(IwarpPorts, an_entry_of_the_match_cam_is_loaded_in_three_clocks) {
  line(1);
  Time began = 0;
  Time loaded = 0;
  Time cleared = 0;
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(Compute{1});
    began = cell.now;
    co_await cell(LoadMatch{2, MatchEntry{.value = 5, .mask = address_mask}});
    loaded = cell.now;
    co_await cell(LoadMatch{2, {}});
    cleared = cell.now;
  });
  bench.run(10 * microsecond);
  EXPECT_EQ(bench.unfinished(), "");
  EXPECT_EQ(loaded - began, 3 * one_clock);
  EXPECT_EQ(cleared - loaded, one_clock);
}

}  // namespace
}  // namespace weft::test
