#include "platforms/routing/written_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "hw/c104/hunt_groups.hpp"
#include "platforms/components/c104_tables.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/processors.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/routing/hunt_group.hpp"
#include "platforms/routing/partitions.hpp"
#include "platforms/sections/limits.hpp"

namespace weft {
namespace {

unsigned read_link(const Node& node, std::string_view name, unsigned links) {
  constexpr std::string_view stem = "link";
  const bool begins = name.substr(0, stem.size()) == stem;
  const auto number = begins ? parse_whole(name.substr(stem.size())) : std::nullopt;
  if (!number || *number >= links) {
    throw InputError(
        node.place, fmt::format("{} as a link", node.description()),
        fmt::format("expected link0 to link{}, or link0..link3 for a hunt group", links - 1));
  }
  return static_cast<unsigned>(*number);
}

// `link4` or `link0..link3`
HuntGroup read_links(const Node& node, unsigned links) {
  constexpr std::string_view dots = "..";
  const std::string_view text = require_text(node, "links");
  const std::size_t at = text.find(dots);
  const unsigned first = read_link(node, text.substr(0, at), links);
  if (at == std::string_view::npos) return {first, 1};
  const unsigned last = read_link(node, text.substr(at + dots.size()), links);
  if (last < first) {
    throw InputError(node.place, fmt::format("{} as links", node.description()),
                     "expected the lower link first");
  }
  return {first, last - first + 1};
}

IntervalAction read_action(const Node* node) {
  if (node == nullptr || require_text(*node, "action") == "route") return IntervalAction::route;
  if (node->text == "strip") return IntervalAction::strip;
  if (node->text == "discard") return IntervalAction::discard;
  if (node->text == "invalid") return IntervalAction::invalid;
  unknown_name(node->place, "unknown action", node->text, {"route", "strip", "discard", "invalid"});
}

// `begin` is the limit of the interval before.
Interval read_interval(const Node& node, std::uint32_t begin, unsigned links) {
  const Section section(node, "an interval", {"from", "to", "links", "action"});
  if (const Node* from = section.find("from")) {
    const std::uint64_t first = read_whole_in(*from, "from", 0, header_values);
    if (first != begin) {
      throw InputError(from->place,
                       fmt::format("an interval from {} after one to {}", first, begin),
                       fmt::format("expected {}: tables have no gaps", begin));
    }
  }
  const Node& to = section.at("to", "expected `to:`, the first header above the interval");
  const std::uint64_t limit = read_whole_in(to, "to", 1, header_values);
  if (limit <= begin) {
    throw InputError(to.place, fmt::format("an interval to {} after one to {}", limit, begin),
                     "expected ascending limits");
  }
  Interval interval;
  interval.limit = static_cast<std::uint32_t>(limit);
  interval.action = read_action(section.find("action"));
  const Node* group = section.find("links");
  if (interval.action != IntervalAction::route) {
    if (group == nullptr) return interval;
    throw InputError(group->place, "links of an interval that does not route",
                     "expected `links` or `action`");
  }
  if (group == nullptr) {
    throw InputError(node.place, "an interval without 'links'",
                     "expected `links: link0..link3`, or `action: discard`, invalid or strip");
  }
  const HuntGroup hunt_group = read_links(*group, links);
  return {interval.limit, interval.action, hunt_group.first_link, hunt_group.size};
}

std::uint32_t last_header(const Platform& platform, std::size_t& owner) {
  std::uint32_t last = 0;
  for (const Processor& processor : processors_of(platform)) {
    if (processor.max_header < last) continue;
    last = processor.max_header;
    owner = processor.component;
  }
  return last;
}

RoutingTable read_table(const Node& node, const Platform& platform, std::size_t component) {
  require_list(node, "intervals");
  const ParameterValues& values = *platform.components[component].parameters;
  const auto links = static_cast<unsigned>(values.count("links"));
  RoutingTable table{{}, node.place};
  for (const Node& item : node.items) {
    const std::uint32_t begin = table.intervals.empty() ? 0 : table.intervals.back().limit;
    table.intervals.push_back(read_interval(item, begin, links));
    const Node* group = item.find("links");
    table.links_at.push_back(group == nullptr ? item.place : group->place);
  }
  if (table.intervals.size() > values.count("max_intervals")) {
    throw InputError(
        node.place, fmt::format("{} intervals", table.intervals.size()),
        fmt::format("expected at most max_intervals = {}", values.count("max_intervals")));
  }
  std::size_t owner = 0;
  const std::uint32_t last = last_header(platform, owner);
  const std::uint32_t end = table.intervals.empty() ? 0 : table.intervals.back().limit;
  if (!processors_of(platform).empty() && end <= last) {
    throw InputError(node.place, fmt::format("an interval table that ends below {}", end),
                     fmt::format("expected it to take headers up to {}, of '{}'", last,
                                 platform.components[owner].name));
  }
  return table;
}

void read_random_header(const Node& node, C104LinkParameters& link) {
  const Section section(node, "random_header", {"base", "range"});
  link.random_header = true;
  link.random_base = static_cast<std::uint32_t>(
      read_whole_in(section.at("base", "expected the first header"), "base", 0, header_values - 1));
  link.random_range = static_cast<std::uint32_t>(
      read_whole_in(section.at("range", "expected the number of headers"), "range", 1,
                    header_values - link.random_base));
}

// One entry of `per_link`.
void read_link_settings(const Node& node, const Platform& platform, std::size_t component,
                        RouterTables& tables) {
  const Section section(node, "per_link",
                        {"links", "intervals", "header_bytes", "delete_header", "random_header",
                         "escape", "partition"});
  const auto links = static_cast<unsigned>(tables.per_link.size());
  const HuntGroup range =
      read_links(section.at("links", "expected `links:`, such as link0..link3"), links);
  if (const Node* intervals = section.find("intervals")) {
    tables.tables.push_back(read_table(*intervals, platform, component));
    std::fill_n(tables.table_of_link.begin() + range.first_link, range.size,
                tables.tables.size() - 1);
  }
  for (unsigned i = range.first_link; i < range.first_link + range.size; ++i) {
    C104LinkParameters& link = tables.per_link[i];
    if (const Node* value = section.find("header_bytes")) {
      link.header_bytes = static_cast<unsigned>(read_whole_in(*value, "header_bytes", 1, 2));
    }
    if (const Node* value = section.find("delete_header")) {
      link.delete_header = read_boolean(*value, "delete_header");
    }
    if (const Node* value = section.find("escape")) {
      tables.escape[i] = read_boolean(*value, "escape");
    }
    if (const Node* value = section.find("partition")) {
      require_text(*value, "partition");
      enter_partition(tables, i, *value);
    }
    if (const Node* value = section.find("random_header")) read_random_header(*value, link);
  }
}

// A header is looked at when all of it is in; while its first byte waits for the second, the buffer
// must still have room for the eight tokens of an FCT, or no credit would ever be given again.
void require_room_for_headers(const ParameterValues& values, const RouterTables& tables) {
  constexpr std::uint64_t tokens_of_credit = 8;
  const std::uint64_t buffer = values.count("input_buffer");
  for (const C104LinkParameters& link : tables.per_link) {
    const std::uint64_t least = tokens_of_credit + link.header_bytes - 1;
    if (buffer >= least) continue;
    throw InputError(
        values.place("input_buffer"),
        fmt::format("an input_buffer of {} tokens for headers of {} bytes", buffer,
                    link.header_bytes),
        fmt::format("expected {} or more: the part of a header that is in, and credit for 8 tokens",
                    least));
  }
}

void require_separate_groups(const Component& router, const RouterTables& tables) {
  if (router.parameters->to_struct<C104Parameters>().overlapping_groups) return;
  HuntGroups groups;
  for (std::size_t i = 0; i < tables.tables.size(); ++i) {
    const RoutingTable& table = tables.tables[i];
    const auto& of_link = tables.table_of_link;
    if (std::find(of_link.begin(), of_link.end(), i) == of_link.end()) continue;
    for (std::size_t at = 0; at < table.intervals.size(); ++at) {
      const Interval& interval = table.intervals[at];
      if (interval.action != IntervalAction::route) continue;
      const std::uint64_t other = groups.add(interval.links());
      if (other == 0) continue;
      throw InputError(table.links_at.empty() ? table.place : table.links_at[at],
                       fmt::format("hunt groups {} and {} at '{}'", text_of_links(other),
                                   text_of_links(interval.links()), router.name),
                       "expected groups that are the same or have no link in common, or a c104 "
                       "with `overlapping_groups: true`");
    }
  }
}

}  // namespace

RouterTables read_tables(const Platform& platform, std::size_t component, RouterTables generated) {
  const Component& router = platform.components[component];
  const ParameterValues& values = *router.parameters;
  const auto links = static_cast<std::size_t>(values.count("links"));
  RouterTables result = std::move(generated);
  C104LinkParameters common;
  common.header_bytes = headers_of(platform).header_bytes;
  result.per_link.resize(links, common);
  result.table_of_link.resize(links, 0);
  result.escape.resize(links, false);

  const Node* written = values.table("intervals");
  const Node* per_link = values.table("per_link");
  if (written != nullptr) {
    result.tables = {read_table(*written, platform, component)};
    result.table_of_link.assign(links, 0);
  } else if (result.tables.empty()) {
    result.tables.push_back({{}, router.place});  // every header is invalid
  }
  if (per_link != nullptr) {
    for (const Node& node : require_list(*per_link, "per_link").items) {
      read_link_settings(node, platform, component, result);
    }
  }
  require_room_for_headers(values, result);
  require_closed_partitions(router, result);
  require_separate_groups(router, result);
  return result;
}

}  // namespace weft
