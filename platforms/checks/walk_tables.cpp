#include "platforms/checks/walk_tables.hpp"

#include <algorithm>

#include "platforms/components/c104_tables.hpp"
#include "platforms/processors.hpp"

namespace weft {

WalkTables::WalkTables(const Platform& platform) : platform_(&platform), connections_(platform) {
  make_tables();
  collect_limits();
  for (const Processor& processor : processors_of(platform))
    entries_.push_back(entries_of(processor));
}

void WalkTables::make_tables() {
  first_table_.assign(platform_->components.size(), no_table);
  std::size_t count = 0;
  for (const auto& [component, router] : tables_of(*platform_)) {
    first_table_[component] = count;
    count += router.tables.size();
  }
  tables_.reserve(count);
  for (const auto& [component, router] : tables_of(*platform_)) {
    for (const RoutingTable& table : router.tables) {
      tables_.push_back({component, &table.place, {}});
      for (std::size_t i = 0; i < table.intervals.size(); ++i) {
        tables_.back().ways.push_back(way(component, table.intervals[i]));
        tables_.back().ways.back().is_faulty = i < table.faulty.size() && table.faulty[i];
      }
    }
  }
}

WalkWay WalkTables::way(std::size_t component, const Interval& interval) const {
  WalkWay result;
  result.limit = interval.limit;
  result.action = interval.action;
  if (interval.action != IntervalAction::route) return result;
  const RouterTables& router = tables_of(*platform_).at(component);
  for (unsigned i = 0; i < interval.group_size; ++i) {
    const unsigned port = interval.first_link + i;
    const auto far = connections_.far_end({component, port});
    if (!far) {
      result.is_unconnected = true;
      result.unconnected_link = port;
      continue;
    }
    HeaderArrival arrival = arrival_at(*far);
    arrival.header_deleted = router.per_link[port].delete_header;
    const auto known = std::find(result.arrivals.begin(), result.arrivals.end(), arrival);
    if (known == result.arrivals.end()) result.arrivals.push_back(arrival);
  }
  return result;
}

HeaderArrival WalkTables::arrival_at(const LinkEnd& end) const {
  HeaderArrival arrival;
  arrival.component = end.component;
  const auto router = tables_of(*platform_).find(end.component);
  if (router == tables_of(*platform_).end()) return arrival;
  arrival.table = first_table_[end.component] + router->second.table_of_link[end.port];
  const C104LinkParameters& link = router->second.per_link[end.port];
  if (link.random_header) arrival.random_header = &link;
  return arrival;
}

std::vector<HeaderArrival> WalkTables::entries_of(const Processor& processor) const {
  std::vector<HeaderArrival> result;
  for (unsigned port = 0; port < processor.links; ++port) {
    const auto far = connections_.far_end({processor.component, port});
    if (!far) continue;
    const HeaderArrival arrival = arrival_at(*far);
    if (std::find(result.begin(), result.end(), arrival) == result.end()) {
      result.push_back(arrival);
    }
  }
  return result;
}

void WalkTables::collect_limits() {
  for (const WalkTable& table : tables_) {
    for (const WalkWay& way : table.ways) limits_.push_back(way.limit);
  }
  std::sort(limits_.begin(), limits_.end());
  limits_.erase(std::unique(limits_.begin(), limits_.end()), limits_.end());
}

std::vector<HeaderRange> WalkTables::alike(std::uint32_t first, std::uint32_t last) const {
  std::vector<HeaderRange> ranges;
  for (auto limit = std::upper_bound(limits_.begin(), limits_.end(), first);
       limit != limits_.end() && *limit <= last; ++limit) {
    ranges.push_back({first, *limit - 1});
    first = *limit;
  }
  ranges.push_back({first, last});
  return ranges;
}

}  // namespace weft
