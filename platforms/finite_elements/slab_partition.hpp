// Which part an element belongs to: cuts along the axes.
#pragma once

#include <cstdint>
#include <vector>

#include "platforms/finite_elements/grid_mesh.hpp"

namespace weft::finite_elements {

/// A mesh is cut into slabs along x, each of these into bars along y, and each bar into so many
/// parts along z: `parts[slab][bar]`. A plate has one part a bar.
struct SlabPlan {
  std::vector<std::vector<unsigned>> parts;
  /// A part has the mean number of elements, and up to this fraction more or less, as is drawn.
  double unevenness = 0;
  std::uint64_t seed = 1;
};

/// The part of each element, numbered slab by slab and bar by bar. A cut is made where the
/// elements, in the order of their places along the axis and then across it, are as many as are
/// due; so it may have a step. Parts number no more than elements.
std::vector<unsigned> cut_into_slabs(const std::vector<GridPlace>& places, const SlabPlan& plan);

}  // namespace weft::finite_elements
