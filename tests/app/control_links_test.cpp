// Control links in files: what a run says of a boot, and of what is wrong with one.
#include <string>

#include <gtest/gtest.h>

#include "tests/app/command.hpp"

namespace weft::test {
namespace {

const std::string text = R"(defaults: {dslink: {await_null: true}}
components:
  left: {type: t9000}
  right: {type: t9000}
  switch: {type: c104, links: 2}
  behind: {type: c104, links: 2}
  near: {type: c104_control, switch: switch}
  far: {type: c104_control, switch: behind}
  host: {type: control_host, commands: todo.txt, time_out: 100 us}
links:
  - {from: left.link0, to: switch.link0}
  - {from: switch.link1, to: behind.link1}
  - {from: behind.link0, to: right.link0}
  - {from: host.link0, to: near.clink0}
  - {from: near.clink1, to: far.clink0}
routing: {algorithm: shortest_path}
workload: {type: stream, message_bytes: 64}
run: {for: 500 us}
)";

// Runs it with these commands of the host, and `arguments`.
Result run_with(const std::string& commands, const std::string& arguments = "") {
  const Shell shell;
  shell.write("two.yaml", text);
  shell.write("todo.txt", commands);
  return shell.run("weft run two.yaml " + arguments);
}

// It is refused with this, before it runs.
void expect_refused(const std::string& commands, const std::string& arguments,
                    const std::string& message) {
  const Result result = run_with(commands, arguments);
  EXPECT_EQ(result.status, 2) << commands << arguments;
  EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
}

TEST(ControlLinks, boot_at_each_level_and_then_the_workload_runs) {
  for (const char* level : {"token", "signal", "stream", "packet"}) {
    const Result result = run_with("boot\n", std::string("--all --level ") + level);
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_NE(result.out.find("host commands done at"), std::string::npos) << result.out;
  }
}

TEST(ControlLinks, of_a_boot_by_single_commands) {
  const Result result = run_with(
      "start switch  # gives it its label\nidentify switch\nreset switch\nboot\n"
      "peek behind 0x1c\npoke switch 4 0x0\nrecover switch\n");
  EXPECT_EQ(result.status, 0) << result.err;
}

TEST(ControlLinks, a_switch_that_is_never_started_fails_the_run) {
  const Result result = run_with("boot switch\n");
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("behind has passed nothing: its control unit 'far' was never started"),
            std::string::npos)
      << result.err;
}

TEST(ControlLinks, what_is_refused_names_the_switch_and_the_command) {
  const auto expect = [](const std::string& commands, const std::string& message) {
    const Result result = run_with(commands);
    EXPECT_EQ(result.status, 1) << commands;
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
  };
  expect("start switch\npoke switch 0x9000 5\n", "switch: `poke 0x9000 0x5`: no such register");
  expect("start switch\npoke switch 0x1c 5\n", "switch: `poke 0x001c 0x5`: refused");
  expect("start switch\npeek switch 0x3\n", "switch: `peek 0x0003`: no such register");
  expect("start switch\nidentify behind\n", "behind: `identify` was not answered within 100 us");
}

TEST(ControlLinks, of_a_chain_that_is_cut) {
  for (const char* time : {"0 ns", "50 us"}) {
    const Result result =
        run_with("boot\n", std::string("--set 'faults=[{link: near.clink1, at: ") + time + "}]'");
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.err.find("program 'host': behind: `"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("was not answered within 100 us: its control unit is not reached"),
              std::string::npos)
        << result.err;
  }
}

TEST(ControlLinks, of_files_that_do_not_fit_are_refused) {
  expect_refused("boot\nboot swich\n", "", "todo.txt:2:6: no device on its control links: 'swich'");
  expect_refused("bot\n", "", "todo.txt:1:1: unknown command: 'bot'");
  expect_refused("poke switch 0x10\n", "", "expected `poke DEVICE ADDRESS VALUE`");
  expect_refused("poke switch 0x10 zz\n", "", "todo.txt:1:18: 'zz' as a word");
  expect_refused("boot\n", "--set components.far.switch=bhind", "no c104: 'bhind'");
  expect_refused("boot\n", "--set components.far.switch=switch",
                 "a second control unit of 'switch', beside 'near'");
  expect_refused("boot\n", "--set defaults.dslink.await_null=false", "expected `await_null: true`");
  expect_refused("boot\n",
                 "--set defaults.dslink.form=spacewire --set defaults.dslink.await_null=false",
                 "expected `form: ieee1355`");
}

TEST(ControlLinks, that_join_the_same_ends_are_refused) {
  const Shell shell;
  std::string turned = text;
  turned.replace(turned.find("to: far.clink0"), 14, "to: far.clink1");
  shell.write("two.yaml", turned);
  shell.write("todo.txt", "boot\n");
  const Result result = shell.run("weft check two.yaml");
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("two.yaml:15:5: a control link between 'near' and 'far' that joins "
                            "clink1 of both"),
            std::string::npos)
      << result.err;
}

TEST(ControlLinks, of_a_c104_that_carries_them_lead_to_nothing_else) {
  const auto check = [](const std::string& link, const std::string& message) {
    const Shell shell;
    std::string tree = text;
    const auto replace = [&tree](const std::string& what, const std::string& by) {
      tree.replace(tree.find(what), what.size(), by);
    };
    replace("links:\n", "  hub: {type: c104, links: 4}\nlinks:\n" + link);
    replace("host.link0, to: near.clink0", "host.link0, to: hub.link0");
    replace("routing:", "  - {from: hub.link1, to: near.clink0}\nrouting:");
    shell.write("two.yaml", tree);
    shell.write("todo.txt", "boot\n");
    const Result result = shell.run("weft check two.yaml");
    EXPECT_EQ(result.status, message.empty() ? 0 : 2) << result.err;
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
  };
  check("", "");
  check("  - {from: left.link1, to: hub.link2}\n",
        "two.yaml:10:3: 'hub', which carries control links, with a link to 'left'");
  check("  - {from: far.clink1, to: hub.link2}\n", "two.yaml:10:3: 'hub' twice in a tree");
  check("  - {from: hub.link3, to: hub.link2}\n", "two.yaml:10:3: 'hub' twice in a tree");
}

// The two switches, and the left T9000 behind them.
Result run_with_processor(const std::string& commands, const std::string& of_unit,
                          const std::string& arguments = "") {
  const Shell shell;
  std::string booted = text;
  const auto replace = [&booted](const std::string& what, const std::string& by) {
    booted.replace(booted.find(what), what.size(), by);
  };
  replace("links:\n", "  unit: {type: t9000_control, " + of_unit + "}\nlinks:\n");
  replace("routing:", "  - {from: far.clink1, to: unit.clink0}\nrouting:");
  shell.write("two.yaml", booted);
  shell.write("todo.txt", commands);
  shell.write("image", std::string("\x21\x0f\0\x22\xf0", 5));
  return shell.run("weft run two.yaml " + arguments);
}

TEST(ControlLinks, boot_a_t9000_with_its_image_and_then_the_workload_runs) {
  for (const char* level : {"token", "packet"}) {
    const Result result = run_with_processor("boot\n", "processor: left, image: image",
                                             std::string("--all --level ") + level);
    EXPECT_EQ(result.status, 0) << result.err;
  }
  const Result by_hand =
      run_with_processor("boot switch\nboot behind\nstart left\nload left\npeek left 4\nrun left\n",
                         "processor: left, image: image");
  EXPECT_EQ(by_hand.status, 0) << by_hand.err;
}

TEST(ControlLinks, a_t9000_that_is_never_let_run_fails_the_run) {
  const auto expect = [](const std::string& commands, const std::string& message) {
    const Result result = run_with_processor(commands, "processor: left");
    EXPECT_EQ(result.status, 1) << commands;
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
  };
  const std::string switches = "boot switch\nboot behind\n";
  expect(switches, "left stands still: its control unit 'unit' was never started");
  expect(switches + "start left\nload left\n",
         "left stands still: its control unit 'unit' does not let it run");
  expect(switches + "start left\npeek left 0x4000\n", "left: `peek 0x4000`: no such register");
}

TEST(ControlLinks, of_t9000s_that_do_not_fit_are_refused) {
  const auto expect = [](const std::string& of_unit, const std::string& commands,
                         const std::string& message) {
    const Result result = run_with_processor(commands, of_unit);
    EXPECT_EQ(result.status, 2) << of_unit << commands;
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
  };
  expect("processor: lefft", "boot\n", "no t9000: 'lefft'");
  expect("processor: host", "boot\n", "no t9000: 'host'");
  expect("processor: left, image: imag", "boot\n", "imag");
  expect("processor: left, image: image, memory_bytes: 4", "boot\n",
         "an image of 5 bytes; expected at most memory_bytes = 4");
  expect("processor: left", "boot\nrun switch\n",
         "todo.txt:2:5: `run` of the c104 'switch'; expected a t9000");
  expect("memory_bytes: 8", "boot\n", "processor");
}

TEST(ControlLinks, boot_a_switch_of_packets_beside_one_of_tokens) {
  const Result result = run_with("boot\n", "--all --set components.switch.level=packet");
  EXPECT_EQ(result.status, 0) << result.err;
}

}  // namespace
}  // namespace weft::test
