// A generated network whose nodes are components by themselves, cells, without routers.
#pragma once

#include <cstddef>
#include <vector>

#include "platforms/components/cell_families.hpp"
#include "platforms/netlist/node.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/registry.hpp"
#include "platforms/topologies/topology.hpp"

namespace weft {

/// `network: {topology: ..., cell: ...}` as it is read.
struct CellNetwork {
  const Node* node = nullptr;
  const ComponentType* type = nullptr;  ///< Of the cells.
  const CellFamily* family = nullptr;   ///< Likewise.
  const Node* settings = nullptr;       ///< Of all cells.
  Topology topology;
  std::vector<std::size_t> components;  ///< By node; filled in as they are made.
};

/// The nodes of a network are cells, not routers.
bool has_cells(const Node& network);

/// Throws InputError: a topology that cells cannot make, too many cells, a key that is for routers.
/// Nodes are kept by reference.
CellNetwork read_cell_network(const Node& node, const Registry& registry);

}  // namespace weft
