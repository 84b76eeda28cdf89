#include "platforms/routing/partitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "hw/c104/hunt_groups.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/processors.hpp"

namespace weft {
namespace {

std::string text_of_part(const std::string& partition) {
  return partition.empty() ? "no partition" : fmt::format("partition '{}'", partition);
}

// The first link of a group that is not part of it; none if all are.
const std::string* other_part(const std::vector<std::string>& parts, std::uint64_t group,
                              const std::string& own, unsigned& link) {
  for (; group != 0; group &= group - 1) {
    link = static_cast<unsigned>(std::countr_zero(group));
    if (parts[link] != own) return &parts[link];
  }
  return nullptr;
}

void require_closed(const Component& router, const RouterTables& tables, unsigned from) {
  const std::string& own = tables.partition[from];
  const RoutingTable& table = tables.tables[tables.table_of_link[from]];
  for (std::size_t at = 0; at < table.intervals.size(); ++at) {
    const Interval& interval = table.intervals[at];
    if (interval.action != IntervalAction::route) continue;
    unsigned link = 0;
    const std::string* const other = other_part(tables.partition, interval.links(), own, link);
    if (other == nullptr) continue;
    const std::string group =
        interval.group_size == 1
            ? ""
            : fmt::format(", of the hunt group {}", text_of_links(interval.links()));
    throw InputError(
        table.links_at.empty() ? table.place : table.links_at[at],
        fmt::format("'{}.link{}' of {}, whose headers below {} go to link{} of {}{}", router.name,
                    from, text_of_part(own), interval.limit, link, text_of_part(*other), group),
        fmt::format("expected links of {}", text_of_part(own)));
  }
}

// One switch of a router; any other component is one with the empty name.
using RouterPart = std::pair<std::size_t, std::string>;

// What links lead to without a way from one partition of a router to another.
class RouterParts {
 public:
  RouterParts(const Platform& platform, const std::map<std::size_t, RouterTables>& routers)
      : platform_(&platform), routers_(&routers) {
    for (const LinkSpec& link : platform.links) {
      const RouterPart from = part_of(link.from);
      const RouterPart to = part_of(link.to);
      far_[from].push_back(to);
      far_[to].push_back(from);
    }
  }

  std::vector<const Processor*> processors_of(const RouterPart& begin) const {
    std::vector<const Processor*> found;
    std::set<RouterPart> seen{begin};
    for (std::vector<RouterPart> left{begin}; !left.empty();) {
      const RouterPart part = left.back();
      left.pop_back();
      if (const auto processor = processor_of(*platform_, part.first)) {
        found.push_back(&weft::processors_of(*platform_)[*processor]);
        continue;  // it passes no packets on
      }
      const auto far = far_.find(part);
      if (far == far_.end()) continue;
      for (const RouterPart& next : far->second) {
        if (seen.insert(next).second) left.push_back(next);
      }
    }
    return found;
  }

 private:
  RouterPart part_of(const LinkEnd& end) const {
    const auto router = routers_->find(end.component);
    if (router == routers_->end() || end.port >= router->second.partition.size()) {
      return {end.component, ""};
    }
    return {end.component, router->second.partition[end.port]};
  }

  const Platform* platform_;
  const std::map<std::size_t, RouterTables>* routers_;
  std::map<RouterPart, std::vector<RouterPart>> far_;
};

// Excuses the intervals that discard no header of these.
void excuse_other_headers(RoutingTable& table, const std::vector<const Processor*>& processors) {
  table.faulty.resize(table.intervals.size());
  std::uint32_t first = 0;
  for (std::size_t at = 0; at < table.intervals.size(); ++at) {
    const Interval& interval = table.intervals[at];
    const bool has_own =
        std::any_of(processors.begin(), processors.end(), [&](const Processor* one) {
          return one->min_header < interval.limit && one->max_header >= first;
        });
    if (interval.action == IntervalAction::discard && !has_own) table.faulty[at] = true;
    first = interval.limit;
  }
}

}  // namespace

void enter_partition(RouterTables& tables, unsigned link, const Node& name) {
  if (name.text.empty()) {
    throw InputError(name.place, "a partition without a name", "expected `partition: NAME`");
  }
  tables.partition.resize(tables.per_link.size());
  std::string& own = tables.partition[link];
  if (!own.empty() && own != name.text) {
    throw InputError(name.place,
                     fmt::format("link{} in the partitions '{}' and '{}'", link, own, name.text),
                     "expected each link in one partition");
  }
  own = name.text;
}

void excuse_other_partitions(const Platform& platform,
                             std::map<std::size_t, RouterTables>& routers) {
  const RouterParts parts(platform, routers);
  for (auto& [component, tables] : routers) {
    for (std::size_t i = 0; i < tables.tables.size(); ++i) {
      std::set<std::string> own;  // of the links that have this table
      for (unsigned link = 0; link < tables.partition.size(); ++link) {
        if (tables.table_of_link[link] == i) own.insert(tables.partition[link]);
      }
      if (own.empty() || own.contains("")) continue;
      std::vector<const Processor*> processors;
      for (const std::string& partition : own) {
        const auto some = parts.processors_of({component, partition});
        processors.insert(processors.end(), some.begin(), some.end());
      }
      excuse_other_headers(tables.tables[i], processors);
    }
  }
}

void require_closed_partitions(const Component& router, const RouterTables& tables) {
  for (unsigned link = 0; link < tables.partition.size(); ++link) {
    require_closed(router, tables, link);
  }
}

}  // namespace weft
