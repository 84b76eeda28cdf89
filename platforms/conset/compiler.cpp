#include "platforms/conset/compiler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "platforms/conset/channel_numbers.hpp"
#include "platforms/conset/dimension_order.hpp"
#include "platforms/conset/precedence.hpp"
#include "platforms/conset/scheduler.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft::conset {
namespace {

Phase scheduled(const CellGraph& graph, const Schedule& schedule, const Precedence& precedence,
                const RoutedPhase& routes, unsigned reserved) {
  std::vector<std::size_t> connections;
  connections.reserve(routes.size());
  for (const Route& route : routes) connections.push_back(route.connection);
  const std::vector<Slot> slots = schedule_phase(graph, schedule.set, precedence, connections,
                                                 {schedule.clocks_per_word, schedule.at_once});
  Phase phase;
  for (std::size_t i = 0; i < routes.size(); ++i) {
    ScheduledConnection& one = phase.connections.emplace_back();
    one.connection = connections[i];
    for (const std::size_t bus : routes[i].way) one.way.push_back(graph.busses()[bus].out);
    one.start = slots[i].start;
    one.clocks = slots[i].clocks;
  }
  number_channels(phase, schedule.set, graph, reserved);
  return phase;
}

std::uint64_t length(const Phase& phase) {
  std::uint64_t last = 0;
  for (const ScheduledConnection& one : phase.connections) {
    last = std::max(last, one.start + one.clocks);
  }
  return last;
}

// Nothing if more phases are needed than there may be.
std::optional<std::vector<RoutedPhase>> routed(const CellGraph& graph, const Schedule& schedule,
                                               const Precedence& precedence, std::size_t step,
                                               const RouterOptions& options) {
  const std::vector<std::size_t>& connections = schedule.set.steps[step];
  if (options.kind != RouterKind::dimension_order) {
    return route_step(graph, schedule.set, precedence, connections, options);
  }
  auto phases =
      route_in_dimension_order(graph, schedule.set, precedence, connections, options.resources);
  if (options.most_phases != 0 && phases.size() > options.most_phases) return {};
  return phases;
}

[[noreturn]] void refuse_phases(const CellGraph& graph, const ConnectionSet& set, std::size_t step,
                                const RouterOptions& options) {
  const LowerBound bound = lower_bound(graph, set, set.steps[step], options.resources);
  const std::string found = fmt::format("step {} in at most {} phase{}", step, options.most_phases,
                                        options.most_phases == 1 ? "" : "s");
  if (bound.phases > options.most_phases) {
    throw InputError(set.place, found,
                     fmt::format("expected {} or more: {}", bound.phases, bound.because));
  }
  throw InputError(set.place, found + ", for which no routes were found",
                   fmt::format("expected more; {} are the least by counting", bound.phases));
}

}  // namespace

Schedule compile(const CellGraph& graph, ConnectionSet set, const CompilerOptions& options) {
  if (options.router.resources.channels + options.reserved_channels > graph.channels()) {
    throw std::logic_error("conset::compile: more channels than a cell has");
  }
  require_routable(graph, set);
  const Precedence precedence(set);
  Schedule schedule;
  schedule.set = std::move(set);
  schedule.platform = graph.platform();
  schedule.cells = graph.cells();
  schedule.resources = options.router.resources;
  schedule.clocks_per_word = options.clocks_per_word;
  schedule.at_once = options.at_once;
  for (std::size_t step = 0; step < schedule.set.steps.size(); ++step) {
    const auto phases = routed(graph, schedule, precedence, step, options.router);
    if (!phases) refuse_phases(graph, schedule.set, step, options.router);
    for (const RoutedPhase& routes : *phases) {
      if (routes.empty()) continue;
      schedule.phases.push_back(
          scheduled(graph, schedule, precedence, routes, options.reserved_channels));
      schedule.phases.back().step = step;
    }
  }
  return schedule;
}

PhaseFigures figures_of(const Schedule& schedule, const Phase& phase, const CellGraph& graph) {
  std::vector<std::size_t> channels(graph.cells(), 0);
  std::vector<std::size_t> over(graph.busses().size(), 0);
  std::vector<std::uint64_t> sends(graph.cells(), 0);
  std::vector<std::uint64_t> receives(graph.cells(), 0);
  for (const ScheduledConnection& one : phase.connections) {
    const Connection& connection = schedule.set.connections[one.connection];
    unsigned cell = connection.from;
    ++channels[cell];
    for (const Bus side : one.way) {
      const std::size_t bus = *graph.bus_out(cell, side);
      ++over[bus];
      cell = graph.busses()[bus].to;
      ++channels[cell];
    }
    sends[connection.from] += one.clocks;
    (schedule.at_once == 1 ? sends : receives)[connection.to] += one.clocks;
  }
  const auto most = [](const auto& of) { return *std::max_element(of.begin(), of.end()); };
  return {most(channels), most(over), length(phase), std::max(most(sends), most(receives))};
}

std::vector<std::uint64_t> bus_clocks(const Schedule& schedule, const Phase& phase,
                                      const CellGraph& graph) {
  std::vector<std::uint64_t> clocks(graph.busses().size(), 0);
  for (const ScheduledConnection& one : phase.connections) {
    const Connection& connection = schedule.set.connections[one.connection];
    unsigned cell = connection.from;
    for (const Bus side : one.way) {
      const std::size_t bus = *graph.bus_out(cell, side);
      clocks[bus] += connection.words * (graph.word() / graph.clock());
      cell = graph.busses()[bus].to;
    }
  }
  return clocks;
}

std::uint64_t busiest_bus_clocks(const Schedule& schedule, const CellGraph& graph) {
  std::uint64_t sum = 0;
  for (const Phase& phase : schedule.phases) {
    const std::vector<std::uint64_t> clocks = bus_clocks(schedule, phase, graph);
    sum += *std::max_element(clocks.begin(), clocks.end());
  }
  return sum;
}

ScheduleBounds bounds_of(const Schedule& schedule, const CellGraph& graph) {
  ScheduleBounds bounds;
  for (const auto& step : schedule.set.steps) {
    bounds.steps.push_back(lower_bound(graph, schedule.set, step, schedule.resources));
    bounds.phases += bounds.steps.back().phases;
  }
  return bounds;
}

std::uint64_t least_clocks(const Schedule& schedule) {
  std::vector<std::uint64_t> sends(schedule.cells, 0);
  std::vector<std::uint64_t> receives(schedule.cells, 0);
  for (const Phase& phase : schedule.phases) {
    for (const ScheduledConnection& one : phase.connections) {
      const Connection& connection = schedule.set.connections[one.connection];
      sends[connection.from] += one.clocks;
      (schedule.at_once == 1 ? sends : receives)[connection.to] += one.clocks;
    }
  }
  return schedule.phases.size() * context_switch_clocks +
         std::max(*std::max_element(sends.begin(), sends.end()),
                  *std::max_element(receives.begin(), receives.end()));
}

std::uint64_t predicted_clocks(const Schedule& schedule) {
  std::uint64_t sum = 0;
  for (const Phase& phase : schedule.phases) sum += context_switch_clocks + length(phase);
  return sum;
}

}  // namespace weft::conset
