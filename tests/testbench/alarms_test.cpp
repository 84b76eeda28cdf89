// What a run tells of at its end, and when that is a failure.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testbench/experiments/run_result.hpp"
#include "testbench/families/any_component/loss_alarms.hpp"
#include "testbench/families/dslinks/link_alarms.hpp"
#include "tests/testbench/machine.hpp"
#include "tests/testbench/transputer_watchdog.hpp"

namespace weft::test {
namespace {

const std::string processor_pair =
    "components: {a: {type: t9000}, b: {type: t9000}}\nlinks: [{from: a.link0, to: b.link0}]\n";
// A SpaceWire link whose start-up is over before its first NUL has come.
const std::string hasty = "defaults: {dslink: {form: spacewire, connect_timeout: 100 ns}}\n";

Program keep_sending(Process& self, Socket socket, unsigned bytes) {
  for (;;) co_await self.send(socket, bytes);
}

Program keep_receiving(Process& self, Socket socket) {
  for (;;) co_await self.receive(socket);
}

void start(ProgramMachine& two, unsigned bytes = 32) {
  two.start(0, "sender", keep_sending, two.sockets->to(0, 1), bytes);
  two.start(1, "receiver", keep_receiving, two.sockets->to(1, 0));
}

Alarms of_kind(Alarm::Kind kind, Alarms alarms) {
  std::erase_if(alarms, [kind](const Alarm& alarm) { return alarm.kind != kind; });
  return alarms;
}

class LinkAlarmsAt : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Levels, LinkAlarmsAt, testing::Values("token", "signal", "rtl"));

TEST_P(LinkAlarmsAt, name_a_link_that_never_reaches_run) {
  ProgramMachine two(processor_pair + hasty, GetParam());
  start(two);
  const LinkAlarms links(two.system);
  run_for(1 * microsecond);
  Alarms alarms = links.alarms(1 * microsecond);
  ASSERT_EQ(alarms.size(), 1U);
  EXPECT_FALSE(alarms[0].failure) << "it had no time yet";
  run_for(199 * microsecond);
  alarms = links.alarms(200 * microsecond);
  ASSERT_EQ(alarms.size(), 1U);
  EXPECT_TRUE(alarms[0].failure);
  EXPECT_EQ(alarms[0].where, "a.link0");
  EXPECT_NE(alarms[0].text.find("the link a.link0 - b.link0 has never reached Run at 200 us"),
            std::string::npos)
      << alarms[0].text;
}

TEST_P(LinkAlarmsAt, are_silent_about_a_link_that_runs_and_one_that_a_fault_has_cut) {
  ProgramMachine two(processor_pair + "run: {for: 1 ms}\nfaults: [{link: a.link0, at: 100 us}]\n",
                     GetParam());
  const LinkAlarms links(two.system);
  run_for(90 * microsecond);
  EXPECT_TRUE(links.alarms(90 * microsecond).empty());
  run_for(90 * microsecond);
  EXPECT_TRUE(links.alarms(180 * microsecond).empty());
}

TEST(Alarms, of_a_kind_are_told_up_to_six_and_then_counted) {
  Alarms alarms(9, Alarm{Alarm::Kind::link_not_running, "a", "the link\x1b a", 0, true});
  alarms.push_back({Alarm::Kind::packets_lost, "s", "s: 1 packet", 1, true});
  alarms.push_back({Alarm::Kind::packets_lost, "t", "t: 1 packet", 1, false});
  const std::vector<std::string> lines = lines_of(alarms, true);
  ASSERT_EQ(lines.size(), 8U);
  EXPECT_EQ(lines[0].find('\x1b'), std::string::npos);
  EXPECT_EQ(lines[6], "s: 1 packet");
  EXPECT_EQ(lines[7], "link not running: 3 more");
  EXPECT_EQ(lines_of(alarms, false), std::vector<std::string>{"t: 1 packet"});
  RunResult result;
  EXPECT_EQ(result.status(), "ok");
  result.alarms = alarms;
  EXPECT_EQ(result.status(), "failed");
}

TEST(LinkAlarm, is_no_failure_where_an_error_was_asked_for) {
  ProgramMachine two(processor_pair + "defaults: {dslink: {error_at: 50 us}}\n", "token");
  const LinkAlarms links(two.system);
  run_for(200 * microsecond);
  const Alarms alarms = links.alarms(200 * microsecond);
  ASSERT_EQ(alarms.size(), 1U);
  EXPECT_FALSE(alarms[0].failure);
  EXPECT_NE(alarms[0].text.find("is not in Run any more"), std::string::npos) << alarms[0].text;
  EXPECT_NE(alarms[0].text.find("error "), std::string::npos) << alarms[0].text;
}

TEST(MessageAlarm, tells_that_nothing_has_arrived_and_nothing_is_on_its_way) {
  ProgramMachine two(processor_pair + hasty, "token");
  start(two);
  TransputerWatchdog watchdog(two.system, &two.processes, 50 * microsecond);
  for (Time now = 0; now < 200 * microsecond;) {
    run_for(50 * microsecond);
    now += 50 * microsecond;
    watchdog.look(now);
  }
  const Alarms alarms = of_kind(Alarm::Kind::nothing_arrived, watchdog.alarms(200 * microsecond));
  ASSERT_EQ(alarms.size(), 1U);
  EXPECT_EQ(alarms[0].text,
            "no message has arrived in 200 us: a sent 1 packet and none is on its way");
  EXPECT_TRUE(alarms[0].failure);
}

TEST(MessageAlarm, is_no_failure_while_the_first_message_is_on_its_way) {
  ProgramMachine two(processor_pair + "defaults: {t9000: {packet_bytes: 65536}}\n", "packet");
  start(two, 65'536);
  TransputerWatchdog watchdog(two.system, &two.processes, 50 * microsecond);
  for (Time now = 0; now < 500 * microsecond;) {
    run_for(50 * microsecond);
    now += 50 * microsecond;
    EXPECT_EQ(watchdog.look(now), "");
  }
  const Alarms alarms = of_kind(Alarm::Kind::nothing_arrived, watchdog.alarms(500 * microsecond));
  ASSERT_EQ(alarms.size(), 1U);
  EXPECT_NE(alarms[0].text.find("some are still on their way"), std::string::npos);
  EXPECT_FALSE(alarms[0].failure);
}

// A message of many packets, and a run that ends with a look.
TEST(MessageAlarm, is_no_failure_while_packets_of_the_first_message_come_in) {
  ProgramMachine two(processor_pair +
                         "defaults: {dslink: {bit_rate: 1 Mbit/s, disconnect_timeout: 3 us, "
                         "error_reset: 20 us}}\n",
                     "token");
  start(two, 4096);
  constexpr Time period = 20 * microsecond;
  TransputerWatchdog watchdog(two.system, &two.processes, period);
  for (Time now = period; now < 20 * millisecond; now += period) {
    run_for(period);
    ASSERT_EQ(watchdog.look(now), "");
    for (const Alarm& alarm : watchdog.alarms(now)) ASSERT_FALSE(alarm.failure) << alarm.text;
  }
  EXPECT_EQ(processor_of(two.system, 1).counters().messages_received, 0U);
}

TEST(MessageAlarm, nothing_is_a_failure_without_a_watchdog) {
  ProgramMachine two(processor_pair + hasty, "token");
  start(two);
  Watchdog watchdog(two.system, 0);
  watchdog.add(std::make_unique<LinkAlarms>(two.system));
  run_for(200 * microsecond);
  const Alarms alarms = watchdog.alarms(200 * microsecond);
  ASSERT_EQ(alarms.size(), 1U);
  EXPECT_FALSE(alarms[0].failure);
}

Program send_once(Process& self, Socket socket, Time at) {
  co_await self.sleep_until(at);
  co_await self.send(socket, 32);
}

// It is sent before the end notices that the cable is cut.
TEST(StandstillAlarm, tells_on_which_link_the_packet_was_lost) {
  ProgramMachine two(processor_pair + "run: {for: 1 ms}\nfaults: [{link: a.link0, at: 100 us}]\n",
                     "token");
  two.start(0, "sender", send_once, two.sockets->to(0, 1), 100'100 * nanosecond);
  two.start(1, "receiver", keep_receiving, two.sockets->to(1, 0));
  TransputerWatchdog watchdog(two.system, &two.processes, 100 * microsecond);
  std::string told;
  for (Time now = 0; now < 500 * microsecond && told.empty();) {
    run_for(100 * microsecond);
    told = watchdog.look(now += 100 * microsecond);
  }
  EXPECT_NE(told.find("packets lost on the way from a.link0 to b.link0: 1"), std::string::npos)
      << told;
}

// The other pair goes on.
TEST(ProgramAlarm, names_a_sender_to_whom_nobody_has_listened_for_long) {
  ProgramMachine three("network: {topology: star, nodes: 3}\n", "token");
  three.start(0, "lonely", keep_sending, three.sockets->to(0, 2), 32U);
  three.start(1, "sender", keep_sending, three.sockets->to(1, 2), 32U);
  three.start(2, "receiver", keep_receiving, three.sockets->to(2, 1));
  TransputerWatchdog watchdog(three.system, &three.processes, 100 * microsecond);
  for (Time now = 0; now < 400 * microsecond;) {
    run_for(100 * microsecond);
    now += 100 * microsecond;
    EXPECT_EQ(watchdog.look(now), "");
  }
  const Alarms alarms = watchdog.alarms(400 * microsecond);
  ASSERT_EQ(alarms.size(), 1U);
  EXPECT_NE(alarms[0].where.find("/lonely"), std::string::npos) << alarms[0].where;
  EXPECT_NE(alarms[0].text.find("waits until its message to"), std::string::npos) << alarms[0].text;
  EXPECT_FALSE(alarms[0].failure);
}

// A header that no checked table gives a processor.
class LossAlarmsAt : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Levels, LossAlarmsAt,
                         testing::Values("token", "signal", "rtl", "packet", "stream"));

TEST_P(LossAlarmsAt, name_the_switch_where_headers_lead_nowhere) {
  ProgramMachine two(
      "components:\n  a: {type: t9000}\n  b: {type: t9000}\n"
      "  s: {type: c104, intervals: [{to: 2, links: link0}, {to: 4, links: link1}]}\n"
      "links: [{from: a.link0, to: s.link0}, {from: b.link0, to: s.link1}]\n",
      GetParam());
  const LossAlarms losses(two.system);
  processor_of(two.system, 0).open(1, 77, 0);
  start(two);
  run_for(100 * microsecond);
  const Alarms alarms = losses.alarms(100 * microsecond);
  ASSERT_EQ(alarms.size(), 1U);
  EXPECT_EQ(alarms[0].text, "s: 1 packet with a header that leads nowhere");
  EXPECT_EQ(alarms[0].where, "s");
  EXPECT_EQ(alarms[0].count, 1U);
  EXPECT_TRUE(alarms[0].failure);
}

}  // namespace
}  // namespace weft::test
