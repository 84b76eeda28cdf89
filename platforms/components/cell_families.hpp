// The components that stand at the nodes of a generated network by themselves, without routers.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "platforms/platform.hpp"
#include "platforms/topologies/topology.hpp"

namespace weft {

/// A link, or a bus one way, between two nodes of a topology.
struct CellLink {
  std::size_t from = 0;
  std::size_t to = 0;
  unsigned from_port = 0;
  unsigned to_port = 0;
};

/// What `network: {cell: ...}` must know of a family, beside what is registered.
struct CellFamily {
  std::string type;  ///< By which a file names it; others with its parameters fit too.
  bool (*fits)(const Topology& topology);
  std::string what;      ///< Of a topology that does not fit, "cells with four busses".
  std::string expected;  ///< Those that do.
  std::vector<CellLink> (*links)(const Topology& topology);  ///< Of one that fits.
  /// Throws InputError if there are too many.
  void (*check_size)(const Place& place, std::size_t nodes);
  /// The last component that has been entered is the node at these coordinates.
  void (*placed)(Platform& platform, const std::vector<unsigned>& coordinates);
  /// They find ways by themselves: `routing:` may say whether they may deadlock. Else programs lay
  /// the pathways.
  bool finds_ways = false;
};

/// One line for each: `NAME_cells()` stands with the family's components. The first is that of a
/// file which names none.
#define WEFT_CELL_FAMILIES(FAMILY) \
  FAMILY(iwarp)                    \
  FAMILY(hypercube)

#define WEFT_DECLARE(name) const CellFamily& name##_cells();
WEFT_CELL_FAMILIES(WEFT_DECLARE)
#undef WEFT_DECLARE

/// Of the list.
const std::vector<const CellFamily*>& cell_families();

}  // namespace weft
