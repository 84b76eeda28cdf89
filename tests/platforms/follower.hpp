// Follows packets through the tables of a platform, link by link.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "hw/c104/interval_table.hpp"
#include "platforms/components/c104_tables.hpp"
#include "platforms/platform.hpp"
#include "platforms/processors.hpp"
#include "platforms/routing/connections.hpp"

namespace weft::test {

/// Follows all headers through all links of all hunt groups; an oracle that knows nothing of ranges
/// of headers.
class Follower {
 public:
  explicit Follower(const Platform& platform) : platform_(platform), connections_(platform) {}

  /// Router hops of the way with the most of them; every way must arrive. For tables without random
  /// headers.
  std::size_t longest_way(const Processor& from, const Processor& to) {
    std::size_t longest = 0;
    for (unsigned port = 0; port < from.links; ++port) {
      longest = std::max(longest, follow({from.component, port}, to, 0));
    }
    return longest;
  }

  /// Router hops of the way by the router with a random label (Valiant), each time over the first
  /// link of the group: the others lead to the same router.
  std::size_t way_by(std::uint32_t label, const Processor& from, const Processor& to) {
    Channel channel{from.component, 0};
    std::uint32_t header = to.min_header;
    for (std::size_t hops = 0; hops <= platform_.components.size(); ++hops) {
      const LinkEnd far = *connections_.far_end({channel.first, channel.second});
      if (!platform_.components[far.component].is(Part::table_router)) {
        EXPECT_EQ(far.component, to.component);
        return hops;
      }
      const RouterTables& router = tables_of(platform_).at(far.component);
      if (router.per_link[far.port].random_header) {
        header = router.per_link[far.port].random_base + label;
      }
      const IntervalTable table(router.tables[router.table_of_link[far.port]].intervals);
      Interval interval = table.lookup(header);
      if (interval.action == IntervalAction::strip) {
        header = to.min_header;
        interval = table.lookup(header);
      }
      EXPECT_EQ(interval.action, IntervalAction::route);
      for (unsigned i = 0; i < interval.group_size; ++i) {
        depends_[channel].insert({far.component, interval.first_link + i});
      }
      channel = {far.component, interval.first_link};
    }
    ADD_FAILURE() << "a loop";
    return 0;
  }

  /// Labels of the random headers of a platform; 0 without any.
  std::uint32_t random_labels() const {
    for (const auto& [component, router] : tables_of(platform_)) {
      for (const C104LinkParameters& link : router.per_link) {
        if (link.random_header) return link.random_range;
      }
    }
    return 0;
  }

  /// Mean router hops between two processors, all ways being as likely.
  double mean_way(const Processor& from, const Processor& to) {
    const std::uint32_t labels = random_labels();
    if (labels == 0) return static_cast<double>(longest_way(from, to));
    std::size_t sum = 0;
    for (std::uint32_t label = 0; label < labels; ++label) sum += way_by(label, from, to);
    return static_cast<double>(sum) / labels;
  }

  /// Whether the channels of the ways so far close a cycle.
  bool has_cycle() const {
    std::map<Channel, int> colour;
    for (const auto& [channel, others] : depends_) {
      if (visit(channel, colour)) return true;
    }
    return false;
  }

 private:
  // A direction of a link: what a packet holds while it waits for the next one.
  using Channel = std::pair<std::size_t, unsigned>;  // transmitting component, port

  bool visit(Channel channel, std::map<Channel, int>& colour) const {
    int& mine = colour[channel];
    if (mine != 0) return mine == 1;
    mine = 1;
    if (const auto next = depends_.find(channel); next != depends_.end()) {
      for (const Channel& other : next->second) {
        if (visit(other, colour)) return true;
      }
    }
    colour[channel] = 2;
    return false;
  }

  std::size_t follow(Channel channel, const Processor& to, std::size_t hops) {
    EXPECT_LT(hops, platform_.components.size()) << "a loop";
    if (hops >= platform_.components.size()) return hops;
    const auto far = connections_.far_end({channel.first, channel.second});
    if (!far) {
      ADD_FAILURE() << "a link that is not connected";
      return hops;
    }
    if (!platform_.components[far->component].is(Part::table_router)) {
      EXPECT_EQ(far->component, to.component);
      return hops;
    }
    const RouterTables& router = tables_of(platform_).at(far->component);
    const auto& table = router.tables[router.table_of_link[far->port]].intervals;
    const Interval interval = IntervalTable(table).lookup(to.min_header);
    EXPECT_EQ(interval.limit, IntervalTable(table).lookup(to.max_header).limit);
    EXPECT_EQ(interval.action, IntervalAction::route);
    std::size_t longest = hops;
    for (unsigned i = 0; i < interval.group_size; ++i) {
      const Channel next{far->component, interval.first_link + i};
      depends_[channel].insert(next);
      longest = std::max(longest, follow_once(next, to, hops + 1));
    }
    return longest;
  }

  // The ways from a channel to a processor are as long whenever they are gone.
  std::size_t follow_once(Channel channel, const Processor& to, std::size_t hops) {
    const auto key = std::pair(channel, to.component);
    const auto known = rest_.find(key);
    if (known != rest_.end()) return hops + known->second;
    const std::size_t longest = follow(channel, to, hops);
    rest_[key] = longest - hops;
    return longest;
  }

  const Platform& platform_;
  Connections connections_;
  std::map<Channel, std::set<Channel>> depends_;
  std::map<std::pair<Channel, std::size_t>, std::size_t> rest_;
};

}  // namespace weft::test
