// The generated network of a netlist.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "platforms/netlist/node.hpp"
#include "platforms/topologies/topology.hpp"

namespace weft {

/// `network:` as it is read: a T9000 and a C104 at each node. A router has its fat links first, in
/// the order x upwards, x downwards, y upwards, ..., each `width` links wide; then the `node_width`
/// links to its processor; the rest is free.
struct Network {
  const Node* node = nullptr;
  std::unique_ptr<Topology> topology;
  unsigned width = 1;
  unsigned node_width = 1;
  const Node* cpu = nullptr;     ///< May be null.
  const Node* router = nullptr;  ///< May be null.
  bool numbered = false;         ///< A hypercube by `dimensions:`: node[37], not node[1,0,1,...].

  unsigned first_cpu_link() const { return topology->groups() * width; }
  /// "node[3,2]"
  std::string node_name(std::size_t index) const;
};

/// Throws InputError. `node` is kept by reference.
Network read_network(const Node& node);

}  // namespace weft
