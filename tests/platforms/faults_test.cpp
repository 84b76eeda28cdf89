// `faults:` of a platform.
#include <gtest/gtest.h>

#include <string>

#include "tests/platforms/support.hpp"

namespace weft::test {
namespace {

const std::string switch_of_two =
    "components: {a: {type: t9000}, b: {type: t9000}, lone: {type: c104},\n"
    "  hub: {type: c104, intervals: [{to: 2, links: link0}, {to: 4, links: link1..link2}]}}\n"
    "links: [{from: a.link0, to: hub.link0}, {from: b.link0, to: hub.link1, width: 2}]\n"
    "run: {for: 1 ms}\n"
    "faults: ";

std::string fault(const std::string& list) { return error_of(switch_of_two + list); }

TEST(Faults, name_a_link_by_either_end_and_a_time) {
  const Platform platform =
      resolve_text(switch_of_two + "[{link: hub.link2}, {link: a.link0, at: 5 us}]");
  ASSERT_EQ(platform.faults.size(), 2U);
  EXPECT_EQ(platform.faults[0].link, 0U);
  EXPECT_EQ(platform.faults[0].at, 5 * microsecond);
  EXPECT_EQ(platform.faults[1].link, 2U);
  EXPECT_EQ(platform.faults[1].at, 0U);
}

TEST(Faults, of_a_component_take_all_its_links_and_the_earlier_counts) {
  const Platform platform =
      resolve_text(switch_of_two + "[{component: hub, at: 9 us}, {link: b.link1, at: 5 us}]");
  ASSERT_EQ(platform.faults.size(), 3U);
  EXPECT_EQ(platform.faults[0].at, 9 * microsecond);
  EXPECT_EQ(platform.faults[1].at, 9 * microsecond);
  EXPECT_EQ(platform.faults[2].at, 5 * microsecond);
}

TEST(Faults, that_cannot_be_are_errors_with_their_place) {
  EXPECT_EQ(
      fault("[{link: hob.link1}]"),
      "t.yaml:5:17: unknown component: 'hob'; expected a, b, lone or hub; did you mean 'hub'?");
  EXPECT_EQ(fault("[{link: a.link1}]"),
            "t.yaml:5:17: 'a' has no such link that leads anywhere: 'link1'; expected link0; did "
            "you mean 'link0'?");
  EXPECT_EQ(fault("[{link: hub.link1}, {link: b.link0}]"),
            "t.yaml:5:36: a second fault of the link b.link0; expected one, it is at t.yaml:5:17");
  EXPECT_EQ(fault("[{link: a.link0, at: 1 ms}]"),
            "t.yaml:5:30: a fault at 1 ms in a run of 1 ms; expected an earlier one, or a longer "
            "run");
  EXPECT_EQ(fault("[{component: lone}]"),
            "t.yaml:5:22: a fault of 'lone'; it has no link that leads anywhere");
  EXPECT_EQ(error_of("components: {c: {type: iwarp}}\nfaults: [{component: c}]\n"),
            "t.yaml:2:22: a fault of 'c'; it has no bus that leads anywhere");
  EXPECT_EQ(fault("[{at: 1 us}]"),
            "t.yaml:5:10: a fault of nothing; expected `link: switch.link3`, or `component: "
            "switch`");
  EXPECT_NE(fault("[{link: a}]"), "");
  EXPECT_NE(fault("{link: a.link0}"), "");
}

TEST(Faults, a_watchdog_must_be_slower_than_an_fct) {
  EXPECT_EQ(error_of(switch_of_two + "[]", {"run.watchdog=1us"}),
            "--set run.watchdog: '1us' for 'watchdog'; expected 20 us..1000 s, or 0 ns");
  EXPECT_EQ(error_of(switch_of_two + "[]", {"run.watchdog=0ns"}), "");
}

}  // namespace
}  // namespace weft::test
