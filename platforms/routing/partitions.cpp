#include "platforms/routing/partitions.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>

#include "hw/c104/hunt_groups.hpp"
#include "platforms/netlist/input_error.hpp"

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

void excuse_other_partitions(RouterTables& tables) {
  for (unsigned link = 0; link < tables.partition.size(); ++link) {
    if (tables.partition[link].empty()) continue;
    RoutingTable& table = tables.tables[tables.table_of_link[link]];
    table.faulty.resize(table.intervals.size());
    for (std::size_t at = 0; at < table.intervals.size(); ++at) {
      table.faulty[at] = table.intervals[at].action == IntervalAction::discard;
    }
  }
}

void require_closed_partitions(const Component& router, const RouterTables& tables) {
  for (unsigned link = 0; link < tables.partition.size(); ++link) {
    require_closed(router, tables, link);
  }
}

}  // namespace weft
