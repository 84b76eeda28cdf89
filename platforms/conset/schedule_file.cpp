#include "platforms/conset/schedule_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>
#include <map>

#include "hw/common/nearest_name.hpp"
#include "platforms/conset/read_connections.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/json_text.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/registry/shape.hpp"

namespace weft::conset {
namespace {

std::string list_of(const ConnectionSet& set, const std::vector<std::size_t>& connections) {
  std::vector<std::string> names;
  names.reserve(connections.size());
  for (const std::size_t one : connections) names.push_back(json_text(set.connections[one].name));
  return fmt::format("[{}]", fmt::join(names, ", "));
}

void write_set(const ConnectionSet& set, const CellGraph& graph, std::string& text) {
  auto out = std::back_inserter(text);
  fmt::format_to(out, "connections:\n");
  for (const Connection& one : set.connections) {
    fmt::format_to(out, "  {}: {{from: {}, to: {}, words: {}", json_text(one.name),
                   json_text(graph.name(one.from)), json_text(graph.name(one.to)), one.words);
    if (one.bandwidth != 0) fmt::format_to(out, ", bandwidth: {} B/s", one.bandwidth);
    if (one.latency != never) fmt::format_to(out, ", latency: {}", time_text(one.latency));
    fmt::format_to(out, "}}\n");
  }
  if (set.steps.size() > 1) {
    fmt::format_to(out, "steps:\n");
    for (const auto& step : set.steps) fmt::format_to(out, "  - {}\n", list_of(set, step));
  }
  if (!set.order.empty()) {
    fmt::format_to(out, "order:\n");
    for (const Ordering& one : set.order) {
      fmt::format_to(out, "  - {{before: {}, after: {}}}\n", list_of(set, one.before),
                     list_of(set, one.after));
    }
  }
}

void write_phase(const ConnectionSet& set, const Phase& phase, std::string& text) {
  auto out = std::back_inserter(text);
  fmt::format_to(out, "  - step: {}\n    connections:\n", phase.step);
  for (const ScheduledConnection& one : phase.connections) {
    std::vector<std::string> way;
    way.reserve(one.way.size());
    for (const Bus side : one.way) way.emplace_back(name_of(side));
    fmt::format_to(out, "      {}: {{start: {}, clocks: {}, way: [{}], channels: [{}]}}\n",
                   json_text(set.connections[one.connection].name), one.start, one.clocks,
                   fmt::join(way, ", "), fmt::join(one.channels, ", "));
  }
}

constexpr std::uint64_t most_clocks = std::uint64_t{1} << 60U;

Bus read_side(const Node& node) {
  std::vector<std::string> names;
  for (const Bus side : all_busses) {
    if (require_text(node, "a bus") == name_of(side)) return side;
    names.emplace_back(name_of(side));
  }
  unknown_name(node.place, "no bus", node.text, names);
}

Phase read_phase(const Node& node, const Schedule& schedule,
                 const std::map<std::string, std::size_t>& numbers) {
  const Section section(node, "a phase", {"step", "connections"});
  Phase phase;
  const std::string expected = "expected the number of a step, from 0";
  phase.step =
      read_whole_in(section.at("step", expected), "step", 0, schedule.set.steps.size() - 1);
  const Node& connections = section.at("connections", "expected connections by their names");
  for (const NodeEntry& entry : require_map(connections, "the connections of a phase").entries) {
    const auto number = numbers.find(entry.key);
    if (number == numbers.end()) {
      std::vector<std::string> names;
      for (const auto& [name, index] : numbers) names.push_back(name);
      unknown_name(entry.place, "no connection", entry.key, names);
    }
    const Section one(entry.value, "a connection of a phase",
                      {"start", "clocks", "way", "channels"});
    ScheduledConnection& read = phase.connections.emplace_back();
    read.connection = number->second;
    read.place = entry.place;
    read.start = read_whole_in(one.at("start", "expected clocks"), "start", 0, most_clocks);
    read.clocks = read_whole_in(one.at("clocks", "expected clocks"), "clocks", 1, most_clocks);
    const Node& way = one.at("way", "expected the busses on the way, such as [x_right, y_down]");
    for (const Node& side : require_list(way, "way").items) read.way.push_back(read_side(side));
    const Node& channels = one.at("channels", "expected a channel of each cell on the way");
    for (const Node& channel : require_list(channels, "channels").items) {
      read.channels.push_back(
          static_cast<unsigned>(read_whole_in(channel, "channels", 0, most_channels - 1)));
    }
  }
  return phase;
}

// All but the platform that it is for.
void read_contents(const Section& section, const CellGraph& graph, Schedule& schedule) {
  schedule.resources.channels = static_cast<unsigned>(
      read_whole_in(section.at("channels", "expected their number"), "channels", 1, most_channels));
  if (const Node* most = section.find("bus_channels")) {
    schedule.resources.bus_channels =
        static_cast<unsigned>(read_whole_in(*most, "bus_channels", 1, most_channels));
  }
  if (const Node* most = section.find("own_channels")) {
    schedule.resources.own_channels =
        static_cast<unsigned>(read_whole_in(*most, "own_channels", 1, most_channels));
  }
  if (const Node* clocks = section.find("clocks_per_word")) {
    schedule.clocks_per_word =
        static_cast<unsigned>(read_whole_in(*clocks, "clocks_per_word", 1, most_clocks_per_word));
  }
  if (const Node* at_once = section.find("at_once")) {
    schedule.at_once = static_cast<unsigned>(read_whole_in(*at_once, "at_once", 1, 2));
  }
  schedule.set = read_connection_set(section.node(), graph);
  std::map<std::string, std::size_t> numbers;
  for (std::size_t i = 0; i < schedule.set.connections.size(); ++i) {
    numbers.emplace(schedule.set.connections[i].name, i);
  }
  const Node& phases =
      section.at("phases", "expected phases, as `weft conset compile` writes them");
  for (const Node& phase : require_list(phases, "phases").items) {
    schedule.phases.push_back(read_phase(phase, schedule, numbers));
  }
  if (auto fault = check_schedule(schedule, graph)) {
    const bool placed = fault->place.source != nullptr;
    throw InputError(placed ? fault->place : phases.place, fault->found, fault->expected);
  }
}

}  // namespace

std::vector<std::string> schedule_keys() {
  return {"connections",  "steps",        "order",           "platform", "cells", "channels",
          "bus_channels", "own_channels", "clocks_per_word", "at_once",  "phases"};
}

std::string write_schedule(const Schedule& schedule, const CellGraph& graph) {
  std::string text = fmt::format(
      "# A schedule of `weft conset compile`: ways and times of connections, phase by phase.\n"
      "platform: {}\ncells: {}\nchannels: {}\n",
      json_text(schedule.platform), schedule.cells, schedule.resources.channels);
  if (schedule.resources.bus_channels != 0) {
    text += fmt::format("bus_channels: {}\n", schedule.resources.bus_channels);
  }
  if (schedule.resources.own_channels != 0) {
    text += fmt::format("own_channels: {}\n", schedule.resources.own_channels);
  }
  text += fmt::format("clocks_per_word: {}\n", schedule.clocks_per_word);
  if (schedule.at_once != 2) text += fmt::format("at_once: {}\n", schedule.at_once);
  write_set(schedule.set, graph, text);
  text += "phases:\n";
  for (const Phase& phase : schedule.phases) write_phase(schedule.set, phase, text);
  return text;
}

Schedule read_schedule(const std::filesystem::path& file, const CellGraph& graph) {
  const Netlist tree = load_tree(file);
  const Section section(tree.root, "a schedule", schedule_keys());
  Schedule schedule;
  const Node& platform = section.at("platform", "expected the name of the platform");
  schedule.platform = require_text(platform, "platform");
  schedule.cells =
      read_whole_in(section.at("cells", "expected their number"), "cells", 1, max_nodes);
  if (auto fault = check_platform(schedule, graph)) {
    throw InputError(platform.place, fault->found, fault->expected);
  }
  try {
    read_contents(section, graph, schedule);
  } catch (const InputError& error) {
    if (schedule.platform == graph.platform()) throw;
    throw InputError(platform.place,
                     fmt::format("a schedule for '{}', which does not fit here ({})",
                                 schedule.platform, error.what()),
                     fmt::format("expected one for '{}'", graph.platform()));
  }
  return schedule;
}

}  // namespace weft::conset
