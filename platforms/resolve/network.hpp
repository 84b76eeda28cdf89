// The generated network of a netlist.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platforms/netlist/node.hpp"
#include "platforms/registry/registry.hpp"
#include "platforms/resolve/read_section.hpp"
#include "platforms/routing/port_plan.hpp"
#include "platforms/routing/routing.hpp"
#include "platforms/topologies/topology.hpp"

namespace weft {

/// Routers and the algorithm of `routing:`. Those of `network:` have the links of their slots
/// first, then `node_width` links to each of their processors; the rest is free. Those that are
/// written by hand (written_network.hpp) have their links where they were written.
struct Network {
  const Node* node = nullptr;  ///< `network:`, or `routing:` of routers by hand.
  std::unique_ptr<const Topology> topology;
  std::unique_ptr<const Routing> routing;
  std::string routing_name;                  ///< "the routing along on a chain", for errors.
  Place routing_place;                       ///< Likewise.
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
  std::vector<std::vector<std::size_t>> processor_components;  ///< By router; its own ones.

  /// Of which the first link is to a processor of a router.
  unsigned processor_link(std::size_t router, unsigned processor) const {
    return ports->first_processor_link(router) + processor * node_width;
  }
};

/// The algorithm that `routing:` names, or the usual one of the topology, which `what` names in
/// errors; `routing` may be null. Throws InputError.
TypedSection read_algorithm(const Topology& topology, const std::string& what, const Node* routing,
                            const Registry& registry);

/// `routing` may be null. Throws InputError. Nodes are kept by reference.
Network read_network(const Node& node, const Node* routing, const Registry& registry);

}  // namespace weft
