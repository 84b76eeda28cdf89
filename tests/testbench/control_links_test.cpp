// Networks of C104s that are booted through their control links.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "hw/common/kernel_time.hpp"
#include "rtl/c104/c104_models.hpp"
#include "testbench/families/any_component/loss_alarms.hpp"
#include "testbench/families/control_links/control_programs.hpp"
#include "testbench/families/dslinks/link_alarms.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/testbench/controlled_row.hpp"
#include "tests/testbench/level_comparison.hpp"
#include "tests/testbench/machine.hpp"

namespace weft::test {
namespace {

const std::string chain = controlled_row("  host: {type: control_host}\n",
                                         "  - {from: host.link0, to: c0.clink0}\n"
                                         "  - {from: c0.clink1, to: c1.clink0}\n"
                                         "  - {from: c1.clink1, to: c2.clink0}\n");
const std::string tree = controlled_row("  host: {type: control_host, links: 2}\n",
                                        "  - {from: host.link0, to: c0.clink0}\n"
                                        "  - {from: c0.clink1, to: c1.clink0}\n"
                                        "  - {from: host.link1, to: c2.clink0}\n");

class BootAt : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (GetParam() == "rtl" && rtl::most_c104_links() == 0) GTEST_SKIP() << "built without RTL";
  }
};
class BootByTokensAt : public BootAt {};
class ResetInRunAt : public BootAt {};

// At rtl it is the switch in the middle, the others are at token.
ProgramMachine machine_at(const std::string& level, std::string text) {
  if (level != "rtl") return ProgramMachine(text, level);
  const std::string middle = "links: 4";
  text.replace(text.find(middle), middle.size(), middle + ", level: rtl");
  return ProgramMachine(text, "token");
}

INSTANTIATE_TEST_SUITE_P(Levels, BootAt,
                         testing::Values("signal", "token", "stream", "packet", "rtl"));
INSTANTIATE_TEST_SUITE_P(Levels, BootByTokensAt, testing::Values("signal", "token", "rtl"));
INSTANTIATE_TEST_SUITE_P(Levels, ResetInRunAt, testing::Values("signal", "token", "packet", "rtl"));

TEST_P(BootAt, by_a_chain_leaves_what_tables_of_the_file_do) {
  ProgramMachine booted = machine_at(GetParam(), chain);
  const Candidate plain("plain", controlled_row("", "", false), "level=token");
  ControlPrograms programs(booted.system);
  for (const char* name : {"s0", "s1", "s2"}) {
    EXPECT_NE(configuration(booted.system, name), configuration(*plain.system, name))
        << name << " before";
  }
  run_for(500 * microsecond);
  EXPECT_GT(programs.done_at(0), 0U);
  for (const char* name : {"s0", "s1", "s2"}) {
    EXPECT_EQ(configuration(booted.system, name), configuration(*plain.system, name)) << name;
  }
}

TEST_P(BootAt, by_two_chains_does_too) {
  ProgramMachine booted = machine_at(GetParam(), tree);
  const Candidate plain("plain", controlled_row("", "", false), "level=token");
  ControlPrograms programs(booted.system);
  run_for(500 * microsecond);
  EXPECT_GT(programs.done_at(0), 0U);
  for (const char* name : {"s0", "s1", "s2"}) {
    EXPECT_EQ(configuration(booted.system, name), configuration(*plain.system, name)) << name;
  }
}

TEST_P(BootAt, is_followed_by_the_run_that_tables_of_the_file_give) {
  constexpr Time from = 500 * microsecond;
  constexpr unsigned count = 40;
  // three routers, four links there and four back, the NUL of each may stand elsewhere
  constexpr Time nulls = 8 * 80 * nanosecond;
  ProgramMachine booted = machine_at(GetParam(), chain);
  const std::map<std::string, std::string> others{
      {"signal", "token"}, {"token", "signal"}, {"rtl", "token"}};
  const auto peer = others.find(GetParam());
  ProgramMachine plain(controlled_row("", "", false),
                       peer == others.end() ? GetParam() : peer->second, "plain_at_");
  ControlPrograms programs(booted.system);
  Heard after_boot;
  Heard expected;
  const auto begin = [&](ProgramMachine& machine, Heard& heard) {
    machine.start(0, "sender", send_numbers, machine.sockets->to(0, 1), from, count);
    machine.start(1, "receiver", hear, machine.sockets->to(1, 0), std::ref(heard));
  };
  begin(booted, after_boot);
  begin(plain, expected);
  run_for(1500 * microsecond);
  ASSERT_LT(programs.done_at(0), from);
  ASSERT_EQ(expected.messages.size(), count);
  EXPECT_EQ(after_boot.messages, expected.messages);
  for (std::size_t i = 0; i < after_boot.at.size(); ++i) {
    const Time one = after_boot.at[i];
    const Time other = expected.at[i];
    EXPECT_LE(one > other ? one - other : other - one, (i + 1) * nulls) << i;
  }
}

TEST_P(BootAt, nothing_passes_before_it) {
  ProgramMachine booted = machine_at(GetParam(), chain);
  Heard heard;
  booted.start(0, "sender", send_numbers, booted.sockets->to(0, 1), Time{0}, 3U);
  booted.start(1, "receiver", hear, booted.sockets->to(1, 0), std::ref(heard));
  run_for(1 * millisecond);
  EXPECT_TRUE(heard.messages.empty());
  const Alarms alarms = ControlAlarms(booted.system).alarms(1 * millisecond);
  ASSERT_EQ(alarms.size(), 3U);
  EXPECT_TRUE(alarms[0].failure);
  EXPECT_EQ(alarms[0].text, "s0 has passed nothing: its control unit 'c0' was never started");
}

TEST_P(BootAt, what_is_sent_during_it_waits_and_is_not_lost) {
  ProgramMachine booted = machine_at(GetParam(), chain);
  ControlPrograms programs(booted.system);
  Heard heard;
  booted.start(0, "sender", send_numbers, booted.sockets->to(0, 1), Time{0}, 20U);
  booted.start(1, "receiver", hear, booted.sockets->to(1, 0), std::ref(heard));
  run_for(1 * millisecond);
  EXPECT_EQ(heard.messages.size(), 20U);
  for (const char* name : {"s0", "s1", "s2"}) {
    const std::size_t component = *booted.platform.find(name);
    const ControlledSwitch& one = *booted.system.find<ControlledSwitch>(component);
    EXPECT_EQ(one.counters().packets_lost + one.counters().header_errors, 0U) << name;
  }
  EXPECT_TRUE(ControlAlarms(booted.system).alarms(1 * millisecond).empty());
}

// The row, whose links restart by themselves or not; the switch in the middle is reset while they
// run, and booted again after so many commands.
std::string row_with_a_reset(const TemporaryFolder& folder, unsigned commands_between,
                             bool restart = true) {
  std::string commands = "boot\nreset s1\n";
  for (unsigned i = 0; i < commands_between; ++i) commands += "peek s1 0x1c\n";
  std::string text = chain;
  const auto replace = [&text](const std::string& what, const std::string& by) {
    text.replace(text.find(what), what.size(), by);
  };
  replace("control_host",
          "control_host, commands: " + folder.write("todo.txt", commands + "boot s1\n").string());
  if (restart) replace("await_null: true", "await_null: true, auto_restart: 20 us");
  return text;
}

LinkState state_of(const ProgramMachine& machine, const char* name, unsigned link) {
  const std::size_t component = *machine.platform.find(name);
  return machine.system.find<ControlledSwitch>(component)->link_status(link).state;
}

bool comes_to(const ProgramMachine& machine, LinkState wanted, Time step = 2 * microsecond) {
  for (Time waited = 0; waited < 1 * millisecond; waited += step) {
    if (state_of(machine, "s1", 1) == wanted) break;
    run_for(step);
  }
  return state_of(machine, "s1", 1) == wanted;
}

TEST_P(BootAt, by_which_a_switch_that_was_reset_in_run_passes_packets_again) {
  const TemporaryFolder folder;
  ProgramMachine booted = machine_at(GetParam(), row_with_a_reset(folder, 10));
  const Candidate plain("plain", controlled_row("", "", false), "level=token");
  ControlPrograms programs(booted.system);
  constexpr Time from = 900 * microsecond;
  constexpr unsigned count = 20;
  Heard heard;
  booted.start(0, "sender", send_numbers, booted.sockets->to(0, 1), from, count);
  booted.start(1, "receiver", hear, booted.sockets->to(1, 0), std::ref(heard));
  run_for(1500 * microsecond);
  ASSERT_GT(programs.done_at(0), 0U);
  ASSERT_LT(programs.done_at(0), from);
  EXPECT_EQ(heard.messages.size(), count);
  EXPECT_EQ(configuration(booted.system, "s1"), configuration(*plain.system, "s1"));
}

TEST_P(ResetInRunAt, keeps_the_links_silent_until_they_are_started) {
  const TemporaryFolder folder;
  ProgramMachine booted = machine_at(GetParam(), row_with_a_reset(folder, 40));
  ControlPrograms programs(booted.system);
  ASSERT_TRUE(comes_to(booted, LinkState::run));
  ASSERT_TRUE(comes_to(booted, LinkState::halted));
  for (unsigned i = 0; i < 50; ++i, run_for(2 * microsecond)) {
    for (unsigned link = 1; link < 4; ++link) {
      ASSERT_EQ(state_of(booted, "s1", link), LinkState::halted)
          << link << " after " << 2 * i << " us";
    }
  }
  EXPECT_EQ(state_of(booted, "s0", 1), LinkState::started) << "that has restarted by itself";
  ASSERT_TRUE(comes_to(booted, LinkState::run));
}

constexpr Time fine = 100 * nanosecond;

// Sends from a time on that is to be known before.
Program send_from(Process& self, Socket socket, const Time& begin, unsigned count) {
  while (begin == never) co_await self.sleep_until(self.now() + fine);
  co_await send_numbers(self, socket, begin, count);
}

// What is heard of what is sent so long after the links of the switch in the middle became silent.
Heard sent_into_silence(ProgramMachine& booted, unsigned count, Time after) {
  ControlPrograms programs(booted.system);
  Time begin = never;
  Heard heard;
  booted.start(0, "sender", send_from, booted.sockets->to(0, 1), std::ref(begin), count);
  booted.start(1, "receiver", hear, booted.sockets->to(1, 0), std::ref(heard));
  EXPECT_TRUE(comes_to(booted, LinkState::run));
  EXPECT_TRUE(comes_to(booted, LinkState::halted, fine));
  begin = kernel_time() + after;
  run_for(20 * microsecond);
  EXPECT_EQ(state_of(booted, "s1", 1), LinkState::halted);
  EXPECT_TRUE(heard.messages.empty());
  run_for(1 * millisecond);
  const std::size_t middle = *booted.platform.find("s1");
  EXPECT_EQ(booted.system.find<ControlledSwitch>(middle)->counters().header_errors, 0U)
      << "it was taken, and met empty tables";
  return heard;
}

std::uint64_t lost_at_first(const ProgramMachine& booted) {
  const std::size_t first = *booted.platform.find("s0");
  return booted.system.find<ControlledSwitch>(first)->counters().packets_lost;
}

const std::string waits_for_links = "groups: [{match: 's*', type: c104, localize_error: false}]\n";

// An end sees the silence of the other one after 850 ns (disconnect_timeout).
TEST_P(ResetInRunAt, passes_later_what_has_waited_for_silent_links_without_localize_error) {
  const TemporaryFolder folder;
  ProgramMachine booted = machine_at(GetParam(), waits_for_links + row_with_a_reset(folder, 40));
  EXPECT_EQ(sent_into_silence(booted, 20, 850 * nanosecond).messages.size(), 20U);
  EXPECT_EQ(lost_at_first(booted), 0U);
}

// The first message goes to an end that is deaf, and its sender waits for the acknowledgement.
void expect_loss_on_the_way(const ProgramMachine& booted, bool counts_bytes) {
  const std::size_t first = *booted.platform.find("s0");
  EXPECT_EQ(booted.system.find<ControlledSwitch>(first)->counters().packets_routed, 1U);
  EXPECT_EQ(lost_at_first(booted), 0U) << "it was sent";
  Alarms alarms = LinkAlarms(booted.system).alarms(kernel_time());
  std::erase_if(alarms, [](const Alarm& one) { return one.kind != Alarm::Kind::lost_on_links; });
  ASSERT_EQ(alarms.size(), 1U);
  EXPECT_EQ(alarms[0].text, counts_bytes
                                ? "s0.link1: 1 packet, 5 bytes in all, lost on the way to s1.link1"
                                : "s0.link1: 1 packet lost on the way to s1.link1")
      << "a header of a byte, and a word";
  EXPECT_EQ(alarms[0].count, 1U);
  EXPECT_TRUE(alarms[0].failure);
}

TEST_P(ResetInRunAt, loses_what_is_sent_before_the_silence_is_noticed_and_tells_where) {
  const TemporaryFolder folder;
  ProgramMachine booted = machine_at(GetParam(), waits_for_links + row_with_a_reset(folder, 40));
  EXPECT_TRUE(sent_into_silence(booted, 20, 0).messages.empty());
  expect_loss_on_the_way(booted, GetParam() != "rtl");
}

TEST_P(ResetInRunAt, loses_it_with_localize_error_too) {
  const TemporaryFolder folder;
  ProgramMachine booted = machine_at(GetParam(), row_with_a_reset(folder, 40));
  EXPECT_TRUE(sent_into_silence(booted, 20, 0).messages.empty());
  expect_loss_on_the_way(booted, GetParam() != "rtl");
}

TEST_P(ResetInRunAt, loses_what_is_for_silent_links_at_the_switch_before_them) {
  const TemporaryFolder folder;
  ProgramMachine booted = machine_at(GetParam(), row_with_a_reset(folder, 40));
  EXPECT_TRUE(sent_into_silence(booted, 20, 850 * nanosecond).messages.empty());
  EXPECT_EQ(lost_at_first(booted), 1U) << "and its sender waits for the acknowledgement";
}

TEST(ResetInRun, is_where_a_switch_of_rtl_loses_too_what_is_for_silent_links) {
  if (rtl::most_c104_links() == 0) GTEST_SKIP() << "built without RTL";
  const TemporaryFolder folder;
  std::string text = row_with_a_reset(folder, 40);
  const std::string first = "s0: {type: c104, links: 3";
  text.replace(text.find(first), first.size(), first + ", level: rtl");
  ProgramMachine booted(text, "token");
  EXPECT_TRUE(sent_into_silence(booted, 20, 850 * nanosecond).messages.empty());
  EXPECT_EQ(lost_at_first(booted), 1U);
  const Alarms alarms = LossAlarms(booted.system).alarms(kernel_time());
  ASSERT_EQ(alarms.size(), 1U);
  EXPECT_EQ(alarms[0].text, "s0: 1 packet thrown away at links in error");
}

TEST_P(ResetInRunAt, cuts_what_was_on_a_link_and_nobody_gets_a_part_of_a_message) {
  const TemporaryFolder folder;
  ProgramMachine booted = machine_at(GetParam(), row_with_a_reset(folder, 40));
  ControlPrograms programs(booted.system);
  constexpr unsigned count = 500;
  Heard heard;
  booted.start(0, "sender", send_numbers, booted.sockets->to(0, 1), Time{0}, count);
  booted.start(1, "receiver", hear, booted.sockets->to(1, 0), std::ref(heard));
  run_for(2 * millisecond);
  ASSERT_GT(programs.done_at(0), 0U);
  ASSERT_FALSE(heard.messages.empty());
  ASSERT_LT(heard.messages.size(), count) << "the one that was cut is not sent again";
  for (std::size_t i = 0; i < heard.messages.size(); ++i) {
    EXPECT_EQ(heard.messages[i], std::vector<std::uint32_t>(i + 1, static_cast<std::uint32_t>(i)));
  }
}

TEST_P(ResetInRunAt, stops_the_far_ends_too_unless_they_restart_by_themselves) {
  const TemporaryFolder folder;
  ProgramMachine booted = machine_at(GetParam(), row_with_a_reset(folder, 1, false));
  ControlPrograms programs(booted.system);
  ASSERT_TRUE(comes_to(booted, LinkState::run));
  ASSERT_TRUE(comes_to(booted, LinkState::halted));
  run_for(500 * microsecond);
  ASSERT_GT(programs.done_at(0), 0U);
  EXPECT_EQ(state_of(booted, "s0", 1), LinkState::halted);
  EXPECT_EQ(state_of(booted, "s2", 1), LinkState::halted);
  EXPECT_EQ(state_of(booted, "s1", 1), LinkState::started) << "it waits for its far end";
  EXPECT_EQ(state_of(booted, "s0", 0), LinkState::run);
}

TEST_P(BootByTokensAt, an_error_of_a_link_is_told_to_the_host_and_the_next_one_after_its_recovery) {
  std::string text = chain;
  const std::string link = "  - {from: s0.link1, to: s1.link1}\n";
  text.replace(text.find(link), link.size(),
               "  - {from: s0.link1, to: s1.link1, error_at: 600 us, auto_restart: 20 us}\n");
  ProgramMachine booted = machine_at(GetParam(), text);
  ControlPrograms programs(booted.system);
  run_for(1 * millisecond);
  const std::vector<ToldError>& told = programs.process(0).told_errors();
  ASSERT_EQ(told.size(), 2U) << "each end inverts a bit that the other one sees";
  for (const ToldError& one : told) {
    EXPECT_EQ(one.link, 1U);
    EXPECT_GT(one.time, 600 * microsecond);
    EXPECT_LT(one.time, 610 * microsecond);
    EXPECT_TRUE(one.device.name == "s0" || one.device.name == "s1") << one.device.name;
    EXPECT_EQ(one.error, LinkError::parity);
  }
  EXPECT_NE(told[0].device.name, told[1].device.name);
}

TEST(BootLevels, are_equal_on_every_link) {
  const std::string traffic =
      "workload: {type: random_traffic, message_bytes: 40, interval: 20 us}\n";
  Candidate signal("signal", chain + traffic, "level=signal");
  Candidate token("token", chain + traffic, "level=token");
  Candidate mixed("mixed", chain + traffic, "components.s1.level=signal");
  ControlPrograms at_signal(*signal.system);
  ControlPrograms at_token(*token.system);
  ControlPrograms at_both(*mixed.system);
  for (Time now = 0; now < 800 * microsecond; now += 20 * microsecond) {
    run_for(20 * microsecond);
    ASSERT_NO_FATAL_FAILURE(SystemRecorder::compare(*signal.recorder, *token.recorder));
    ASSERT_NO_FATAL_FAILURE(SystemRecorder::compare(*mixed.recorder, *token.recorder));
    for (Candidate* one : {&signal, &token, &mixed}) one->recorder->forget();
  }
  EXPECT_GT(token.recorder->tokens(), 20'000U);
  EXPECT_GT(at_token.done_at(0), 0U);
  EXPECT_EQ(at_signal.done_at(0), at_token.done_at(0));
  EXPECT_EQ(at_both.done_at(0), at_token.done_at(0));
}

}  // namespace
}  // namespace weft::test
