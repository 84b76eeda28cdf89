#include "testbench/workloads/conset_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "platforms/conset/barrier_plan.hpp"
#include "platforms/conset/compiler.hpp"
#include "platforms/conset/patterns.hpp"
#include "platforms/conset/read_connections.hpp"
#include "platforms/conset/schedule_file.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/input_file.hpp"
#include "platforms/netlist/node.hpp"

namespace weft {
namespace {

std::string beside(const ParameterValues& values, const char* parameter) {
  Node name;
  name.kind = Node::Kind::scalar;
  name.text = values.text(parameter);
  name.place = values.place(parameter);
  return file_beside(name).string();
}

// One that cannot be read is told where it is named.
std::string schedule_file(const ParameterValues& values) {
  std::string file = beside(values, "schedule");
  read_input_file(file, values.place("schedule"), "a schedule that can be read");
  return file;
}

}  // namespace

conset::ConnectionSet read_workload_connections(const Platform& platform,
                                                const ParameterValues& values,
                                                const ConnectionParameters& parameters,
                                                const conset::CellGraph& graph) {
  const std::vector<std::string> patterns = conset::pattern_names();
  const std::string& name = values.text("connections");
  const bool is_pattern = std::find(patterns.begin(), patterns.end(), name) != patterns.end();
  conset::PatternOptions options;
  options.words = parameters.words;
  options.placement = parameters.placement;
  options.seed = platform.seed;
  options.place = values.place("connections");
  return conset::read_pattern_or_file(is_pattern ? name : beside(values, "connections"), options,
                                      graph);
}

void refuse_systolic_messages(const ParameterValues& values) {
  throw InputError(values.place("transfers"), "whole transfers in the mode systolic",
                   "expected `transfers: word`, as elements are used one by one");
}

void require_connection_channels(const conset::CellGraph& graph, unsigned channels,
                                 const Place& place) {
  const unsigned most = graph.channels() - conset::synchronization_channels;
  if (channels <= most) return;
  throw InputError(place, fmt::format("{} channels", channels),
                   fmt::format("expected at most {} of the {} of a cell: {} are for the barrier",
                               most, graph.channels(), conset::synchronization_channels));
}

ConsetPlanner::ConsetPlanner(const Platform& platform, const ParameterValues& values,
                             const ConsetParameters& parameters)
    : platform_(&platform),
      values_(&values),
      parameters_(parameters),
      graph_(platform, true, platform.workload.place),
      barrier_(conset::plan_barrier(graph_, platform.workload.place)) {
  require_connection_channels(graph_, parameters.channels, values.place("channels"));
}

void ConsetPlanner::check() const {
  if (!parameters_.schedule.empty()) {
    plan();
  } else {
    conset::require_routable(graph_, connections());
  }
}

conset::Schedule ConsetPlanner::schedule() const {
  if (!parameters_.schedule.empty()) {
    return conset::read_schedule(schedule_file(*values_), graph_);
  }
  conset::CompilerOptions options;
  options.router = conset::options_of(parameters_.router);
  options.router.resources.channels = parameters_.channels;
  if (parameters_.mode == ConsetMode::systolic) {
    options.clocks_per_word = static_cast<unsigned>(parameters_.element_clocks);
    options.at_once = 1;
  }
  return conset::compile(graph_, connections(), options);
}

ConnectionPlan ConsetPlanner::plan() const {
  ConnectionPlan plan;
  plan.schedule = schedule();
  plan.linkages = conset::link_schedule(plan.schedule, graph_, conset::synchronization_channels);
  plan.barrier = barrier_;
  return plan;
}

}  // namespace weft
