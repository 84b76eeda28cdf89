// What the parts of a finite element mesh say to each other, as connections of cells.
#pragma once

#include <vector>

#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/connection_set.hpp"
#include "platforms/finite_elements/parts.hpp"
#include "platforms/netlist/place.hpp"

namespace weft::conset {

/// The cell of each part: as many as there are parts. From the order of their numbers, two parts
/// are exchanged as long as that makes fewer hops over all borders, which is as many channels. The
/// paper does not say where its parts stood.
std::vector<unsigned> place_parts(const std::vector<finite_elements::Part>& parts,
                                  const CellGraph& graph);

/// A connection for each border of each part, in this order, with a word for each of its nodes:
/// what finite_elements::PartedMatrix::times carries. "3>7" is from the part 3 to the part 7.
ConnectionSet connections_of(const std::vector<finite_elements::Part>& parts,
                             const std::vector<unsigned>& cell_of_part, const Place& place);

}  // namespace weft::conset
