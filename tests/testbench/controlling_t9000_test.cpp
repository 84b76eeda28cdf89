// A T9000 that commands switches and T9000s over its virtual channels, and boots them.
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hw/c104/registers.hpp"
#include "platforms/components/c104_tables.hpp"
#include "testbench/families/control_links/control_programs.hpp"
#include "testbench/programs/booted_network.hpp"
#include "testbench/programs/control_by_t9000.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/testbench/controlled_row.hpp"
#include "tests/testbench/machine.hpp"

namespace weft::test {
namespace {

Program boss(Process& self, Socket unit, std::vector<ControlRequest> requests,
             std::vector<ControlAnswer>& answers) {
  for (const ControlRequest& request : requests) {
    ControlAnswer answer;
    co_await control(self, unit, request, answer);
    answers.push_back(answer);
  }
}

const std::string one_controlled_switch =
    "routing: {channels: 8}\n"
    "components:\n"
    "  boss: {type: t9000}\n"
    "  switch: {type: c104, links: 2}\n"
    "  unit: {type: c104_control, switch: switch}\n"
    "links:\n"
    "  - {from: boss.link0, to: unit.clink0}\n";

class ControllingT9000At : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Levels, ControllingT9000At, testing::Values("signal", "token", "packet"));

TEST_P(ControllingT9000At, commands_a_switch_over_its_virtual_channels) {
  const std::string text =
      "routing: {channels: 8}\n"
      "components:\n"
      "  boss: {type: t9000, min_header: 8}\n"
      "  switch: {type: c104, links: 2}\n"
      "  unit: {type: c104_control, switch: switch}\n"
      "links:\n"
      "  - {from: boss.link0, to: unit.clink0}\n";
  ProgramMachine machine(text, GetParam());
  T9000Core& core = machine.sockets->core(0);
  const auto label = static_cast<std::uint8_t>(core.parameters().min_header + 3);
  ControlSockets sockets(core);
  std::vector<ControlAnswer> answers;
  using C = ControlCommand;
  const std::vector<ControlRequest> requests{{C::start, 0, label},
                                             {C::identify},
                                             {C::poke, C104Registers::arbitration, 2},
                                             {C::peek, C104Registers::arbitration},
                                             {C::peek, 0x9000}};
  machine.start(0, "boss", boss, sockets.open(label), requests, std::ref(answers));
  run_for(200 * microsecond);
  ASSERT_EQ(answers.size(), 5U);
  EXPECT_EQ(answers[1].value, 0x01040002U);
  EXPECT_EQ(answers[3].value, 2U);
  EXPECT_EQ(answers[4].status, ControlStatus::no_register);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(answers[i].status, ControlStatus::done) << i;
  EXPECT_THROW(sockets.open(7), std::out_of_range) << "its headers begin with 8";
}

TEST_P(ControllingT9000At, routes_nothing_out_of_a_partition) {
  ProgramMachine machine(
      "routing: {channels: 8}\n"
      "components:\n"
      "  boss: {type: t9000}\n"
      "  switch:\n"
      "    type: c104\n"
      "    links: 4\n"
      "    per_link: [{links: link0..link1, partition: near}, {links: link2..link3, partition: "
      "far}]\n"
      "  unit: {type: c104_control, switch: switch}\n"
      "links:\n"
      "  - {from: boss.link0, to: unit.clink0}\n",
      GetParam());
  using C = ControlCommand;
  using R = C104Registers;
  const auto target = [](unsigned link, unsigned first, unsigned size,
                         IntervalAction action = IntervalAction::route) {
    return ControlRequest{C::poke, R::link_base(link) + R::target(0),
                          R::target_of({0, action, first, size})};
  };
  const std::vector<ControlRequest> requests{{C::start, 0, 5},
                                             {C::poke, R::link_base(0) + R::interval_count, 1},
                                             {C::poke, R::link_base(2) + R::interval_count, 1},
                                             target(0, 0, 2),
                                             target(2, 3, 1),
                                             target(0, 2, 1, IntervalAction::discard),
                                             target(0, 2, 1),
                                             target(0, 1, 2),
                                             target(2, 1, 1),
                                             target(0, 0, 200),
                                             target(0, 200, 1)};
  ControlSockets sockets(machine.sockets->core(0));
  std::vector<ControlAnswer> answers;
  machine.start(0, "boss", boss, sockets.open(5), requests, std::ref(answers));
  run_for(200 * microsecond);
  ASSERT_EQ(answers.size(), requests.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_EQ(answers[i].status, i < 6 ? ControlStatus::done : ControlStatus::refused) << i;
  }
}

Program boot_all(Process& self, ControlSockets& sockets, std::vector<BootedDevice> network,
                 Time& done) {
  ControlByT9000 commands(self, sockets, 1 * millisecond);
  co_await boot(commands, network);
  done = self.now();
}

// The boss has the headers behind those of the other two: its labels.
TEST_P(ControllingT9000At, boots_a_network_of_switches_and_t9000s) {
  const TemporaryFolder folder;
  std::string text = controlled_row(
      "  boss: {type: t9000}\n"
      "  pl: {type: t9000_control, processor: left, image: " +
          folder.write("image", "An image of 22 bytes..").string() +
          "}\n"
          "  pr: {type: t9000_control, processor: right}\n",
      "  - {from: boss.link0, to: c0.clink0}\n"
      "  - {from: c0.clink1, to: c1.clink0}\n"
      "  - {from: c1.clink1, to: c2.clink0}\n"
      "  - {from: c2.clink1, to: pl.clink0}\n"
      "  - {from: pl.clink1, to: pr.clink0}\n");
  text.replace(text.find("shortest_path"), 13, "shortest_path, channels: 16");
  ProgramMachine booted(text, GetParam());
  const std::size_t boss = *booted.platform.find("boss");
  T9000Core& core = booted.sockets->core(2);
  ControlSockets sockets(core);
  BootedNetwork network(booted.platform);
  network.add_behind({boss, 0}, core.parameters().min_header + 4);
  ASSERT_EQ(network.all().size(), 5U);
  Time done = never;
  Heard heard;
  booted.start(2, "boss", boot_all, std::ref(sockets), network.all(), std::ref(done));
  booted.start(0, "sender", send_numbers, booted.sockets->to(0, 1), Time{0}, 10U);
  booted.start(1, "receiver", hear, booted.sockets->to(1, 0), std::ref(heard));
  run_for(2 * millisecond);
  EXPECT_LT(done, 2 * millisecond);
  EXPECT_EQ(heard.messages.size(), 10U);
  EXPECT_TRUE(ControlAlarms(booted.system).alarms(2 * millisecond).empty());
  for (const char* name : {"s0", "s1", "s2"}) {
    const std::size_t component = *booted.platform.find(name);
    ControlledSwitch& one = *booted.system.find<ControlledSwitch>(component);
    const C104Parameters wanted = c104_parameters(booted.platform, component);
    for (unsigned link = 0; link < wanted.links; ++link) {
      EXPECT_FALSE(wanted.per_link[link].intervals.empty());
      EXPECT_EQ(one.policy().table(link), wanted.per_link[link].intervals)
          << name << ".link" << link;
    }
  }
}

Program ask_hastily(Process& self, ControlSockets& units, std::vector<std::string>& told) {
  const ControlledDevice near{0, 5, "near"};
  ControlByT9000 patient(self, units, 100 * microsecond);
  co_await patient.start(near);
  ControlByT9000 hasty(self, units, 200 * nanosecond);
  for (const std::uint32_t address : {C104Registers::device, C104Registers::arbitration}) {
    try {
      const std::uint32_t value = co_await hasty.peek(near, address);
      told.push_back(fmt::format("{:#x}", value));
    } catch (const ControlError& caught) {
      told.emplace_back(caught.what());
    }
    co_await self.sleep(50 * microsecond);
  }
}

// Both answers take longer than 200 ns; at the second command that of the first is there.
TEST_P(ControllingT9000At, takes_no_late_answer_for_that_of_the_next_command) {
  ProgramMachine machine("defaults: {t9000: {low_tick: 100 ns}}\n" + one_controlled_switch,
                         GetParam());
  ControlSockets sockets(machine.sockets->core(0));
  std::vector<std::string> told;
  machine.start(0, "boss", ask_hastily, std::ref(sockets), std::ref(told));
  run_for(400 * microsecond);
  ASSERT_EQ(told.size(), 2U);
  for (const std::string& one : told) {
    EXPECT_NE(one.find("was not answered within 200 ns"), std::string::npos) << one;
  }
}

TEST(BootedNetworks, have_no_label_above_255) {
  const Platform platform =
      resolve(parse_netlist(controlled_row("  host: {type: control_host}\n",
                                           "  - {from: host.link0, to: c0.clink0}\n"
                                           "  - {from: c0.clink1, to: c1.clink0}\n"
                                           "  - {from: c1.clink1, to: c2.clink0}\n"),
                            "t.yaml"));
  const LinkEnd head{*platform.find("host"), 0};
  EXPECT_EQ(BootedNetwork(platform).add_behind(head, 253), 256U);
  try {
    BootedNetwork(platform).add_behind(head, 254);
    ADD_FAILURE() << "expected an error";
  } catch (const std::out_of_range& error) {
    EXPECT_STREQ(error.what(),
                 "label 256 for the control unit of 's2': expected one of a byte, to 255");
  }
}

// Nothing answers behind a label that no unit has.
TEST_P(ControllingT9000At, tells_what_is_not_answered) {
  ProgramMachine machine(one_controlled_switch, GetParam());
  ControlSockets sockets(machine.sockets->core(0));
  std::string error;
  const auto boss = [](Process& self, ControlSockets& units, std::string& told) -> Program {
    ControlByT9000 commands(self, units, 100 * microsecond);
    const ControlledDevice near{0, 5, "near"};
    const ControlledDevice far{0, 6, "far"};
    co_await commands.start(near);
    try {
      co_await commands.identify(far);
    } catch (const ControlError& caught) {
      told = caught.what();
    }
  };
  machine.start(0, "boss", boss, std::ref(sockets), std::ref(error));
  run_for(400 * microsecond);
  EXPECT_EQ(error,
            "far: `identify` was not answered within 100 us: its control unit is not "
            "reached, or was not started");
}

}  // namespace
}  // namespace weft::test
