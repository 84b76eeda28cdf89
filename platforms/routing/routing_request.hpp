// What a routing algorithm is made from.
#pragma once

#include <cstddef>
#include <vector>

#include "platforms/netlist/node.hpp"
#include "platforms/registry/parameter_values.hpp"
#include "platforms/topologies/topology.hpp"

namespace weft {

/// See RoutingMaker::make. Parameters and topology outlive what is made.
struct RoutingRequest {
  const ParameterValues& values;
  const Topology& topology;
  const Node* section = nullptr;         ///< The map `routing:`; null without one.
  std::vector<bool> dead;                ///< By edge, those that a fault has taken.
  std::vector<std::size_t> labels = {};  ///< The label order; empty: as the algorithm likes.
};

}  // namespace weft
