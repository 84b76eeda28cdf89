// Networks of C104s that are booted through their control links.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "hw/c104/controlled_switch.hpp"
#include "hw/c104/registers.hpp"
#include "rtl/c104/c104.hpp"
#include "rtl/c104/c104_models.hpp"
#include "testbench/families/control_links/control_programs.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/testbench/level_comparison.hpp"
#include "tests/testbench/machine.hpp"

namespace weft::test {
namespace {

// Three switches in a row, whose control units hang on `control`; two T9000s at the ends.
std::string row(const std::string& control, const std::string& links = "", bool booted = true) {
  std::string text =
      "defaults: {dslink: {await_null: true}}\n"
      "routing: {algorithm: shortest_path}\n"
      "run: {for: 2 ms}\n"
      "components:\n"
      "  left: {type: t9000}\n"
      "  right: {type: t9000}\n"
      "  s0: {type: c104, links: 3}\n"
      "  s1: {type: c104, links: 4}\n"
      "  s2: {type: c104, links: 3}\n";
  if (booted) {
    text +=
        "  c0: {type: c104_control, switch: s0}\n"
        "  c1: {type: c104_control, switch: s1}\n"
        "  c2: {type: c104_control, switch: s2}\n" +
        control;
  }
  text +=
      "links:\n"
      "  - {from: left.link0, to: s0.link0}\n"
      "  - {from: right.link0, to: s2.link0}\n"
      "  - {from: s0.link1, to: s1.link1}\n"
      "  - {from: s0.link2, to: s1.link2}\n"
      "  - {from: s1.link3, to: s2.link1}\n";
  return booted ? text + links : text;
}

const std::string chain = row("  host: {type: control_host}\n",
                              "  - {from: host.link0, to: c0.clink0}\n"
                              "  - {from: c0.clink1, to: c1.clink0}\n"
                              "  - {from: c1.clink1, to: c2.clink0}\n");
const std::string tree = row("  host: {type: control_host, links: 2}\n",
                             "  - {from: host.link0, to: c0.clink0}\n"
                             "  - {from: c0.clink1, to: c1.clink0}\n"
                             "  - {from: host.link1, to: c2.clink0}\n");

// All that the configuration registers of a switch hold.
std::vector<std::uint32_t> configuration(const System& system, const std::string& name) {
  using R = C104Registers;
  ControlledSwitch& one = *system.find<ControlledSwitch>(*system.platform().find(name));
  const R registers(one);
  rtl::C104* const verilog = system.find<rtl::C104>(*system.platform().find(name));
  const auto read = [&](std::uint32_t address) {
    return verilog != nullptr ? verilog->read_register(address) : registers.read(address);
  };
  std::vector<std::uint32_t> values{read(R::arbitration), read(R::acknowledgement_priority)};
  for (unsigned link = 0; link < one.policy().parameters().links; ++link) {
    const std::uint32_t base = R::link_base(link);
    for (const std::uint32_t at : {R::control, R::random_base, R::random_range}) {
      values.push_back(read(base + at));
    }
    const std::uint32_t count = read(base + R::interval_count);
    values.push_back(count);
    for (unsigned i = 0; i < count; ++i) {
      values.push_back(read(base + R::limit(i)));
      values.push_back(read(base + R::target(i)));
    }
  }
  return values;
}

class BootAt : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (GetParam() == "rtl" && rtl::most_c104_links() == 0) GTEST_SKIP() << "built without RTL";
  }
};
class BootByTokensAt : public BootAt {};

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

TEST_P(BootAt, by_a_chain_leaves_what_tables_of_the_file_do) {
  ProgramMachine booted = machine_at(GetParam(), chain);
  const Candidate plain("plain", row("", "", false), "level=token");
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
  const Candidate plain("plain", row("", "", false), "level=token");
  ControlPrograms programs(booted.system);
  run_for(500 * microsecond);
  EXPECT_GT(programs.done_at(0), 0U);
  for (const char* name : {"s0", "s1", "s2"}) {
    EXPECT_EQ(configuration(booted.system, name), configuration(*plain.system, name)) << name;
  }
}

Program send_numbers(Process& self, Socket socket, Time from, unsigned count) {
  co_await self.sleep_until(from);
  for (unsigned i = 0; i < count; ++i) {
    const std::vector<std::uint32_t> values(i + 1, i);
    co_await self.send(socket, values);
  }
}

struct Heard {
  std::vector<std::vector<std::uint32_t>> messages;
  std::vector<Time> at;
};

Program hear(Process& self, Socket socket, Heard& heard) {
  for (;;) {
    const ReceivedMessage message = co_await self.receive(socket);
    heard.messages.push_back(message.as<std::uint32_t>());
    heard.at.push_back(self.now());
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
  ProgramMachine plain(row("", "", false), peer == others.end() ? GetParam() : peer->second,
                       "plain_at_");
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

// The row, whose links restart by themselves; the switch in the middle is reset while they run, and
// booted again after so many commands.
std::string row_with_a_reset(const TemporaryFolder& folder, unsigned commands_between) {
  std::string commands = "boot\nreset s1\n";
  for (unsigned i = 0; i < commands_between; ++i) commands += "peek s1 0x1c\n";
  std::string text = chain;
  const auto replace = [&text](const std::string& what, const std::string& by) {
    text.replace(text.find(what), what.size(), by);
  };
  replace("control_host",
          "control_host, commands: " + folder.write("todo.txt", commands + "boot s1\n").string());
  replace("await_null: true", "await_null: true, auto_restart: 20 us");
  return text;
}

TEST_P(BootAt, by_which_a_switch_that_was_reset_in_run_passes_packets_again) {
  const TemporaryFolder folder;
  ProgramMachine booted = machine_at(GetParam(), row_with_a_reset(folder, 10));
  const Candidate plain("plain", row("", "", false), "level=token");
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

TEST_P(BootByTokensAt, a_reset_in_run_keeps_the_links_silent_until_they_are_started) {
  const TemporaryFolder folder;
  ProgramMachine booted = machine_at(GetParam(), row_with_a_reset(folder, 40));
  ControlPrograms programs(booted.system);
  const auto state = [&](const char* name, unsigned link) {
    const std::size_t component = *booted.platform.find(name);
    return booted.system.find<ControlledSwitch>(component)->link_status(link).state;
  };
  const auto wait_for = [&](LinkState wanted) {
    for (unsigned i = 0; i < 500 && state("s1", 1) != wanted; ++i) run_for(2 * microsecond);
    return state("s1", 1) == wanted;
  };
  ASSERT_TRUE(wait_for(LinkState::run));
  ASSERT_TRUE(wait_for(LinkState::halted));
  for (unsigned i = 0; i < 50; ++i, run_for(2 * microsecond)) {
    for (unsigned link = 1; link < 4; ++link) {
      ASSERT_EQ(state("s1", link), LinkState::halted) << link << " after " << 2 * i << " us";
    }
  }
  EXPECT_EQ(state("s0", 1), LinkState::started) << "that has restarted by itself";
  ASSERT_TRUE(wait_for(LinkState::run));
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
