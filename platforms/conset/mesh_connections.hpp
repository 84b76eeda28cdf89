// What the parts of a finite element mesh say to each other, as connections of cells.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/connection_set.hpp"
#include "platforms/finite_elements/paper_meshes.hpp"
#include "platforms/finite_elements/parts.hpp"
#include "platforms/netlist/place.hpp"

namespace weft::conset {

/// Where parts stand. The paper tells of nothing that its compiler does about it.
enum class PartPlacement : std::uint8_t {
  near,      ///< So that there are few hops over all borders, which are as many channels.
  numbered,  ///< Each on the cell whose address is its number.
};

/// The cell of each part: as many as there are parts. `near`: from the order of their numbers, two
/// parts are exchanged as long as that makes fewer hops.
std::vector<unsigned> place_parts(const std::vector<finite_elements::Part>& parts,
                                  const CellGraph& graph, PartPlacement placement);

/// A connection for each border of each part, in this order, with a word for each of its nodes:
/// what finite_elements::PartedMatrix::times carries. "3>7" is from the part 3 to the part 7.
ConnectionSet connections_of(const std::vector<finite_elements::Part>& parts,
                             const std::vector<unsigned>& cell_of_part, const Place& place);

/// A mesh of the paper on cells.
struct PlacedMesh {
  finite_elements::PartedMesh parted;
  std::vector<unsigned> cell_of_part;
  ConnectionSet set;
};

/// Throws InputError at `place` for another number of cells than parts. The name must be one of
/// finite_elements::paper_mesh_names.
PlacedMesh place_mesh(const std::string& name, const CellGraph& graph, PartPlacement placement,
                      const Place& place);

}  // namespace weft::conset
