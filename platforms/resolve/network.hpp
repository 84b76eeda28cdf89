// The generated network of a netlist.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "platforms/netlist/node.hpp"
#include "platforms/registry/registry.hpp"
#include "platforms/routing/port_plan.hpp"
#include "platforms/routing/routing.hpp"
#include "platforms/topologies/topology.hpp"

namespace weft {

/// `network:` and the algorithm of `routing:` as they are read. A router has the links of its slots
/// first, then `node_width` links to each of its processors; the rest is free.
struct Network {
  const Node* node = nullptr;
  std::unique_ptr<const Topology> topology;
  std::unique_ptr<const Routing> routing;
  std::optional<ParameterValues> algorithm;  ///< Type and parameters of the routing.
  std::optional<ParameterValues> common;     ///< The other keys of `routing:`.
  std::vector<unsigned> edge_widths;         ///< Links of each edge.
  std::unique_ptr<const PortPlan> ports;
  unsigned node_width = 1;
  bool grouped = true;                    ///< Hunt groups take whatever comes.
  const Node* cpu_settings = nullptr;     ///< May be null.
  const Node* router_settings = nullptr;  ///< May be null.

  // Filled in as components are made:
  std::vector<std::size_t> router_components;                  ///< By router.
  std::vector<std::vector<std::size_t>> processor_components;  ///< By router.

  /// Of which the first link is to a processor of a router.
  unsigned processor_link(std::size_t router, unsigned processor) const {
    return ports->first_processor_link(router) + processor * node_width;
  }
};

/// `routing` may be null. Throws InputError. Nodes are kept by reference.
Network read_network(const Node& node, const Node* routing, const Registry& registry);

}  // namespace weft
