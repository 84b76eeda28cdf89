// How a link end without wires comes into Run, and the time-codes that it sends there (facts.md,
// DS-Link).
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "hw/common/parameter_error.hpp"
#include "tests/hw/link_core_end.hpp"

namespace weft::test {
namespace {

// --- start-up

TEST(LinkCore, ieee1355_sends_a_null_then_fcts_at_once_and_runs_after_a_null) {
  CoreEnd end;
  EXPECT_TRUE(end.line.transmitting);
  EXPECT_TRUE(end.line.listening);
  EXPECT_EQ(end.core.state(), LinkState::started);
  EXPECT_EQ(end.core.bit_time(), 100 * nanosecond);  // 10 Mbit/s
  EXPECT_EQ(end.select(), null_token);
  EXPECT_EQ(end.select(), fct_token);
  end.receive(null_token);
  EXPECT_EQ(end.core.state(), LinkState::run);
  EXPECT_EQ(end.core.bit_time(), 10 * nanosecond);
}

TEST(LinkCore, await_null_keeps_the_fcts_back_until_a_null_is_in) {
  DsLinkParameters parameters;
  parameters.await_null = true;
  CoreEnd end(parameters);
  for (unsigned n = 0; n < 10; ++n) EXPECT_EQ(end.select(), null_token);
  end.receive(null_token);
  EXPECT_EQ(end.fcts_in_a_row(), 4U);
}

TEST(LinkCore, spacewire_keeps_the_times_of_the_standard) {
  CoreEnd end(spacewire_link());
  EXPECT_EQ(end.core.state(), LinkState::error_reset);
  EXPECT_FALSE(end.line.listening);
  EXPECT_EQ(end.core.deadline(), 6'400 * nanosecond);
  end.core.timeout(end.now = end.core.deadline());
  EXPECT_EQ(end.core.state(), LinkState::error_wait);
  EXPECT_TRUE(end.line.listening);
  EXPECT_FALSE(end.line.transmitting);
  EXPECT_EQ(end.core.deadline(), 19'200 * nanosecond);
  end.core.timeout(end.now = end.core.deadline());
  EXPECT_EQ(end.core.state(), LinkState::started);
  EXPECT_TRUE(end.line.transmitting);
  EXPECT_EQ(end.core.deadline(), 32'000 * nanosecond);
  for (unsigned n = 0; n < 5; ++n) EXPECT_EQ(end.select(), null_token);
  end.receive(null_token);
  EXPECT_EQ(end.core.state(), LinkState::connecting);
  EXPECT_EQ(end.core.deadline(), end.now + 12'800 * nanosecond);
  EXPECT_EQ(end.fcts_in_a_row(), 4U);
  end.receive(fct_token);
  EXPECT_EQ(end.core.state(), LinkState::run);
  EXPECT_EQ(end.core.deadline(), never);
  EXPECT_EQ(end.line.states,
            (std::vector{LinkState::error_reset, LinkState::error_wait, LinkState::ready,
                         LinkState::started, LinkState::connecting, LinkState::run}));
}

TEST(LinkCore, spacewire_started_and_connecting_time_out) {
  CoreEnd started(spacewire_link());
  for (unsigned n = 0; n < 3; ++n) started.core.timeout(started.core.deadline());
  EXPECT_EQ(started.core.state(), LinkState::error_reset);

  CoreEnd connecting(spacewire_link());
  for (unsigned n = 0; n < 2; ++n) connecting.core.timeout(connecting.core.deadline());
  connecting.receive(null_token);
  connecting.core.timeout(connecting.core.deadline());
  EXPECT_EQ(connecting.core.state(), LinkState::error_reset);
  EXPECT_FALSE(connecting.line.transmitting);
}

TEST(LinkCore, spacewire_resets_on_a_token_that_comes_too_early) {
  for (const weft::Token token : {fct_token, data_token(1), eop_token}) {
    CoreEnd waiting(spacewire_link());
    waiting.core.timeout(waiting.core.deadline());
    waiting.receive(null_token);
    waiting.receive(token);
    EXPECT_EQ(waiting.core.state(), LinkState::error_reset) << name_of(token.kind);
    EXPECT_EQ(waiting.core.error_flag(), LinkError::protocol);
  }
  CoreEnd connecting(spacewire_link());
  for (unsigned n = 0; n < 2; ++n) connecting.core.timeout(connecting.core.deadline());
  connecting.receive(null_token);
  connecting.receive(data_token(1));
  EXPECT_EQ(connecting.core.state(), LinkState::error_reset);
}

TEST(LinkCore, spacewire_connects_at_once_if_a_null_came_while_it_waited) {
  CoreEnd end(spacewire_link());
  end.core.timeout(end.now = end.core.deadline());
  end.receive(null_token);
  EXPECT_EQ(end.core.state(), LinkState::error_wait);
  end.core.timeout(end.now = end.core.deadline());
  EXPECT_EQ(end.core.state(), LinkState::connecting);
  EXPECT_EQ(end.select(), null_token);  // at least one
  EXPECT_EQ(end.select(), fct_token);
}

// --- what holds a SpaceWire end in Ready

TEST(LinkCore, auto_start_leaves_ready_one_bit_after_a_null) {
  DsLinkParameters parameters = spacewire_link();
  parameters.auto_start = true;
  CoreEnd end(parameters);
  for (unsigned n = 0; n < 2; ++n) end.core.timeout(end.now = end.core.deadline());
  EXPECT_EQ(end.core.state(), LinkState::ready);
  EXPECT_EQ(end.core.deadline(), never);
  EXPECT_FALSE(end.line.transmitting);
  end.receive(null_token);
  EXPECT_EQ(end.core.state(), LinkState::ready);
  EXPECT_EQ(end.core.deadline(), end.now + parameters.startup_bit_time);
  end.core.timeout(end.now = end.core.deadline());
  EXPECT_EQ(end.core.state(), LinkState::connecting);
  EXPECT_TRUE(end.line.transmitting);
  EXPECT_EQ(end.select(), null_token);
}

TEST(LinkCore, an_fct_in_ready_resets) {
  DsLinkParameters parameters = spacewire_link();
  parameters.auto_start = true;
  CoreEnd end(parameters);
  for (unsigned n = 0; n < 2; ++n) end.core.timeout(end.now = end.core.deadline());
  end.receive(fct_token);
  EXPECT_EQ(end.core.state(), LinkState::error_reset);
  EXPECT_EQ(end.core.error_flag(), LinkError::protocol);
}

TEST(LinkCore, a_disabled_end_stays_in_ready_until_it_is_enabled) {
  DsLinkParameters parameters = spacewire_link();
  parameters.enable_at = 50 * microsecond;
  CoreEnd end(parameters);
  for (unsigned n = 0; n < 2; ++n) end.core.timeout(end.now = end.core.deadline());
  EXPECT_EQ(end.core.state(), LinkState::ready);
  end.receive(null_token);
  EXPECT_EQ(end.core.deadline(), parameters.enable_at + parameters.startup_bit_time);
  end.core.timeout(end.now = end.core.deadline());
  EXPECT_EQ(end.core.state(), LinkState::connecting);
}

TEST(LinkCore, an_end_that_is_disabled_leaves_run_without_an_error) {
  DsLinkParameters parameters = spacewire_link();
  parameters.disable_at = 40 * microsecond;
  parameters.enable_at = 90 * microsecond;
  CoreEnd end(parameters);
  start_up(end);
  ASSERT_EQ(end.core.state(), LinkState::run);
  ASSERT_EQ(end.core.deadline(), parameters.disable_at);
  end.core.timeout(end.now = end.core.deadline());
  EXPECT_EQ(end.core.state(), LinkState::error_reset);
  EXPECT_EQ(end.core.error_flag(), LinkError::none);
  for (unsigned n = 0; n < 2; ++n) end.core.timeout(end.now = end.core.deadline());
  EXPECT_EQ(end.core.state(), LinkState::ready);
}

TEST(LinkCore, what_only_spacewire_has_is_refused_of_ieee1355) {
  for (auto set : {+[](DsLinkParameters& p) { p.auto_start = true; },
                   +[](DsLinkParameters& p) { p.enable_at = microsecond; },
                   +[](DsLinkParameters& p) { p.time_code_interval = microsecond; }}) {
    DsLinkParameters parameters;
    set(parameters);
    EXPECT_THROW(CoreEnd{parameters}, ParameterError);
  }
}

// --- time-codes

TEST(LinkCore, sends_a_time_code_before_all_else_at_each_multiple_of_its_interval) {
  DsLinkParameters parameters = spacewire_link();
  parameters.time_code_interval = 30 * microsecond;
  CoreEnd end(parameters);
  start_up(end);  // within the first interval
  EXPECT_EQ(end.select(), null_token);
  while (end.select() == fct_token) continue;
  end.receive(fct_token);
  end.client.write(data_token(5), end.now);
  end.now = parameters.time_code_interval - 100 * nanosecond;
  EXPECT_EQ(end.select(), data_token(5)) << "at that very time it is not due";
  end.client.write(data_token(6), end.now);
  EXPECT_EQ(end.select(), time_code_token(1));
  EXPECT_EQ(end.select(), data_token(6));
  EXPECT_EQ(end.core.next_offer(), 2 * parameters.time_code_interval);
  end.now = 67 * parameters.time_code_interval;
  EXPECT_EQ(end.select(), time_code_token(67 % 64)) << "the last of those that became due";
  EXPECT_NE(end.select().kind, weft::TokenKind::time_code);
}

TEST(LinkCore, a_time_code_ticks_if_its_time_is_the_next_one) {
  CoreEnd end(spacewire_link());
  start_up(end);
  const unsigned credit = end.core.credit();
  constexpr std::array<std::uint8_t, 4> values = {0x01, 0xc2, 0x04, 0x05};
  for (const std::uint8_t value : values) end.receive(time_code_token(value));
  EXPECT_EQ(end.core.state(), LinkState::run);
  EXPECT_EQ(end.core.counters().time_codes_in, 4U);
  EXPECT_EQ(end.core.counters().ticks, 3U) << "1, 2 with flags, not 4, 5";
  EXPECT_EQ(end.core.credit(), credit);
  EXPECT_EQ(end.client.size(), 0U);
}

TEST(LinkCore, a_time_code_before_run_comes_too_early) {
  CoreEnd end(spacewire_link());
  for (unsigned n = 0; n < 2; ++n) end.core.timeout(end.now = end.core.deadline());
  end.receive(null_token);
  end.receive(time_code_token(1));
  EXPECT_EQ(end.core.state(), LinkState::error_reset);
  EXPECT_EQ(end.core.error_flag(), LinkError::protocol);
}

}  // namespace
}  // namespace weft::test
