// Ranges of headers against each header by itself, on random tables.
#include "platforms/checks/header_flow.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "hw/c104/interval_table.hpp"
#include "platforms/checks/header_walk.hpp"
#include "platforms/checks/reachability.hpp"
#include "platforms/checks/unreachable_pairs.hpp"
#include "platforms/components/c104_tables.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/processors.hpp"
#include "tests/platforms/support.hpp"

namespace weft {
namespace {

constexpr std::int64_t no_random = -1;

// A packet on a channel: channel, header, random header in front of it.
using Traveller = std::tuple<ChannelId, std::uint32_t, std::int64_t>;

// Follows one packet after the other.
class SinglePackets {
 public:
  explicit SinglePackets(const Platform& platform) : platform_(platform), channels_(platform) {}

  std::set<Traveller> all() {
    for (const Processor& source : processors_of(platform_)) {
      for (const Processor& destination : processors_of(platform_)) {
        if (&source != &destination) send(source, destination);
      }
    }
    return std::move(seen_);
  }

  // Is some packet of this pair discarded?
  bool is_discarded(const Processor& source, const Processor& destination) {
    seen_.clear();
    discarded_ = false;
    send(source, destination);
    return discarded_;
  }

 private:
  void send(const Processor& source, const Processor& destination) {
    for (std::uint32_t header = destination.min_header; header <= destination.max_header;
         ++header) {
      for (unsigned port = 0; port < source.links; ++port) {
        travel({channels_.at({source.component, port}), header, no_random});
      }
    }
  }

  void travel(const Traveller& start) {
    std::vector<Traveller> open{start};
    while (!open.empty()) {
      const auto [channel, header, random] = open.back();
      open.pop_back();
      if (!seen_.insert({channel, header, random}).second) continue;
      const LinkEnd at = channels_.to(channel);
      if (!platform_.components[at.component].is(Part::table_router)) continue;
      const RouterTables& router = tables_of(platform_).at(at.component);
      const C104LinkParameters& input = router.per_link[at.port];
      if (!input.random_header) {
        route(at, header, random, open);
      } else if (random == no_random) {
        for (std::uint32_t i = 0; i < input.random_range; ++i) {
          route(at, header, input.random_base + i, open);
        }
      }
    }
  }

  void route(LinkEnd at, std::uint32_t header, std::int64_t random, std::vector<Traveller>& open) {
    const RouterTables& router = tables_of(platform_).at(at.component);
    const IntervalTable table(router.tables[router.table_of_link[at.port]].intervals);
    const std::uint32_t first = random == no_random ? header : static_cast<std::uint32_t>(random);
    const Interval& interval = table.lookup(first);
    if (interval.action == IntervalAction::discard) discarded_ = true;
    if (interval.action == IntervalAction::strip && random != no_random) {
      route(at, header, no_random, open);
    }
    if (interval.action != IntervalAction::route) return;
    for (unsigned i = 0; i < interval.group_size; ++i) {
      const unsigned port = interval.first_link + i;
      const ChannelId next = channels_.at({at.component, port});
      const bool deleted = router.per_link[port].delete_header;
      if (next == no_channel || (deleted && random == no_random)) continue;
      open.emplace_back(next, header, deleted ? no_random : random);
    }
  }

  const Platform& platform_;
  Channels channels_;
  std::set<Traveller> seen_;
  bool discarded_ = false;
};

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

  // Some intervals lead elsewhere, some links have a table of their own.
  void change_tables(Platform& platform, unsigned one_in) {
    for (auto& [component, router] : platform.parts.edit<SwitchTables>().routers) {
      if (below(2) == 0) {
        router.tables.push_back(router.tables.front());
        router.table_of_link[below(6)] = router.tables.size() - 1;
      }
      for (RoutingTable& table : router.tables) {
        for (Interval& interval : table.intervals.own_intervals()) {
          if (below(one_in) == 0) change(interval);
        }
      }
    }
  }

  void add_random_headers(Platform& platform) {
    for (auto& [component, router] : platform.parts.edit<SwitchTables>().routers) {
      for (RoutingTable& table : router.tables) {
        std::vector<Interval>& intervals = table.intervals.own_intervals();
        intervals.push_back({104, IntervalAction::strip, 0, 1});
        intervals.push_back({108, IntervalAction::route, below(4), 1});
        if (below(2) == 0)
          std::swap(intervals.back().action, intervals[intervals.size() - 2].action);
      }
      for (C104LinkParameters& link : router.per_link) {
        link.random_header = below(4) == 0;
        link.random_base = 100 + below(4);
        link.random_range = 1 + below(4);
        link.delete_header = below(8) == 0;
      }
    }
  }

 private:
  void change(Interval& interval) {
    const auto action =
        below(6) == 0 ? static_cast<IntervalAction>(1 + below(3)) : IntervalAction::route;
    const unsigned first = below(6);
    interval = {interval.limit, action, first, 1 + below(2)};
  }

  std::mt19937 random_;
};

Platform small_mesh(const char* shape = "3x2", const char* routing = "addressing: processor") {
  return test::resolve_text(
      fmt::format("network: {{topology: mesh, shape: {}, width: 1, router: {{links: 8}}}}\n"
                  "routing: {{{}}}\n",
                  shape, routing));
}

std::string error_of_walk(const Platform& platform) {
  std::vector<std::size_t> all(processors_of(platform).size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  try {
    walk_headers(platform, all);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

std::string error_of_check(const Platform& platform) {
  try {
    check_reachability(HeaderFlow(platform));
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

std::set<Traveller> plain_of(const HeaderFlow& flow) {
  std::set<Traveller> result;
  for (std::size_t i = 0; i < flow.channels().count(); ++i) {
    const auto channel = static_cast<ChannelId>(i);
    for (const HeaderRange& range : flow.plain(channel).ranges()) {
      for (std::uint32_t header = range.first; header <= range.last; ++header) {
        result.emplace(channel, header, no_random);
      }
    }
  }
  return result;
}

TEST(HeaderFlow, CarriesWhatSinglePacketsCarry) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Platform platform = small_mesh("3x2", seed % 2 == 0 ? "addressing: processor" : "channels: 7");
    Mutator(seed).change_tables(platform, 1 + seed % 8);
    const HeaderFlow flow(platform);
    ASSERT_EQ(plain_of(flow), SinglePackets(platform).all());
  }
}

TEST(HeaderFlow, CarriesAtLeastWhatSinglePacketsCarryBehindRandomHeaders) {
  std::size_t behind = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Platform platform = small_mesh();
    Mutator mutator(seed);
    mutator.change_tables(platform, 8);
    mutator.add_random_headers(platform);
    const HeaderFlow flow(platform);
    for (const auto& [channel, header, random] : SinglePackets(platform).all()) {
      if (random == no_random) {
        ASSERT_TRUE(flow.plain(channel).contains(header));
        continue;
      }
      ++behind;
      ASSERT_TRUE(flow.random(channel).headers.contains(header));
      ASSERT_TRUE(flow.random(channel).randoms.contains(static_cast<std::uint32_t>(random)));
    }
  }
  EXPECT_GT(behind, 1000U);
}

TEST(Reachability, FindsTheErrorThatTheWalkOfEachHeaderFinds) {
  std::size_t good = 0;
  std::size_t loops = 0;
  for (unsigned seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(seed);
    Platform platform = small_mesh("3x2", seed % 2 == 0 ? "addressing: processor" : "channels: 7");
    Mutator mutator(seed);
    mutator.change_tables(platform, 2 + seed % 30);
    if (seed % 3 == 0) mutator.add_random_headers(platform);
    const std::string expected = error_of_walk(platform);
    ASSERT_EQ(error_of_check(platform), expected);
    if (expected.empty()) ++good;
    if (expected.find("goes round") != std::string::npos) ++loops;
  }
  EXPECT_GT(good, 20U);
  EXPECT_GT(loops, 20U);
}

TEST(Reachability, NamesOnlyTheHeaderThatGoesRoundAmongManyThatShareACycleOfChannels) {
  // p3's header goes round the ring; those of all others get off, and their channels are a cycle
  std::string yaml = "routing: {addressing: processor, deadlock: allowed}\ncomponents:\n";
  for (unsigned i = 0; i < 4; ++i) yaml += fmt::format("  p{}: {{type: t9000}}\n", i);
  for (unsigned i = 0; i < 4; ++i) {
    yaml += fmt::format("  r{}:\n    type: c104\n    intervals:\n", i);
    for (unsigned to = 0; to < 4; ++to) {
      yaml += fmt::format("      - {{to: {}, links: link{}}}\n", to + 1, to == i && i != 3 ? 2 : 0);
    }
  }
  yaml += "links:\n";
  for (unsigned i = 0; i < 4; ++i) {
    yaml += fmt::format("  - {{from: r{}.link0, to: r{}.link1}}\n", i, (i + 1) % 4);
    yaml += fmt::format("  - {{from: p{}.link0, to: r{}.link2}}\n", i, i);
  }
  EXPECT_EQ(test::error_of(yaml),
            "t.yaml:10:7: header 3 of 'p3', which goes round: r0 -> r1 -> r2 -> r3 -> r0; expected "
            "a way to 'p3'");
}

// Discards are faults, other mutations are none.
void break_intervals(Platform& platform, Mutator& mutator) {
  for (auto& [component, router] : platform.parts.edit<SwitchTables>().routers) {
    for (RoutingTable& table : router.tables) {
      table.faulty.assign(table.intervals.size(), false);
      for (std::size_t i = 0; i < table.intervals.size(); ++i) {
        if (mutator.below(8) != 0) continue;
        table.intervals.own_intervals()[i].action = IntervalAction::discard;
        table.faulty[i] = true;
      }
    }
  }
}

TEST(UnreachablePairs, AreThoseOfWhichAPacketIsDiscardedForAFault) {
  std::size_t found = 0;
  for (unsigned seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    Platform platform = small_mesh("4x3", seed % 2 == 0 ? "addressing: processor" : "channels: 13");
    Mutator mutator(seed);
    break_intervals(platform, mutator);
    ASSERT_EQ(error_of_check(platform), "");
    std::vector<UnreachablePair> expected;
    SinglePackets packets(platform);
    for (std::size_t from = 0; from < processors_of(platform).size(); ++from) {
      for (std::size_t to = 0; to < processors_of(platform).size(); ++to) {
        if (from != to &&
            packets.is_discarded(processors_of(platform)[from], processors_of(platform)[to]))
          expected.push_back({from, to});
      }
    }
    ASSERT_EQ(unreachable_pairs(HeaderFlow(platform)).pairs, expected);
    found += expected.size();
  }
  EXPECT_GT(found, 1000U);
}

TEST(UnreachablePairs, AreFoundBehindRandomHeadersToo) {
  // all packets of a go by r1, whose way to c is broken
  Platform platform = test::resolve_text(
      "routing: {addressing: processor}\n"
      "components:\n"
      "  a: {type: t9000}\n"
      "  c: {type: t9000}\n"
      "  r0:\n"
      "    type: c104\n"
      "    intervals: [{to: 1, links: link0}, {to: 2, links: link1}, {to: 101, links: link1}]\n"
      "    per_link: [{links: link0, random_header: {base: 100, range: 1}}]\n"
      "  r1:\n"
      "    type: c104\n"
      "    intervals: [{to: 1, links: link1}, {to: 2, links: link0}, {to: 100, action: invalid},\n"
      "                {to: 101, action: strip}]\n"
      "links:\n"
      "  - {from: a.link0, to: r0.link0}\n"
      "  - {from: r0.link1, to: r1.link1}\n"
      "  - {from: c.link0, to: r1.link0}\n");
  EXPECT_TRUE(unreachable_pairs(HeaderFlow(platform)).pairs.empty());
  RoutingTable& table =
      platform.parts.edit<SwitchTables>().routers.at(*platform.find("r1")).tables.front();
  table.intervals.own_intervals()[1].action = IntervalAction::discard;
  EXPECT_EQ(error_of_check(platform),
            "t.yaml:11:16: at 'r1', header 1 of 'c', which is discarded; expected a way to 'c'");
  table.faulty = {false, true};
  EXPECT_EQ(error_of_check(platform), "");
  EXPECT_EQ(unreachable_pairs(HeaderFlow(platform)).pairs, (std::vector<UnreachablePair>{{0, 1}}));
}

TEST(UnreachablePairs, Of1024ProcessorsAreListedWithAFewLooksAtEachChannel) {
  Platform platform = small_mesh("32x32");
  RouterTables& router =
      platform.parts.edit<SwitchTables>().routers.at(*platform.find("node[16,16].router"));
  for (Interval& interval : router.tables.front().intervals.own_intervals()) {
    interval.action = IntervalAction::discard;
  }
  router.tables.front().faulty.assign(router.tables.front().intervals.size(), true);
  const HeaderFlow flow(platform);
  const auto [pairs, looks] = unreachable_pairs(flow);
  EXPECT_LT(looks, 3 * flow.channels().count());
  // dimension order: x in row 16 past column 16, then y in column 16 past row 16, and to it
  std::size_t expected = 0;
  for (unsigned from = 0; from < 32 * 32; ++from) {
    for (unsigned to = 0; to < 32 * 32; ++to) {
      const unsigned x = from % 32, y = from / 32, to_x = to % 32, to_y = to / 32;
      const bool by_row = y == 16 && ((x <= 16 && to_x >= 16) || (x >= 16 && to_x <= 16));
      const bool by_column = to_x == 16 && ((y <= 16 && to_y >= 16) || (y >= 16 && to_y <= 16));
      if (from != to && (by_row || by_column)) ++expected;
    }
  }
  EXPECT_EQ(pairs.size(), expected);
}

TEST(HeaderFlow, Of4096RoutersTakesAFewStepsFromEachChannel) {
  const Platform platform = test::resolve_text(
      "network: {topology: torus, shape: 64x64, width: 2}\nrouting: {addressing: processor}\n");
  const HeaderFlow flow(platform);
  check_reachability(flow);
  EXPECT_LT(flow.steps(), 8 * flow.channels().count());
}

}  // namespace
}  // namespace weft
