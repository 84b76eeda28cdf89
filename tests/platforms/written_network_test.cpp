// Routing algorithms on routers and links by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "platforms/components/c104_tables.hpp"
#include "platforms/processors.hpp"
#include "tests/platforms/follower.hpp"
#include "tests/platforms/support.hpp"

namespace weft {
namespace {

using test::error_of;
using test::Follower;
using test::resolve_text;

/// Routers s0, s1, ... in a line or a ring, each with a processor; `width` links from each to the
/// next.
std::string chain(unsigned routers, bool closed, const std::string& routing, unsigned width = 1) {
  std::string text = "routing: {" + routing + "}\ncomponents:\n";
  for (unsigned i = 0; i < routers; ++i) {
    text += fmt::format("  p{0}: {{type: t9000}}\n  s{0}: {{type: c104}}\n", i);
  }
  text += "links:\n";
  for (unsigned i = 0; i < routers; ++i) {
    text += fmt::format("  - {{from: p{0}.link0, to: s{0}.link7}}\n", i);
    if (i + 1 == routers && !closed) continue;
    text += fmt::format("  - {{from: s{}.link10, to: s{}.link0, width: {}}}\n", i,
                        (i + 1) % routers, width);
  }
  return text;
}

std::size_t longest_way(const Platform& platform) {
  Follower follower(platform);
  std::size_t longest = 0;
  for (const Processor& from : processors_of(platform)) {
    for (const Processor& to : processors_of(platform)) {
      if (&from == &to) continue;
      longest = std::max(longest, follower.longest_way(from, to));
    }
  }
  EXPECT_FALSE(follower.has_cycle());
  return longest;
}

TEST(WrittenNetwork, IsRoutedUpAndDownWithoutAnIntervalByHand) {
  EXPECT_EQ(longest_way(resolve_text(chain(5, true, "algorithm: up_down"))), 4U);
  EXPECT_EQ(longest_way(resolve_text(chain(5, true, "algorithm: up_down, root: s2"))), 4U);
}

TEST(WrittenNetwork, IsRoutedByShortestPaths) {
  EXPECT_EQ(longest_way(resolve_text(chain(6, false, "algorithm: shortest_path"))), 6U);
  EXPECT_NE(error_of(chain(6, true, "algorithm: shortest_path")).find("can deadlock"),
            std::string::npos);
}

TEST(WrittenNetwork, TakesTheWaysOfAFile) {
  const test::TemporaryFolder folder;
  const auto file = folder.write("ways.txt", "s0 s1 s2\ns2 s1 s0\ns0 s1\ns1 s0\ns1 s2\ns2 s1\n");
  const std::string routing = fmt::format("algorithm: source_tables, file: '{}'", file.string());
  EXPECT_EQ(longest_way(resolve_text(chain(3, true, routing))), 3U) << "the third side is not used";
}

TEST(WrittenNetwork, UsesAnyFreeLinkOfAFatLink) {
  const Platform platform = resolve_text(chain(2, false, "algorithm: shortest_path", 3));
  const RouterTables& tables = tables_of(platform).at(*platform.find("s0"));
  const auto& intervals = tables.tables[tables.table_of_link[7]].intervals;
  ASSERT_EQ(intervals.size(), 2U);
  EXPECT_EQ(intervals[1].first_link, 10U);
  EXPECT_EQ(intervals[1].group_size, 3U);
  const Platform shared =
      resolve_text(chain(2, false, "algorithm: shortest_path, grouped: false", 3));
  for (const auto& [component, router] : tables_of(shared)) {
    for (const Interval& interval : router.tables[0].intervals) {
      EXPECT_EQ(interval.group_size, 1U);
    }
  }
}

// Each processor has a link into either of two networks that are not connected.
TEST(WrittenNetwork, MayBeOfPartsThatAreNotConnected) {
  const Platform platform = resolve_text(
      "routing: {algorithm: up_down}\n"
      "components: {a: {type: t9000}, b: {type: t9000}, c: {type: t9000}, one: {type: c104},\n"
      "             two: {type: c104}, three: {type: c104}}\n"
      "links:\n"
      "  - {from: a.link0, to: one.link0}\n"
      "  - {from: b.link0, to: one.link1}\n"
      "  - {from: c.link0, to: one.link2}\n"
      "  - {from: a.link1, to: two.link0}\n"
      "  - {from: b.link1, to: two.link1}\n"
      "  - {from: c.link1, to: three.link0}\n"
      "  - {from: two.link5, to: three.link5}\n");
  EXPECT_EQ(processors_of(platform).size(), 3U);
  EXPECT_EQ(longest_way(platform), 2U) << "by two and three";
}

TEST(WrittenNetwork, KeepsTablesThatAreWritten) {
  std::string text = chain(2, false, "algorithm: shortest_path");
  const std::string plain = "s1: {type: c104}";
  text.replace(text.find(plain), plain.size(),
               "s1: {type: c104, intervals: [{to: 2, links: link0}, {to: 4, links: link7}]}");
  const Platform platform = resolve_text(text);
  EXPECT_EQ(tables_of(platform).at(*platform.find("s1")).tables.size(), 1U);
  EXPECT_EQ(longest_way(platform), 2U);
}

TEST(WrittenNetwork, IsRoutedAroundFaultsInTheRun) {
  const std::string faults = "faults: [{link: s0.link10, at: 20 us}]\nrun: {for: 100 us}\n";
  const Platform platform = resolve_text(chain(4, true, "algorithm: up_down") + faults);
  ASSERT_EQ(rewrites_of(platform).size(), 1U);
  EXPECT_EQ(rewrites_of(platform)[0].at, 30 * microsecond);
  EXPECT_TRUE(unreachable_of(platform).empty() ||
              unreachable_of(platform)[0].since == 20 * microsecond);
}

TEST(WrittenNetwork, SaysWhatCannotBeRouted) {
  EXPECT_EQ(error_of(chain(4, true, "algorithm: dimension_order")),
            "t.yaml:1:22: the routing dimension_order on routers by hand; expected up_down, "
            "shortest_path or source_tables");
  EXPECT_EQ(error_of("components: {a: {type: t9000}, b: {type: t9000}}\n"
                     "links: [{from: a.link0, to: b.link0}]\nrouting: {algorithm: up_down}\n"),
            "t.yaml:3:10: 'routing' of a platform without routers; expected a c104 among the "
            "components, or a `network:`");
  EXPECT_EQ(error_of(chain(4, true, "algorithm: up_down, root: s5")),
            "t.yaml:1:37: unknown router as root: 's5'; expected s0, s1, s2 or s3; did you mean "
            "'s0'?");
  EXPECT_EQ(error_of(chain(4, true, "addresing: processor")),
            "t.yaml:1:11: unknown key of routing: 'addresing'; expected addressing, channels, "
            "header_bytes, deadlock or algorithm; did you mean 'addressing'?");
}

}  // namespace
}  // namespace weft
