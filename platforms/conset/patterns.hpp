// Connection sets by name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/connection_set.hpp"
#include "platforms/conset/mesh_connections.hpp"
#include "platforms/netlist/place.hpp"

namespace weft::conset {

struct PatternOptions {
  std::uint64_t words = 1;       ///< Of each connection, but for meshes.
  std::vector<unsigned> by{1};   ///< Of `shift`: how far in each dimension, x first.
  std::uint64_t seed = 1;        ///< Of `permutation`.
  std::optional<Place> place{};  ///< Where the pattern is named in a file.
  PartPlacement placement = PartPlacement::near;  ///< Of meshes.
};

/// - torus: each cell to the next and the one before in each dimension, around its ends.
/// - hypercube: each cell to those whose number differs in one bit. Its number is made of the Gray
///   codes of its coordinates, x in the lower bits, so that neighbours on the torus are neighbours
///   in the cube. "x0.node[3,2]" is that of the lowest bit of x, and so on.
/// - butterfly: the connections of the hypercube as an FFT uses them, one dimension of the cube
///   behind the other: a step for each dimension of the grid, and within it an order (section
///   5.1.2).
/// - all_to_all: each cell to each other.
/// - transpose: (x, y) to (y, x).
/// - shift: each cell to the one that stands `by` further, around the ends.
/// - permutation: each cell to one other, drawn; no cell is drawn twice, and none sends to itself.
/// - permutations: all_to_all as 64 steps on a torus of 8x8 cells. In a step no cell sends twice,
///   none receives twice, and with the ways of RouterKind::dimension_order no bus is taken twice:
///   64 is the least, as the shortest ways take each bus 64 times (Hinrichs, Kosak, O'Hallaron,
///   Stricker and Take 1994). A step is a permutation of x and one of y.
/// - c100k, c10k, m11k, q20k: each part of a finite element mesh (finite_elements::make_paper_mesh)
///   to those that it has nodes in common with, a word for each of these; parts stand on cells as
///   place_parts puts them.
std::vector<std::string> pattern_names();

/// The connections of a pattern, in one step but for `butterfly` and `permutations`. Throws
/// InputError, at its place or `name`: a pattern that is not there, or that does not fit the cells:
/// no grid, sides that are no powers of two, no square; for a mesh another number of cells than it
/// has parts, 64.
ConnectionSet make_pattern(const std::string& name, const PatternOptions& options,
                           const CellGraph& graph);

}  // namespace weft::conset
