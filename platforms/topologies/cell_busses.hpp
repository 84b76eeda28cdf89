// Which busses of iWarp cells a topology joins.
#pragma once

#include <cstddef>
#include <vector>

#include "hw/iwarp/bus.hpp"
#include "platforms/topologies/topology.hpp"

namespace weft {

/// A bus from a node of a topology to another.
struct CellBus {
  std::size_t from = 0;
  std::size_t to = 0;
  Bus out = Bus::x_right;  ///< Of `from`.
  Bus in = Bus::x_left;    ///< Of `to`.
};

/// A cell has four busses out and four in, so that not every network can be made of cells.
bool fits_cells(const Topology& topology);

/// The busses of one that fits. On a mesh, torus or ring they go both ways: XRight to the next x,
/// YDown to the next y. In a hexagonal array a cell has six neighbours and leads to four: XRight to
/// (x+1, y), XLeft to (x-1, y), YUp to (x, y-1), YDown to (x-1, y+1); they come in on the opposite
/// side. So YUp leads to another cell than YUp in comes from (Borkar et al. 1990, section 4), and
/// what goes straight on follows one axis of the array.
std::vector<CellBus> cell_busses(const Topology& topology);

}  // namespace weft
