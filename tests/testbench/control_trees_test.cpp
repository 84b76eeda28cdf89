// Trees of control links with C104s in them, at each level.
#include <gtest/gtest.h>

#include <string>

#include "rtl/c104/c104_models.hpp"
#include "testbench/families/control_links/control_programs.hpp"
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
  for (Time now = 0; now < 400 * microsecond; now += 20 * microsecond) {
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

}  // namespace
}  // namespace weft::test
