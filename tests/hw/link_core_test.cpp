// The logic of a link end without wires (facts.md, DS-Link).
#include "hw/dslink/link_core.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "hw/common/parameter_error.hpp"
#include "hw/dslink/link_endpoint.hpp"

namespace weft {
namespace {

/// Notes what a core asks of its line.
struct Line : LinkLine {
  std::vector<Time> woken;
  bool transmitting = false;
  bool listening = false;
  LinkCore* core = nullptr;
  Time now = 0;
  std::vector<LinkState> states;

  void wake(Time stamp) override { woken.push_back(stamp); }
  void start(Time) override { transmitting = true; }
  void listen(Time) override { listening = true; }
  void stop(Time) override { transmitting = listening = false; }
  void restart() override { core->start(now); }
  void changed(LinkState state, LinkError, Time) override { states.push_back(state); }
};

/// A link end with its endpoint; time goes on by 100 ns with each call.
struct End {
  explicit End(const DsLinkParameters& parameters = {}, unsigned buffer = 32)
      : core(parameters, buffer, client, 0, line) {
    client.attach(core);
    line.core = &core;
    core.start(0);
  }
  Time later() { return now += 100 * nanosecond; }
  Token select() {
    PacketTag tag;
    return core.select(later(), tag);
  }
  void receive(Token token) { core.received(token, {}, later()); }
  /// IEEE 1355: into Run, with the first NUL and the FCTs of an empty buffer sent.
  void run() {
    receive(null_token);
    while (select() != null_token || core.state() != LinkState::run) continue;
    while (select() == fct_token) continue;
  }
  void grant(unsigned fcts) {
    for (unsigned n = 0; n < fcts; ++n) receive(fct_token);
  }
  unsigned fcts_in_a_row() {
    unsigned count = 0;
    while (select() == fct_token) ++count;
    return count;
  }

  LinkEndpoint client;
  Line line;
  LinkCore core;
  Time now = 0;
};

DsLinkParameters spacewire() {
  DsLinkParameters parameters;
  parameters.form = LinkForm::spacewire;
  return parameters;
}

/// SpaceWire: through the start-up into Run.
void start_up(End& end) {
  end.core.timeout(end.now = end.core.deadline());  // ErrorReset
  end.core.timeout(end.now = end.core.deadline());  // ErrorWait
  end.receive(null_token);
  end.receive(fct_token);
}

// --- parameters

TEST(LinkCore, ends_with_the_same_parameters_share_them) {
  const End one(spacewire());
  const End same(spacewire());
  const End other;
  EXPECT_EQ(&one.core.parameters(), &same.core.parameters());
  EXPECT_EQ(one.core.parameters(), spacewire());
  EXPECT_EQ(other.core.parameters(), DsLinkParameters{});
}

// --- credit

TEST(LinkCore, grants_one_fct_for_each_eight_places_of_its_buffer) {
  for (const unsigned buffer : {8U, 15U, 32U, 55U}) {
    End end({}, buffer);
    EXPECT_EQ(end.select(), null_token);
    EXPECT_EQ(end.fcts_in_a_row(), buffer / 8) << buffer;
  }
}

TEST(LinkCore, never_grants_more_than_max_credit) {
  End end(spacewire(), 100);
  start_up(end);
  EXPECT_EQ(end.select(), null_token);
  EXPECT_EQ(end.fcts_in_a_row(), 7U);  // 56 tokens (facts.md)
  for (unsigned n = 0; n < 8; ++n) {
    EXPECT_NE(end.select(), fct_token);
    end.receive(data_token(0));
  }
  EXPECT_EQ(end.fcts_in_a_row(), 1U);
}

TEST(LinkCore, grants_again_only_once_eight_tokens_were_read) {
  End end({}, 16);
  end.run();
  for (unsigned n = 0; n < 16; ++n) end.receive(data_token(0));
  EXPECT_EQ(end.fcts_in_a_row(), 0U);
  for (unsigned n = 0; n < 7; ++n) end.client.read(end.now);
  EXPECT_EQ(end.fcts_in_a_row(), 0U);
  end.client.read(end.now);
  EXPECT_EQ(end.fcts_in_a_row(), 1U);
}

TEST(LinkCore, sends_eight_tokens_for_each_fct_and_then_waits) {
  End end;
  end.run();
  for (unsigned n = 0; n < 30; ++n) end.client.write(data_token(1), end.now);
  EXPECT_EQ(end.select(), null_token);
  end.grant(2);
  for (unsigned n = 0; n < 16; ++n) EXPECT_EQ(end.select(), data_token(1));
  EXPECT_EQ(end.core.credit(), 0U);
  EXPECT_EQ(end.select(), null_token);
}

TEST(LinkCore, ends_of_packets_cost_credit_and_fcts_and_nulls_do_not) {
  End end;
  end.run();
  end.grant(1);
  end.client.write(data_token(1), end.now);
  end.client.write(eop_token, end.now);
  EXPECT_EQ(end.select(), data_token(1));
  EXPECT_EQ(end.select(), eop_token);
  EXPECT_EQ(end.select(), null_token);
  EXPECT_EQ(end.core.credit(), 6U);
}

TEST(LinkCore, an_fct_above_max_credit_is_a_credit_error) {
  End end(spacewire());
  start_up(end);
  end.grant(6);
  EXPECT_EQ(end.core.credit(), 56U);
  EXPECT_EQ(end.core.error_flag(), LinkError::none);
  end.grant(1);
  EXPECT_EQ(end.core.error_flag(), LinkError::credit);
  EXPECT_EQ(end.core.state(), LinkState::error_reset);
}

TEST(LinkCore, a_token_without_credit_is_a_credit_error) {
  End end({}, 8);
  end.run();
  for (unsigned n = 0; n < 8; ++n) end.receive(data_token(0));
  EXPECT_EQ(end.core.error_flag(), LinkError::none);
  end.receive(data_token(0));
  EXPECT_EQ(end.core.error_flag(), LinkError::credit);
  EXPECT_EQ(end.core.state(), LinkState::halted);
}

// --- priority

TEST(LinkCore, sends_fct_before_data_before_null) {
  End end({}, 16);
  end.run();
  end.grant(1);
  end.client.write(data_token(9), end.now);
  for (unsigned n = 0; n < 16; ++n) end.receive(eop_token);
  for (unsigned n = 0; n < 16; ++n) end.client.read(end.now);
  EXPECT_EQ(end.select(), fct_token);
  EXPECT_EQ(end.select(), fct_token);
  EXPECT_EQ(end.select(), data_token(9));
  EXPECT_EQ(end.select(), null_token);
}

TEST(LinkCore, takes_up_only_what_was_there_before_the_token_begins) {
  End end;
  end.run();
  end.grant(1);
  PacketTag tag;
  end.client.write(data_token(3), end.now);
  EXPECT_EQ(end.core.select(end.now, tag), null_token);
  EXPECT_EQ(end.core.select(end.now + 1, tag), data_token(3));
}

// --- start-up

TEST(LinkCore, ieee1355_sends_a_null_then_fcts_at_once_and_runs_after_a_null) {
  End end;
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
  End end(parameters);
  for (unsigned n = 0; n < 10; ++n) EXPECT_EQ(end.select(), null_token);
  end.receive(null_token);
  EXPECT_EQ(end.fcts_in_a_row(), 4U);
}

TEST(LinkCore, spacewire_keeps_the_times_of_the_standard) {
  End end(spacewire());
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
  End started(spacewire());
  for (unsigned n = 0; n < 3; ++n) started.core.timeout(started.core.deadline());
  EXPECT_EQ(started.core.state(), LinkState::error_reset);

  End connecting(spacewire());
  for (unsigned n = 0; n < 2; ++n) connecting.core.timeout(connecting.core.deadline());
  connecting.receive(null_token);
  connecting.core.timeout(connecting.core.deadline());
  EXPECT_EQ(connecting.core.state(), LinkState::error_reset);
  EXPECT_FALSE(connecting.line.transmitting);
}

TEST(LinkCore, spacewire_resets_on_a_token_that_comes_too_early) {
  for (const Token token : {fct_token, data_token(1), eop_token}) {
    End waiting(spacewire());
    waiting.core.timeout(waiting.core.deadline());
    waiting.receive(null_token);
    waiting.receive(token);
    EXPECT_EQ(waiting.core.state(), LinkState::error_reset) << name_of(token.kind);
    EXPECT_EQ(waiting.core.error_flag(), LinkError::protocol);
  }
  End connecting(spacewire());
  for (unsigned n = 0; n < 2; ++n) connecting.core.timeout(connecting.core.deadline());
  connecting.receive(null_token);
  connecting.receive(data_token(1));
  EXPECT_EQ(connecting.core.state(), LinkState::error_reset);
}

TEST(LinkCore, spacewire_connects_at_once_if_a_null_came_while_it_waited) {
  End end(spacewire());
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
  DsLinkParameters parameters = spacewire();
  parameters.auto_start = true;
  End end(parameters);
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
  DsLinkParameters parameters = spacewire();
  parameters.auto_start = true;
  End end(parameters);
  for (unsigned n = 0; n < 2; ++n) end.core.timeout(end.now = end.core.deadline());
  end.receive(fct_token);
  EXPECT_EQ(end.core.state(), LinkState::error_reset);
  EXPECT_EQ(end.core.error_flag(), LinkError::protocol);
}

TEST(LinkCore, a_disabled_end_stays_in_ready_until_it_is_enabled) {
  DsLinkParameters parameters = spacewire();
  parameters.enable_at = 50 * microsecond;
  End end(parameters);
  for (unsigned n = 0; n < 2; ++n) end.core.timeout(end.now = end.core.deadline());
  EXPECT_EQ(end.core.state(), LinkState::ready);
  end.receive(null_token);
  EXPECT_EQ(end.core.deadline(), parameters.enable_at + parameters.startup_bit_time);
  end.core.timeout(end.now = end.core.deadline());
  EXPECT_EQ(end.core.state(), LinkState::connecting);
}

TEST(LinkCore, an_end_that_is_disabled_leaves_run_without_an_error) {
  DsLinkParameters parameters = spacewire();
  parameters.disable_at = 40 * microsecond;
  parameters.enable_at = 90 * microsecond;
  End end(parameters);
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
    EXPECT_THROW(End{parameters}, ParameterError);
  }
}

// --- time-codes

TEST(LinkCore, sends_a_time_code_before_all_else_at_each_multiple_of_its_interval) {
  DsLinkParameters parameters = spacewire();
  parameters.time_code_interval = 30 * microsecond;
  End end(parameters);
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
  EXPECT_NE(end.select().kind, TokenKind::time_code);
}

TEST(LinkCore, a_time_code_ticks_if_its_time_is_the_next_one) {
  End end(spacewire());
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
  End end(spacewire());
  for (unsigned n = 0; n < 2; ++n) end.core.timeout(end.now = end.core.deadline());
  end.receive(null_token);
  end.receive(time_code_token(1));
  EXPECT_EQ(end.core.state(), LinkState::error_reset);
  EXPECT_EQ(end.core.error_flag(), LinkError::protocol);
}

// --- errors

TEST(LinkCore, ieee1355_halts_on_an_error_until_the_restart_command) {
  End end;
  end.run();
  end.core.failed(LinkError::parity, end.later());
  EXPECT_EQ(end.core.state(), LinkState::halted);
  EXPECT_EQ(end.core.error_flag(), LinkError::parity);
  EXPECT_EQ(end.core.deadline(), never);
  EXPECT_FALSE(end.line.transmitting);
  EXPECT_FALSE(end.core.receiving(end.later()));

  end.line.now = end.later();
  end.core.restart();
  EXPECT_EQ(end.core.error_flag(), LinkError::none);
  EXPECT_FALSE(end.line.transmitting);
  EXPECT_EQ(end.core.deadline(), end.line.now + 6'400 * nanosecond);
  end.core.timeout(end.now = end.core.deadline());
  EXPECT_EQ(end.core.state(), LinkState::started);
  EXPECT_TRUE(end.line.transmitting);
}

// Otherwise FCTs that are sent while the far end is still silent would be lost for good.
TEST(LinkCore, a_restarted_ieee1355_link_sends_fcts_only_after_a_null) {
  End end;
  end.run();
  end.core.failed(LinkError::parity, end.later());
  end.core.restart();
  end.core.timeout(end.now = end.core.deadline());
  for (unsigned n = 0; n < 10; ++n) EXPECT_EQ(end.select(), null_token);
  end.receive(null_token);
  EXPECT_EQ(end.fcts_in_a_row(), 4U);
}

TEST(LinkCore, a_restart_command_to_a_link_that_runs_changes_nothing) {
  End end;
  end.run();
  end.core.restart();
  EXPECT_EQ(end.core.state(), LinkState::run);
}

TEST(LinkCore, auto_restart_restarts_a_halted_ieee1355_link_by_itself) {
  DsLinkParameters parameters;
  parameters.auto_restart = 3 * microsecond;
  End end(parameters);
  end.run();
  const Time error = end.later();
  end.core.failed(LinkError::disconnect, error);
  EXPECT_EQ(end.core.deadline(), error + 3 * microsecond);
  end.core.timeout(end.core.deadline());
  EXPECT_EQ(end.core.state(), LinkState::error_reset);
  EXPECT_EQ(end.core.deadline(), error + 9'400 * nanosecond);
}

TEST(LinkCore, spacewire_restarts_by_itself) {
  End end(spacewire());
  start_up(end);
  const Time error = end.later();
  end.core.failed(LinkError::disconnect, error);
  EXPECT_EQ(end.core.state(), LinkState::error_reset);
  EXPECT_EQ(end.core.deadline(), error + 6'400 * nanosecond);
}

TEST(LinkCore, closes_a_packet_that_was_cut_with_an_eom) {
  End end;
  end.run();
  end.receive(data_token(1));
  end.receive(data_token(2));
  end.core.failed(LinkError::parity, end.later());
  ASSERT_EQ(end.client.size(), 3U);
  end.client.read(end.now);
  end.client.read(end.now);
  EXPECT_EQ(end.client.read(end.now).token, eom_token);
}

TEST(LinkCore, is_down_from_an_error_until_it_runs_again) {
  End end(spacewire());
  start_up(end);
  EXPECT_FALSE(end.core.down(end.later()));
  const Time error = end.later();
  end.core.failed(LinkError::disconnect, error);
  EXPECT_FALSE(end.core.down(error)) << "what happens at a time is known later";
  EXPECT_TRUE(end.core.down(error + 1));
  start_up(end);
  EXPECT_TRUE(end.core.down(end.now));
  EXPECT_FALSE(end.core.down(end.now + 1));
}

TEST(LinkCore, keeps_its_error_flag_when_a_link_that_is_not_halted_is_restarted) {
  End end(spacewire());
  start_up(end);
  end.core.failed(LinkError::parity, end.later());
  end.core.restart();
  EXPECT_EQ(end.core.error_flag(), LinkError::parity);
}

TEST(LinkCore, adds_no_eom_between_packets) {
  End end;
  end.run();
  end.receive(data_token(1));
  end.receive(eop_token);
  end.core.failed(LinkError::parity, end.later());
  EXPECT_EQ(end.client.size(), 2U);
}

TEST(LinkCore, spills_the_rest_of_a_packet_that_was_cut) {
  End end(spacewire());
  start_up(end);
  while (end.select() != null_token || end.select() == fct_token) continue;
  for (std::uint8_t byte = 1; byte <= 5; ++byte) end.client.write(data_token(byte), end.now);
  end.client.write(eop_token, end.now);
  EXPECT_EQ(end.select(), data_token(1));
  EXPECT_EQ(end.select(), data_token(2));
  end.core.failed(LinkError::disconnect, end.later());
  end.client.write(data_token(77), end.now);
  start_up(end);
  std::vector<Token> sent;
  for (unsigned n = 0; n < 12; ++n) sent.push_back(end.select());
  std::erase_if(sent, [](Token token) { return !needs_credit(token); });
  EXPECT_EQ(sent, std::vector{data_token(77)});
}

TEST(LinkCore, grants_after_a_restart_what_is_free_then) {
  End end({}, 32);
  end.run();
  for (unsigned n = 0; n < 10; ++n) end.receive(eop_token);
  end.core.failed(LinkError::parity, end.later());
  end.core.restart();
  end.core.timeout(end.now = end.core.deadline());
  EXPECT_EQ(end.select(), null_token);
  end.receive(null_token);
  EXPECT_EQ(end.fcts_in_a_row(), 2U);  // 22 places
  for (unsigned n = 0; n < 2; ++n) end.client.read(end.now);
  EXPECT_EQ(end.fcts_in_a_row(), 1U);
}

TEST(LinkCore, refuses_parameters_that_cannot_work) {
  DsLinkParameters parameters;
  parameters.max_credit = 4;
  LinkEndpoint client;
  Line line;
  EXPECT_THROW(LinkCore(parameters, 32, client, 0, line), ParameterError);
}

// What a crossbar takes out of the buffer later is told ahead, and is room only then.
TEST(LinkCore, tokens_that_leave_the_buffer_after_a_reset_are_room_after_it) {
  DsLinkParameters parameters;
  parameters.max_credit = 64;
  End end(parameters, 32);
  end.run();
  for (unsigned n = 0; n < 15; ++n) end.receive(data_token(1));
  end.receive(eop_token);
  end.core.failed(LinkError::parity, end.later());
  end.core.start(end.later());
  const Time reset = end.core.deadline();
  for (unsigned n = 0; n < 4; ++n) end.core.consumed(reset - 10 * nanosecond);
  for (unsigned n = 0; n < 4; ++n) end.core.consumed(reset + 10 * nanosecond);
  for (unsigned n = 0; n < 8; ++n) end.core.consumed(reset + 10 * nanosecond * (n + 2));
  end.core.timeout(reset);
  end.core.received(null_token, {}, reset + 10 * nanosecond);
  const auto fcts_until = [&end](Time now) {
    PacketTag tag;
    unsigned count = 0;
    for (unsigned n = 0; n < 10; ++n) count += end.core.select(now, tag) == fct_token ? 1 : 0;
    return count;
  };
  // 16 places are free at the reset, four that are left just before it make 20
  EXPECT_EQ(fcts_until(reset + 10 * nanosecond), 2U);
  // four more make 24; of the next eight all must have left
  EXPECT_EQ(fcts_until(reset + 20 * nanosecond), 1U);
  EXPECT_EQ(fcts_until(reset + 90 * nanosecond), 0U);
  EXPECT_EQ(fcts_until(reset + 100 * nanosecond), 1U);
}

}  // namespace
}  // namespace weft
