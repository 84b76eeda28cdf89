#include "testbench/app/routing_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include <nlohmann/json.hpp>

#include "platforms/checks/header_flow.hpp"
#include "platforms/components/c104_tables.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/processors.hpp"
#include "platforms/registry/quantity.hpp"
#include "testbench/app/table.hpp"

#include "platforms/pathways/pathway_planner.hpp"

namespace weft::app {
namespace {

// Intervals of the tables of one router or of all.
struct IntervalCount {
  std::size_t least = static_cast<std::size_t>(-1);
  std::size_t most = 0;
  std::uint64_t held = static_cast<std::uint64_t>(-1);  // by the smallest table

  void add(const IntervalCount& other) {
    least = std::min(least, other.least);
    most = std::max(most, other.most);
    held = std::min(held, other.held);
  }
};

// Tables that a link has; a table that others replace link by link is not counted.
IntervalCount count_intervals(const Platform& platform, std::size_t component,
                              const RouterTables& router) {
  IntervalCount count;
  for (const std::size_t table : router.table_of_link) {
    const std::size_t intervals = router.tables[table].intervals.size();
    count.least = std::min(count.least, intervals);
    count.most = std::max(count.most, intervals);
  }
  count.held = platform.components[component].parameters->count("max_intervals");
  return count;
}

std::string range_of(const IntervalCount& count) {
  return count.least == count.most ? fmt::format("{}", count.most)
                                   : fmt::format("{} to {}", count.least, count.most);
}

const std::string& name_of(const Platform& platform, std::size_t component) {
  return platform.components[component].name;
}

const char* name_of(DeadlockVerdict verdict) {
  switch (verdict) {
    case DeadlockVerdict::no_cycle: return "no_cycle";
    case DeadlockVerdict::escape_links: return "escape_links";
    case DeadlockVerdict::cycle: break;
  }
  return "cycle";
}

}  // namespace

RoutingReport report_routing(const Platform& platform) {
  const HeaderFlow flow(platform);
  RoutingReport report{routing_bound(flow), {}};
  for (const Component& component : platform.components) {
    if (component.is(Part::adaptive_router)) ++report.adaptive_routers;
  }
  // of the walk to the first adaptive router, which knows no tables
  if (report.adaptive_routers > 0) report.bound.longest_way.reset();
  if (report.bound.verdict == DeadlockVerdict::cycle) report.cycle = *find_deadlock(flow);
  return report;
}

void print_routing(const Platform& platform, const RoutingReport& report) {
  const RoutingBound& bound = report.bound;
  if (report.adaptive_routers > 0) {
    fmt::print("routing: {} without tables, free of deadlock by derouting; ways have no bound\n",
               counted(report.adaptive_routers, "adaptive router"));
    if (bound.channels == 0) return;
  }
  if (bound.verdict == DeadlockVerdict::cycle) {
    fmt::print("routing: can deadlock, which is allowed: {}\n", cycle_text(platform, report.cycle));
    return;
  }
  const std::string counts =
      fmt::format("{}, {}", counted(bound.channels, "channel"),
                  bound.dependencies == 1 ? "1 dependency"
                                          : fmt::format("{} dependencies", bound.dependencies));
  if (bound.verdict == DeadlockVerdict::escape_links) {
    fmt::print("routing: free of deadlock ({}; cycles, all of them with escape links)\n", counts);
    return;
  }
  fmt::print("routing: free of deadlock ({}, no cycle)", counts);
  if (bound.longest_way.value_or(0) > 0) {
    fmt::print("; no packet takes more than {}", counted(*bound.longest_way, "link"));
  }
  fmt::print("\n");
}

std::string since_text(Time since) {
  return since == 0 ? "\n" : fmt::format(", from {} on\n", time_text(since));
}

std::string unreachable_cells_text(const Platform& platform) {
  constexpr std::size_t most_shown = 10;
  const auto pairs = cells_apart(platform);
  if (pairs.empty()) return {};
  const std::size_t cells = cells_of(platform).size();
  std::string text = fmt::format("faults: no pathway between {} of {} pairs of cells:\n",
                                 pairs.size(), cells * (cells - 1));
  for (std::size_t i = 0; i < std::min(most_shown, pairs.size()); ++i) {
    text +=
        fmt::format("  {} to {}", name_of(platform, cells_of(platform)[pairs[i].from].component),
                    name_of(platform, cells_of(platform)[pairs[i].to].component));
    text += since_text(pairs[i].since);
  }
  if (pairs.size() > most_shown)
    text += fmt::format("  ... and {} more\n", pairs.size() - most_shown);
  return text;
}

std::string unreachable_text(const Platform& platform) {
  constexpr std::size_t most_shown = 10;
  if (unreachable_of(platform).empty()) return unreachable_cells_text(platform);
  const std::size_t processors = processors_of(platform).size();
  std::string text = fmt::format("faults: {} of {} pairs cannot be reached:\n",
                                 unreachable_of(platform).size(), processors * (processors - 1));
  std::size_t shown = 0;
  for (const UnreachablePair& pair : unreachable_of(platform)) {
    if (shown++ == most_shown) break;
    text +=
        fmt::format("  {} to {}", name_of(platform, processors_of(platform)[pair.source].component),
                    name_of(platform, processors_of(platform)[pair.destination].component));
    text += since_text(pair.since);
  }
  if (unreachable_of(platform).size() > most_shown) {
    text += fmt::format("  ... and {} more, see `weft check --json`\n",
                        unreachable_of(platform).size() - most_shown);
  }
  return text;
}

void print_headers(const Platform& platform) {
  Table table({"processor", "first header", "last header"});
  for (const Processor& processor : processors_of(platform)) {
    table.add({name_of(platform, processor.component), fmt::format("{}", processor.min_header),
               fmt::format("{}", processor.max_header)});
  }
  fmt::print("\n");
  table.print();
}

void print_intervals(const Platform& platform) {
  if (tables_of(platform).empty()) {
    fmt::print("intervals: none, as there is no c104\n");
    return;
  }
  IntervalCount all;
  Table table({"router", "intervals a table", "held"});
  for (const auto& [component, router] : tables_of(platform)) {
    const IntervalCount count = count_intervals(platform, component, router);
    all.add(count);
    table.add({name_of(platform, component), range_of(count), fmt::format("{}", count.held)});
  }
  fmt::print("intervals: {} a table, {} held\n\n", range_of(all), all.held);
  table.print();
}

nlohmann::ordered_json json_of_routing(const RoutingReport& report) {
  const RoutingBound& bound = report.bound;
  nlohmann::ordered_json json{{"free_of_deadlock", bound.verdict != DeadlockVerdict::cycle},
                              {"verdict", name_of(bound.verdict)},
                              {"channels", bound.channels},
                              {"dependencies", bound.dependencies}};
  if (report.adaptive_routers > 0) json["adaptive_routers"] = report.adaptive_routers;
  if (bound.longest_way) json["longest_way_links"] = *bound.longest_way;
  for (const ChannelStep& step : report.cycle.channels) {
    json["cycle"].push_back({{"channel", step.name}, {"header", step.header}});
  }
  return json;
}

nlohmann::ordered_json json_of_unreachable(const Platform& platform) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const UnreachablePair& pair : unreachable_of(platform)) {
    json.push_back({{"from", name_of(platform, processors_of(platform)[pair.source].component)},
                    {"to", name_of(platform, processors_of(platform)[pair.destination].component)},
                    {"since_ps", pair.since}});
  }
  return json;
}

nlohmann::ordered_json json_of_headers(const Platform& platform) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Processor& processor : processors_of(platform)) {
    json.push_back({{"processor", name_of(platform, processor.component)},
                    {"first", processor.min_header},
                    {"last", processor.max_header}});
  }
  return json;
}

nlohmann::ordered_json json_of_intervals(const Platform& platform) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const auto& [component, router] : tables_of(platform)) {
    const IntervalCount count = count_intervals(platform, component, router);
    json.push_back({{"router", name_of(platform, component)},
                    {"least", count.least},
                    {"most", count.most},
                    {"held", count.held}});
  }
  return json;
}

}  // namespace weft::app
