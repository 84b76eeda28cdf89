// Routing that can deadlock is refused with a cycle of channels; routing that cannot is not.
#include "platforms/checks/deadlock.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "platforms/processors.hpp"
#include "tests/platforms/support.hpp"

namespace weft {
namespace {

using test::error_of;
using test::resolve_text;

constexpr const char* by_processor = "routing: {addressing: processor}\n";

std::string with(std::string text, const std::string& what, const std::string& instead) {
  text.replace(text.find(what), what.size(), instead);
  return text;
}

// Each packet goes up the ring: link0 of a router is joined to link1 of the next one.
std::string ring(unsigned size) {
  std::string yaml = std::string(by_processor) + "components:\n";
  for (unsigned i = 0; i < size; ++i) yaml += fmt::format("  p{}: {{type: t9000}}\n", i);
  for (unsigned i = 0; i < size; ++i) {
    yaml += fmt::format("  r{}: {{type: c104, intervals: [", i);
    for (unsigned to = 0; to < size; ++to) {
      yaml += fmt::format("{{to: {}, links: link{}}}, ", to + 1, to == i ? 2 : 0);
    }
    yaml += "]}\n";
  }
  yaml += "links:\n";
  for (unsigned i = 0; i < size; ++i) {
    yaml += fmt::format("  - {{from: r{}.link0, to: r{}.link1}}\n", i, (i + 1) % size);
    yaml += fmt::format("  - {{from: p{}.link0, to: r{}.link2}}\n", i, i);
  }
  return yaml;
}

TEST(Deadlock, ARingOfSingleLinksIsRefusedWithItsCycle) {
  EXPECT_EQ(error_of(ring(4)),
            "t.yaml:8:31: routing that can deadlock: r0.link0 -> r1.link0 -> r2.link0 -> r3.link0 "
            "-> r0.link0; expected no cycle of channels (see `weft draw --cycle`), or `routing: "
            "{deadlock: allowed}`");
  EXPECT_NE(error_of(ring(12)).find("r7.link0 -> ... (4 more) -> r0.link0;"), std::string::npos)
      << error_of(ring(12));
}

TEST(Deadlock, ACycleThatIsAllowedCanBeLookedAt) {
  const Platform platform =
      resolve_text(with(ring(4), "processor}", "processor, deadlock: allowed}"));
  const auto cycle = find_deadlock(platform);
  ASSERT_TRUE(cycle);
  ASSERT_EQ(cycle->channels.size(), 4U);
  EXPECT_EQ(cycle_text(platform, *cycle),
            "r0.link0 -> r1.link0 -> r2.link0 -> r3.link0 -> r0.link0");
  EXPECT_EQ(cycle->channels[0].name, "r0.link0 -> r1");
  for (const ChannelStep& step : cycle->channels) {
    // whoever is two routers further: its packets hold this channel and ask for the next one
    const Processor& processor = processors_of(platform)[step.processor];
    EXPECT_EQ(processor.min_header, step.header);
    EXPECT_NE(platform.components[processor.component].name[1],
              platform.components[step.to.component].name[1]);
  }
  const RoutingBound bound = routing_bound(platform);
  EXPECT_EQ(bound.verdict, DeadlockVerdict::cycle);
  EXPECT_EQ(bound.channels, 4U);
  EXPECT_EQ(bound.dependencies, 4U);
  EXPECT_FALSE(bound.longest_way);
}

TEST(Deadlock, TheKeyIsCheckOrAllowed) {
  EXPECT_EQ(error_of(with(ring(4), "processor}", "processor, deadlock: alowed}")),
            "t.yaml:1:44: unknown deadlock: 'alowed'; expected check or allowed; did you mean "
            "'allowed'?");
  EXPECT_EQ(error_of(with(ring(2), "processor}", "processor, deadlock: check}")), "");
}

TEST(Deadlock, DimensionOrderOnMeshesIsFreeOfIt) {
  // x up to three links, y up to one, and one at each end
  const RoutingBound bound =
      routing_bound(resolve_text(std::string("network: {topology: mesh, shape: 4x2}\n")));
  EXPECT_EQ(bound.verdict, DeadlockVerdict::no_cycle);
  EXPECT_EQ(bound.channels, 20U);
  ASSERT_TRUE(bound.longest_way);
  EXPECT_EQ(*bound.longest_way, 3U + 1U + 2U);
}

// Routers 00, 10, 01 and 11 with headers 0 to 3: link0 leads along x, link1 along y, link2 to the
// processor. `turn` is the table of the processors' links of r10 and r01.
std::string square(bool y_first) {
  const auto table = [](const char* links) {
    std::string text = "[";
    for (unsigned i = 0; i < 4; ++i)
      text += fmt::format("{{to: {}, links: link{}}}, ", i + 1, links[i]);
    return text + "]";
  };
  const auto router = [&](const char* name, const char* x_first, const char* other) {
    std::string text =
        fmt::format("  {}:\n    type: c104\n    intervals: {}\n", name, table(x_first));
    if (y_first) {
      text += fmt::format("    per_link: [{{links: link2, intervals: {}}}]\n", table(other));
    }
    return text;
  };
  std::string yaml = std::string(by_processor) + "components:\n";
  for (const char* name : {"p00", "p10", "p01", "p11"}) {
    yaml += fmt::format("  {}: {{type: t9000}}\n", name);
  }
  yaml += router("r00", "2010", "2010") + router("r10", "0201", "0211") +
          router("r01", "1020", "1120") + router("r11", "0102", "0102");
  yaml += "links:\n";
  for (const char* name : {"00", "10", "01", "11"}) {
    yaml += fmt::format("  - {{from: p{}.link0, to: r{}.link2}}\n", name, name);
  }
  return yaml +
         "  - {from: r00.link0, to: r10.link0}\n"
         "  - {from: r01.link0, to: r11.link0}\n"
         "  - {from: r00.link1, to: r01.link1}\n"
         "  - {from: r10.link1, to: r11.link1}\n";
}

TEST(Deadlock, XThenYForSomeAndYThenXForOthersIsRefused) {
  EXPECT_EQ(error_of(square(false)), "");
  EXPECT_EQ(error_of(square(true)),
            "t.yaml:13:16: routing that can deadlock: r00.link0 -> r10.link1 -> r11.link0 -> "
            "r01.link1 -> r00.link0; expected no cycle of channels (see `weft draw --cycle`), or "
            "`routing: {deadlock: allowed}`");
}

TEST(Deadlock, ToriWithLanesAreFreeOfIt) {
  for (const char* shape : {"8", "5x4", "4x4x4"}) {
    const Platform platform = resolve_text(
        fmt::format("network: {{topology: torus, shape: {}, width: 2}}\n{}", shape, by_processor));
    EXPECT_FALSE(find_deadlock(platform));
    EXPECT_EQ(routing_bound(platform).verdict, DeadlockVerdict::no_cycle);
  }
}

TEST(Deadlock, AWayInThroughALinkAndOutThroughItAgainIsTwoChannels) {
  // a sends to b over r1, although both hang on r0
  const Platform platform =
      resolve_text(std::string(by_processor) +
                   "components:\n"
                   "  a: {type: t9000}\n"
                   "  b: {type: t9000}\n"
                   "  r0:\n"
                   "    type: c104\n"
                   "    intervals: [{to: 1, links: link0}, {to: 2, links: link1}]\n"
                   "    per_link: [{links: link0..link1, intervals: [{to: 2, links: link2}]}]\n"
                   "  r1: {type: c104, intervals: [{to: 2, links: link0}]}\n"
                   "links:\n"
                   "  - {from: a.link0, to: r0.link0}\n"
                   "  - {from: b.link0, to: r0.link1}\n"
                   "  - {from: r0.link2, to: r1.link0}\n");
  const RoutingBound bound = routing_bound(platform);
  EXPECT_EQ(bound.channels, 2U);
  EXPECT_EQ(bound.dependencies, 1U);
  EXPECT_EQ(bound.longest_way, 4U);
}

TEST(Deadlock, NeedsNoRouters) {
  const RoutingBound bound = routing_bound(resolve_text(
      "components: {a: {type: t9000}, b: {type: t9000}}\nlinks: [{from: a.link0, to: b.link0}]\n"));
  EXPECT_EQ(bound.verdict, DeadlockVerdict::no_cycle);
  EXPECT_EQ(bound.channels, 0U);
  EXPECT_EQ(bound.longest_way, 1U);
}

// A ring of 4 routers. link3 goes up the ring to link1 of the next router: adaptive, a cycle. link2
// goes up and link4 down the same routers as a line, which is open: escape links.
std::string ring_with_escape() {
  std::string yaml = std::string(by_processor) + "components:\n";
  for (unsigned i = 0; i < 4; ++i) yaml += fmt::format("  p{}: {{type: t9000}}\n", i);
  for (unsigned i = 0; i < 4; ++i) {
    const auto table = [i](const char* down, const char* up) {
      std::string text;
      if (i > 0) text += fmt::format("{{to: {}, links: {}}}, ", i, down);
      text += fmt::format("{{to: {}, links: link0}}", i + 1);
      if (i < 3) text += fmt::format(", {{to: 4, links: {}}}", up);
      return text;
    };
    yaml += fmt::format(
        "  r{}:\n    type: c104\n    overlapping_groups: true\n    intervals: [{}]\n    "
        "per_link:\n"
        "      - {{links: link2, escape: true, intervals: [{}]}}\n"
        "      - {{links: link4, escape: true, intervals: [{}]}}\n",
        i, table("link3..link4", "link2..link3"), table("link4", "link2"), table("link4", "link2"));
  }
  yaml += "links:\n";
  for (unsigned i = 0; i < 4; ++i) {
    yaml += fmt::format("  - {{from: p{}.link0, to: r{}.link0}}\n", i, i);
    yaml += fmt::format("  - {{from: r{}.link3, to: r{}.link1}}\n", i, (i + 1) % 4);
    if (i < 3) yaml += fmt::format("  - {{from: r{}.link2, to: r{}.link4}}\n", i, i + 1);
  }
  return yaml;
}

TEST(Deadlock, EscapeLinksKeepAnAdaptiveRingFreeOfIt) {
  const std::string yaml = ring_with_escape();
  EXPECT_EQ(error_of(yaml), "");
  const Platform platform = resolve_text(yaml);
  EXPECT_FALSE(find_deadlock(platform));
  const RoutingBound bound = routing_bound(platform);
  EXPECT_EQ(bound.verdict, DeadlockVerdict::escape_links);
  EXPECT_FALSE(bound.longest_way);
}

TEST(Deadlock, WithoutTheMarksTheAdaptiveRingIsRefused) {
  std::string yaml = ring_with_escape();
  for (std::size_t at; (at = yaml.find("escape: true, ")) != std::string::npos;) yaml.erase(at, 14);
  EXPECT_NE(error_of(yaml).find("can deadlock: r0.link3 -> r1.link3 -> r2.link3 -> r3.link3 -> "),
            std::string::npos)
      << error_of(yaml);
}

TEST(Deadlock, AdaptiveLinksWithoutAnEscapeLinkBesideAreRefused) {
  EXPECT_EQ(
      error_of(with(ring_with_escape(), "{to: 4, links: link2..link3}", "{to: 4, links: link3}")),
      "t.yaml:10:16: routing that can deadlock: headers 1..3 that came by p0.link0 may leave "
      "by r0.link3, but by no escape link; expected an escape link in the same hunt group");
}

TEST(Deadlock, EscapeLinksThatLeadBackToAdaptiveOnesAreRefused) {
  // what comes up to r1 by the escape link may take either link on
  std::string yaml = ring_with_escape();
  const std::size_t at = yaml.find("links: link4, escape", yaml.find("  r1:"));
  const std::string only = "{to: 4, links: link2}";
  yaml.replace(yaml.find(only, at), only.size(), "{to: 4, links: link2..link3}");
  EXPECT_EQ(error_of(yaml),
            "t.yaml:20:49: routing that can deadlock: headers 2..3 that came by the escape link "
            "r0.link2 may leave by r1.link3, which is none; expected escape links only from there "
            "on");
}

TEST(Deadlock, EscapeLinksInACycleAreRefused) {
  std::string yaml = ring_with_escape();
  for (std::size_t at = 0; (at = yaml.find("    per_link:\n", at)) != std::string::npos;) {
    at += 14;
    yaml.insert(at, "      - {links: link3, escape: true}\n");
  }
  EXPECT_EQ(error_of(yaml),
            "t.yaml:18:16: routing that can deadlock: escape links that wait for each other: "
            "r0.link3 -> r1.link3 -> r2.link3 -> r3.link3 -> r0.link3; expected no cycle of them");
}

}  // namespace
}  // namespace weft
