// Graphs of cells, connection sets and schedules for the tests of the communication compiler.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/compiler.hpp"
#include "platforms/conset/connection_set.hpp"
#include "platforms/conset/schedule.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/registry/platform_file.hpp"

namespace weft::conset {

inline const std::string cells_of_a_network = ", cell: {type: iwarp}}\n";

/// "torus" and "8x8".
inline CellGraph graph_of(const std::string& topology, const std::string& shape,
                          bool backloops = true) {
  const std::string network = "network: {topology: " + topology + ", shape: " + shape;
  return CellGraph(resolve(parse_netlist(network + cells_of_a_network, "t.yaml")), backloops);
}

/// Connections between these pairs of cells, in one step; "c0", "c1", ...
inline ConnectionSet set_of(const std::vector<std::pair<unsigned, unsigned>>& pairs) {
  ConnectionSet set;
  set.place = place_of("set");
  set.steps.emplace_back();
  for (const auto& [from, to] : pairs) {
    Connection& one = set.connections.emplace_back();
    one.name = "c" + std::to_string(set.connections.size() - 1);
    one.from = from;
    one.to = to;
    one.place = place_of(one.name);
    set.steps.front().push_back(set.connections.size() - 1);
  }
  return set;
}

/// What is wrong with a schedule, or "".
inline std::string fault_of(const Schedule& schedule, const CellGraph& graph) {
  const auto fault = check_schedule(schedule, graph);
  if (!fault) return "";
  const std::string between = "; ";
  return fault->found + between + fault->expected;
}

/// The message of the InputError that this throws, or "".
template <class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace weft::conset
