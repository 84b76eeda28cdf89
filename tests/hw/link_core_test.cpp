// The logic of a link end without wires (facts.md, DS-Link).
#include <vector>

#include <gtest/gtest.h>

#include "hw/common/parameter_error.hpp"
#include "tests/hw/link_core_end.hpp"

namespace weft::test {
namespace {

// --- parameters

TEST(LinkCore, ends_with_the_same_parameters_share_them) {
  const CoreEnd one(spacewire_link());
  const CoreEnd same(spacewire_link());
  const CoreEnd other;
  EXPECT_EQ(&one.core.parameters(), &same.core.parameters());
  EXPECT_EQ(one.core.parameters(), spacewire_link());
  EXPECT_EQ(other.core.parameters(), DsLinkParameters{});
}

// --- credit

TEST(LinkCore, grants_one_fct_for_each_eight_places_of_its_buffer) {
  for (const unsigned buffer : {8U, 15U, 32U, 55U}) {
    CoreEnd end({}, buffer);
    EXPECT_EQ(end.select(), null_token);
    EXPECT_EQ(end.fcts_in_a_row(), buffer / 8) << buffer;
  }
}

TEST(LinkCore, never_grants_more_than_max_credit) {
  CoreEnd end(spacewire_link(), 100);
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
  CoreEnd end({}, 16);
  end.run();
  for (unsigned n = 0; n < 16; ++n) end.receive(data_token(0));
  EXPECT_EQ(end.fcts_in_a_row(), 0U);
  for (unsigned n = 0; n < 7; ++n) end.client.read(end.now);
  EXPECT_EQ(end.fcts_in_a_row(), 0U);
  end.client.read(end.now);
  EXPECT_EQ(end.fcts_in_a_row(), 1U);
}

TEST(LinkCore, sends_eight_tokens_for_each_fct_and_then_waits) {
  CoreEnd end;
  end.run();
  for (unsigned n = 0; n < 30; ++n) end.client.write(data_token(1), end.now);
  EXPECT_EQ(end.select(), null_token);
  end.grant(2);
  for (unsigned n = 0; n < 16; ++n) EXPECT_EQ(end.select(), data_token(1));
  EXPECT_EQ(end.core.credit(), 0U);
  EXPECT_EQ(end.select(), null_token);
}

TEST(LinkCore, ends_of_packets_cost_credit_and_fcts_and_nulls_do_not) {
  CoreEnd end;
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
  CoreEnd end(spacewire_link());
  start_up(end);
  end.grant(6);
  EXPECT_EQ(end.core.credit(), 56U);
  EXPECT_EQ(end.core.error_flag(), LinkError::none);
  end.grant(1);
  EXPECT_EQ(end.core.error_flag(), LinkError::credit);
  EXPECT_EQ(end.core.state(), LinkState::error_reset);
}

TEST(LinkCore, a_token_without_credit_is_a_credit_error) {
  CoreEnd end({}, 8);
  end.run();
  for (unsigned n = 0; n < 8; ++n) end.receive(data_token(0));
  EXPECT_EQ(end.core.error_flag(), LinkError::none);
  end.receive(data_token(0));
  EXPECT_EQ(end.core.error_flag(), LinkError::credit);
  EXPECT_EQ(end.core.state(), LinkState::halted);
}

// --- priority

TEST(LinkCore, sends_fct_before_data_before_null) {
  CoreEnd end({}, 16);
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
  CoreEnd end;
  end.run();
  end.grant(1);
  PacketTag tag;
  end.client.write(data_token(3), end.now);
  EXPECT_EQ(end.core.select(end.now, tag), null_token);
  EXPECT_EQ(end.core.select(end.now + 1, tag), data_token(3));
}

// --- errors

TEST(LinkCore, ieee1355_halts_on_an_error_until_the_restart_command) {
  CoreEnd end;
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
  CoreEnd end;
  end.run();
  end.core.failed(LinkError::parity, end.later());
  end.core.restart();
  end.core.timeout(end.now = end.core.deadline());
  for (unsigned n = 0; n < 10; ++n) EXPECT_EQ(end.select(), null_token);
  end.receive(null_token);
  EXPECT_EQ(end.fcts_in_a_row(), 4U);
}

TEST(LinkCore, a_restart_command_to_a_link_that_runs_changes_nothing) {
  CoreEnd end;
  end.run();
  end.core.restart();
  EXPECT_EQ(end.core.state(), LinkState::run);
}

TEST(LinkCore, auto_restart_restarts_a_halted_ieee1355_link_by_itself) {
  DsLinkParameters parameters;
  parameters.auto_restart = 3 * microsecond;
  CoreEnd end(parameters);
  end.run();
  const Time error = end.later();
  end.core.failed(LinkError::disconnect, error);
  EXPECT_EQ(end.core.deadline(), error + 3 * microsecond);
  end.core.timeout(end.core.deadline());
  EXPECT_EQ(end.core.state(), LinkState::error_reset);
  EXPECT_EQ(end.core.deadline(), error + 9'400 * nanosecond);
}

TEST(LinkCore, spacewire_restarts_by_itself) {
  CoreEnd end(spacewire_link());
  start_up(end);
  const Time error = end.later();
  end.core.failed(LinkError::disconnect, error);
  EXPECT_EQ(end.core.state(), LinkState::error_reset);
  EXPECT_EQ(end.core.deadline(), error + 6'400 * nanosecond);
}

TEST(LinkCore, closes_a_packet_that_was_cut_with_an_eom) {
  CoreEnd end;
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
  CoreEnd end(spacewire_link());
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
  CoreEnd end(spacewire_link());
  start_up(end);
  end.core.failed(LinkError::parity, end.later());
  end.core.restart();
  EXPECT_EQ(end.core.error_flag(), LinkError::parity);
}

TEST(LinkCore, adds_no_eom_between_packets) {
  CoreEnd end;
  end.run();
  end.receive(data_token(1));
  end.receive(eop_token);
  end.core.failed(LinkError::parity, end.later());
  EXPECT_EQ(end.client.size(), 2U);
}

TEST(LinkCore, spills_the_rest_of_a_packet_that_was_cut) {
  CoreEnd end(spacewire_link());
  start_up(end);
  while (end.select() != null_token || end.select() == fct_token) continue;
  for (std::uint8_t byte = 1; byte <= 5; ++byte) end.client.write(data_token(byte), end.now);
  end.client.write(eop_token, end.now);
  EXPECT_EQ(end.select(), data_token(1));
  EXPECT_EQ(end.select(), data_token(2));
  end.core.failed(LinkError::disconnect, end.later());
  end.client.write(data_token(77), end.now);
  start_up(end);
  std::vector<weft::Token> sent;
  for (unsigned n = 0; n < 12; ++n) sent.push_back(end.select());
  std::erase_if(sent, [](weft::Token token) { return !needs_credit(token); });
  EXPECT_EQ(sent, std::vector{data_token(77)});
}

TEST(LinkCore, grants_after_a_restart_what_is_free_then) {
  CoreEnd end({}, 32);
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
  CoreLine line;
  EXPECT_THROW(LinkCore(parameters, 32, client, 0, line), ParameterError);
}

TEST(LinkCore, refuses_a_port_that_it_could_not_tell_from_another) {
  LinkEndpoint client;
  CoreLine line;
  EXPECT_NO_THROW(LinkCore(DsLinkParameters{}, 32, client, 4095, line));
  EXPECT_THROW(LinkCore(DsLinkParameters{}, 32, client, 4096, line), ParameterError);
}

// What a crossbar takes out of the buffer later is told ahead, and is room only then.
TEST(LinkCore, tokens_that_leave_the_buffer_after_a_reset_are_room_after_it) {
  DsLinkParameters parameters;
  parameters.max_credit = 64;
  CoreEnd end(parameters, 32);
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

// --- what is lost

void write_packet(CoreEnd& end, unsigned bytes) {
  for (unsigned n = 0; n < bytes; ++n) end.client.write(data_token(1), end.now);
  end.client.write(eop_token, end.now);
}

// `count` tokens go from the one to the other, or nowhere.
void pass_tokens(CoreEnd& from, CoreEnd* to, unsigned count) {
  while (count != 0) {
    const weft::Token token = from.select();
    if (!needs_credit(token)) continue;
    --count;
    if (to != nullptr) to->receive(token);
  }
}

void start_again(CoreEnd& end) {
  end.core.restart();
  end.core.timeout(end.now = end.core.deadline());
  end.run();
}

TEST(LinkCore, what_its_far_end_has_not_taken_up_is_lost_when_that_has_stopped) {
  CoreEnd a;
  CoreEnd b;
  const auto lost = [&] { return lost_between(a.core.account(a.now), b.core.account(b.now)); };
  a.run();
  b.run();
  a.grant(4);
  write_packet(a, 3);
  write_packet(a, 6);
  write_packet(a, 4);
  pass_tokens(a, &b, 6);  // the first packet, and two bytes of the second
  pass_tokens(a, nullptr, 1);
  EXPECT_EQ(lost(), LinkTraffic{}) << "it is on its way";
  b.core.failed(LinkError::parity, b.later());
  EXPECT_EQ(lost(), (LinkTraffic{1, 0})) << "of a packet that b has closed";
  pass_tokens(a, nullptr, 4);
  EXPECT_EQ(lost(), (LinkTraffic{4, 0})) << "with the rest of it";
  pass_tokens(a, nullptr, 1);
  EXPECT_EQ(lost(), (LinkTraffic{5, 1})) << "and one whose first byte was lost";
  a.core.failed(LinkError::disconnect, a.later());
  start_again(a);
  start_again(b);
  a.grant(2);
  for (unsigned n = 0; n < 4; ++n) a.select();
  EXPECT_EQ(lost(), (LinkTraffic{8, 1})) << "three bytes that a dropped instead of sending them";
  write_packet(a, 2);
  pass_tokens(a, &b, 3);
  EXPECT_EQ(lost(), (LinkTraffic{8, 1})) << "a new packet has come in";
}

// Those who count packets where the first byte passes, at pins, know of none that has no byte.
TEST(LinkCore, a_packet_that_is_an_end_and_no_more_does_not_count_for_what_is_lost) {
  CoreEnd a;
  CoreEnd b;
  a.run();
  b.run();
  a.grant(2);
  write_packet(a, 0);
  write_packet(a, 2);
  write_packet(a, 0);
  pass_tokens(a, &b, 5);
  EXPECT_EQ(a.core.account(a.now).taken, (LinkTraffic{2, 1}));
  EXPECT_EQ(b.core.account(b.now).received, (LinkTraffic{2, 1}));
  b.core.failed(LinkError::parity, b.later());
  write_packet(a, 0);
  pass_tokens(a, nullptr, 1);
  EXPECT_EQ(lost_between(a.core.account(a.now), b.core.account(b.now)), LinkTraffic{});
}

TEST(LinkCore, what_leaves_for_a_cable_that_was_cut_is_lost) {
  DsLinkParameters parameters;
  parameters.cut_at = 5 * microsecond;
  CoreEnd a(parameters);
  CoreEnd b(parameters);
  a.run();
  b.run();
  a.grant(2);
  write_packet(a, 3);
  a.now = b.now = 5 * microsecond;
  pass_tokens(a, nullptr, 4);
  EXPECT_EQ(lost_between(a.core.account(a.now), b.core.account(b.now)), (LinkTraffic{3, 1}));
}

}  // namespace
}  // namespace weft::test
