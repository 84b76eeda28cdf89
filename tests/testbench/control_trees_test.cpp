// Trees of control links with C104s in them, and T9000s that are booted.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "hw/c104/control_host.hpp"
#include "rtl/c104/c104_models.hpp"
#include "testbench/families/control_links/control_programs.hpp"
#include "testbench/families/dslinks/link_alarms.hpp"
#include "testbench/programs/control_process.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/testbench/controlled_row.hpp"
#include "tests/testbench/level_comparison.hpp"
#include "tests/testbench/machine.hpp"

namespace weft::test {
namespace {

// A C104 between the host and two chains, whose links are there from the begin.
const std::string hub_tree =
    controlled_row("  host: {type: control_host}\n  hub: {type: c104, links: 4}\n",
                   "  - {from: host.link0, to: hub.link1}\n"
                   "  - {from: hub.link0, to: c0.clink0}\n"
                   "  - {from: c0.clink1, to: c1.clink0}\n"
                   "  - {from: hub.link3, to: c2.clink0}\n");
// One that is booted before what is behind it, and another one behind that.
const std::string booted_hubs = controlled_row(
    "  host: {type: control_host}\n"
    "  hub: {type: c104, links: 3}\n"
    "  far_hub: {type: c104, links: 4}\n"
    "  ch: {type: c104_control, switch: hub}\n"
    "  cf: {type: c104_control, switch: far_hub}\n",
    "  - {from: host.link0, to: ch.clink0}\n"
    "  - {from: ch.clink1, to: hub.link0}\n"
    "  - {from: hub.link1, to: c0.clink0}\n"
    "  - {from: hub.link2, to: cf.clink0}\n"
    "  - {from: cf.clink1, to: far_hub.link2}\n"
    "  - {from: far_hub.link0, to: c1.clink0}\n"
    "  - {from: far_hub.link1, to: c2.clink0}\n");

void expect_booted(ProgramMachine& booted) {
  const Candidate plain("plain", controlled_row("", "", false), "level=token");
  ControlPrograms programs(booted.system);
  run_for(600 * microsecond);
  EXPECT_GT(programs.done_at(0), 0U);
  for (const char* name : {"s0", "s1", "s2"}) {
    EXPECT_EQ(configuration(booted.system, name), configuration(*plain.system, name)) << name;
  }
}

class ControlTreeAt : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Levels, ControlTreeAt,
                         testing::Values("signal", "token", "stream", "packet"));

TEST_P(ControlTreeAt, branches_at_a_c104) {
  ProgramMachine booted(hub_tree, GetParam());
  expect_booted(booted);
}

TEST_P(ControlTreeAt, branches_at_c104s_that_are_booted_before_what_is_behind_them) {
  ProgramMachine booted(booted_hubs, GetParam());
  expect_booted(booted);
}

TEST(ControlTreeLevels, are_equal_on_every_link) {
  Candidate signal("signal", booted_hubs, "level=signal");
  Candidate token("token", booted_hubs, "level=token");
  ControlPrograms at_signal(*signal.system);
  ControlPrograms at_token(*token.system);
  for (Time now = 0; now < 600 * microsecond; now += 20 * microsecond) {
    run_for(20 * microsecond);
    ASSERT_NO_FATAL_FAILURE(SystemRecorder::compare(*signal.recorder, *token.recorder));
    for (Candidate* one : {&signal, &token}) one->recorder->forget();
  }
  EXPECT_GT(at_token.done_at(0), 0U);
  EXPECT_EQ(at_signal.done_at(0), at_token.done_at(0));
}

TEST(ControlPlatformAtRtl, is_booted_by_units_at_signal) {
  if (rtl::most_c104_links() == 0) GTEST_SKIP() << "built without RTL";
  ProgramMachine booted(hub_tree, "rtl");
  EXPECT_EQ(booted.platform.components[*booted.platform.find("c0")].level, Level::signal);
  EXPECT_EQ(booted.platform.components[*booted.platform.find("s0")].level, Level::rtl);
  expect_booted(booted);
}

// The row with its T9000s behind the last switch; `image` is loaded into the left one.
std::string with_processors(const TemporaryFolder& folder, std::string_view image,
                            const std::string& commands = "boot\n") {
  return controlled_row(
      "  host: {type: control_host, commands: " + folder.write("todo.txt", commands).string() +
          "}\n"
          "  pl: {type: t9000_control, processor: left, image: " +
          folder.write("image", image).string() +
          "}\n"
          "  pr: {type: t9000_control, processor: right}\n",
      "  - {from: host.link0, to: c0.clink0}\n"
      "  - {from: c0.clink1, to: c1.clink0}\n"
      "  - {from: c1.clink1, to: c2.clink0}\n"
      "  - {from: c2.clink1, to: pl.clink0}\n"
      "  - {from: pl.clink1, to: pr.clink0}\n");
}

Program note_begin(Process& self, Socket socket, Time& begun, unsigned count) {
  begun = self.now();
  co_await send_numbers(self, socket, 0, count);
}

class BootedT9000At : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Levels, BootedT9000At,
                         testing::Values("signal", "token", "stream", "packet"));

TEST_P(BootedT9000At, runs_its_program_once_it_was_booted) {
  const TemporaryFolder folder;
  ProgramMachine booted(with_processors(folder, "An image of 37 bytes, one word cut.\n!"),
                        GetParam());
  ControlPrograms programs(booted.system);
  Time begun = never;
  Heard heard;
  booted.start(0, "sender", note_begin, booted.sockets->to(0, 1), std::ref(begun), 10U);
  booted.start(1, "receiver", hear, booted.sockets->to(1, 0), std::ref(heard));
  run_for(100 * microsecond);
  EXPECT_EQ(begun, never);
  const Alarms early = ControlAlarms(booted.system).alarms(100 * microsecond);
  ASSERT_GE(early.size(), 2U) << "both T9000s, and what has no label yet";
  EXPECT_TRUE(early.back().text.starts_with("right stands still: its control unit 'pr' "))
      << early.back().text;
  run_for(900 * microsecond);
  ASSERT_NE(begun, never);
  EXPECT_GT(begun, 100 * microsecond);
  EXPECT_LE(begun, programs.done_at(0));
  EXPECT_EQ(begun % (10 * nanosecond), 0U) << "at an edge of its clock";
  EXPECT_EQ(heard.messages.size(), 10U);
  EXPECT_TRUE(ControlAlarms(booted.system).alarms(1 * millisecond).empty());
}

Program compute_for(Process& self, Time duration, Time& begun, Time& done) {
  begun = self.now();
  co_await self.compute(duration);
  done = self.now();
}

TEST_P(BootedT9000At, that_is_stopped_computes_on_where_it_was) {
  constexpr Time duration = 100 * microsecond;
  const TemporaryFolder folder;
  std::string pause = "stop left\n";
  for (unsigned i = 0; i < 20; ++i) pause += "peek left 0x0\n";
  const TemporaryFolder other_folder;
  ProgramMachine straight(with_processors(folder, ""), GetParam(), "straight_at_");
  ProgramMachine stopped(with_processors(other_folder, "", "boot\n" + pause + "run left\n"),
                         GetParam(), "stopped_at_");
  ControlPrograms of_straight(straight.system);
  ControlPrograms of_stopped(stopped.system);
  struct Span {
    Time begun = never;
    Time done = never;
  };
  std::array<Span, 2> spans;
  for (unsigned i = 0; i < 2; ++i) {
    (i == 0 ? straight : stopped)
        .start(0, "computes", compute_for, Time{duration}, std::ref(spans[i].begun),
               std::ref(spans[i].done));
  }
  run_for(1 * millisecond);
  for (const Span& span : spans) ASSERT_NE(span.done, never);
  EXPECT_EQ(spans[0].done - spans[0].begun, duration);
  EXPECT_GT(spans[1].done - spans[1].begun, duration + 20 * microsecond)
      << "twenty peeks of more than 1 us";
  for (ProgramMachine* one : {&straight, &stopped}) {
    EXPECT_EQ(one->sockets->core(0).processor().busy(1 * millisecond), duration);
  }
}

Program note_each_begin(Process& self, Socket socket, std::vector<Time>& begun) {
  begun.push_back(self.now());
  co_await send_numbers(self, socket, 0, 3);
}

TEST_P(BootedT9000At, begins_its_programs_again_after_a_reset_and_another_boot) {
  const TemporaryFolder folder;
  std::string commands = "boot\n";
  for (unsigned i = 0; i < 20; ++i) commands += "peek left 0x0\n";
  ProgramMachine booted(
      with_processors(folder, "An image.", commands + "reset left\nload left\nrun left\n"),
      GetParam());
  ControlPrograms programs(booted.system);
  std::vector<Time> begun;
  Heard heard;
  booted.start(0, "sender", note_each_begin, booted.sockets->to(0, 1), std::ref(begun));
  booted.start(1, "receiver", hear, booted.sockets->to(1, 0), std::ref(heard));
  run_for(1 * millisecond);
  ASSERT_GT(programs.done_at(0), 0U);
  ASSERT_EQ(begun.size(), 2U);
  EXPECT_GT(begun[1], begun[0] + 20 * microsecond);
  std::vector<std::size_t> lengths;
  for (const auto& message : heard.messages) lengths.push_back(message.size());
  EXPECT_EQ(lengths, (std::vector<std::size_t>{1, 2, 3, 1, 2, 3}));
  EXPECT_TRUE(ControlAlarms(booted.system).alarms(1 * millisecond).empty());
}

// The row, whose T9000s are silent as its switches are.
std::string with_silent_processors(const TemporaryFolder& folder, const std::string& commands) {
  std::string text = with_processors(folder, "An image.", commands);
  for (const char* name : {"left", "right"}) {
    const std::string processor = fmt::format("processor: {}", name);
    text.replace(text.find(processor), processor.size(), processor + ", starts_links: true");
  }
  return text;
}

class StartedLinksAt : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Levels, StartedLinksAt, testing::Values("signal", "token"));

LinkState state_of_left(const ProgramMachine& machine) {
  return machine.system.link_probes().front().core->state();
}

TEST_P(StartedLinksAt, are_silent_until_the_boot_starts_them) {
  const TemporaryFolder folder;
  ProgramMachine booted(with_silent_processors(folder, "boot\n"), GetParam());
  ControlPrograms programs(booted.system);
  Heard heard;
  booted.start(0, "sender", send_numbers, booted.sockets->to(0, 1), Time{0}, 5U);
  booted.start(1, "receiver", hear, booted.sockets->to(1, 0), std::ref(heard));
  run_for(10 * microsecond);
  EXPECT_EQ(state_of_left(booted), LinkState::error_reset);
  run_for(1 * millisecond);
  EXPECT_GT(programs.done_at(0), 0U);
  EXPECT_EQ(state_of_left(booted), LinkState::run);
  EXPECT_EQ(heard.messages.size(), 5U);
}

// The cable of the right one is cut from the begin: its link would never run.
TEST_P(StartedLinksAt, but_for_those_whose_cable_is_cut) {
  const TemporaryFolder folder;
  ProgramMachine booted(
      with_silent_processors(folder, "boot\n") + "faults:\n  - {link: right.link0}\n", GetParam());
  ControlPrograms programs(booted.system);
  run_for(1 * millisecond);
  EXPECT_GT(programs.done_at(0), 0U);
  EXPECT_EQ(state_of_left(booted), LinkState::run);
}

// 0x80000000 is the command register of link0, 0x80000004 its status.
TEST_P(StartedLinksAt, by_single_commands_and_halted_by_a_reset) {
  const TemporaryFolder folder;
  ProgramMachine booted(with_silent_processors(folder,
                                               "boot s0\nstart s1\nstart s2\nstart left\n"
                                               "poke left 0x80000000 1\n"
                                               "peek left 0x80000004\npeek left 0x80000004\n"
                                               "peek left 0x80000004\npeek left 0x80000004\n"
                                               "peek left 0x80000004\npeek left 0x80000004\n"
                                               "reset left\npeek left 0x80000004\n"),
                        GetParam());
  ControlPrograms programs(booted.system);
  bool has_run = false;
  for (unsigned i = 0; i < 600; ++i) {
    run_for(1 * microsecond);
    has_run |= state_of_left(booted) == LinkState::run;
  }
  EXPECT_GT(programs.done_at(0), 0U);
  EXPECT_TRUE(has_run);
  EXPECT_EQ(state_of_left(booted), LinkState::halted);
}

TEST_P(StartedLinksAt, of_one_that_nobody_starts_are_told_by_name) {
  const TemporaryFolder folder;
  ProgramMachine booted(with_silent_processors(folder, "boot s0\n"), GetParam());
  ControlPrograms programs(booted.system);
  run_for(500 * microsecond);
  const Alarms alarms = LinkAlarms(booted.system).alarms(500 * microsecond);
  ASSERT_FALSE(alarms.empty());
  EXPECT_TRUE(alarms.front().failure);
  EXPECT_TRUE(alarms.front().text.starts_with(
      "the link left.link0 - s0.link0 has never reached Run at 500 us: left.link0 is in the state "
      "ErrorReset"))
      << alarms.front().text;
}

// What a control unit of a T9000 answers to a program of the test's own.
Program ask(ControlProcess& self, ControlledDevice device, std::vector<ControlRequest> requests,
            std::vector<std::string>& answers) {
  co_await self.start(device);
  for (const ControlRequest& request : requests) {
    try {
      const std::uint32_t value = co_await self.command(device, request);
      answers.push_back(fmt::format("{:#x}", value));
    } catch (const ControlError& error) {
      answers.emplace_back(error.what());
    }
  }
}

TEST(T9000Control, obeys_in_this_order_and_refuses_what_is_not_due) {
  using C = ControlCommand;
  const std::string text =
      "components:\n"
      "  cpu: {type: t9000}\n"
      "  host: {type: control_host}\n"
      "  unit: {type: t9000_control, processor: cpu, memory_bytes: 20}\n"
      "  other: {type: t9000}\n"
      "links:\n"
      "  - {from: cpu.link0, to: other.link0}\n"
      "  - {from: host.link0, to: unit.clink0}\n";
  ProgramMachine machine(text, "token");
  ControlProcess process("asks", *machine.system.find<ControlHost>(1));
  std::vector<std::string> answers;
  ControlRequest data{C::boot_data};
  data.data = {1, 2, 3, 4, 5, 6};
  const std::vector<ControlRequest> requests{{C::identify},    {C::poke, 16, 0x89abcdef},
                                             {C::peek, 16},    {C::peek, 2},
                                             {C::poke, 20, 1}, {C::boot, 15, 6},
                                             {C::boot, 2, 9},  data,
                                             {C::run},         data,
                                             {C::boot, 2, 6},  data,
                                             {C::peek, 4},     {C::stop},
                                             {C::run},         {C::run},
                                             {C::stop},        {C::run},
                                             {C::reset},       {C::peek, 4},
                                             {C::run}};
  process.start(ask(process, {0, 1, "cpu"}, requests, answers));
  run_for(300 * microsecond);
  EXPECT_EQ(answers, (std::vector<std::string>{"0x90000001",
                                               "0x0",
                                               "0x89abcdef",
                                               "cpu: `peek 0x0002`: no such register",
                                               "cpu: `poke 0x0014 0x1`: no such register",
                                               "cpu: `boot 0x000f 6`: no such register",
                                               "0x0",
                                               "0x0",
                                               "cpu: `run`: refused",
                                               "cpu: `boot_data`: refused",
                                               "0x0",
                                               "0x0",
                                               "0x6050403",
                                               "cpu: `stop`: refused",
                                               "0x0",
                                               "cpu: `run`: refused",
                                               "0x0",
                                               "0x0",
                                               "0x0",
                                               "0x0",
                                               "0x0"}));
}

TEST(T9000Control, tells_of_a_link_that_an_error_has_stopped) {
  const TemporaryFolder folder;
  std::string text = with_processors(folder, "");
  const std::string link = "  - {from: left.link0, to: s0.link0}\n";
  text.replace(text.find(link), link.size(),
               "  - {from: left.link0, to: s0.link0, error_at: 600 us, auto_restart: 20 us}\n");
  ProgramMachine booted(text, "token");
  ControlPrograms programs(booted.system);
  run_for(1 * millisecond);
  std::vector<std::string> told;
  for (const ToldError& one : programs.process(0).told_errors()) told.push_back(one.device.name);
  std::sort(told.begin(), told.end());
  EXPECT_EQ(told, (std::vector<std::string>{"left", "s0"}));
}

}  // namespace
}  // namespace weft::test
