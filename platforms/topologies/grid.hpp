// Grids: meshes, tori, hypercubes, rings and express cubes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "platforms/registry/shape.hpp"

namespace weft {

struct Topology;

/// A grid of any number of dimensions, x varying fastest. A ring is one dimension that wraps, a
/// hypercube one of size 2 in each dimension.
///
/// Slots of a router: for each dimension upwards, then downwards (a dimension of two nodes has one
/// slot, of one node none); in an express cube behind these the express links likewise.
class Grid {
 public:
  /// `wraps`: the last node of each dimension of three or more is linked to the first. With
  /// `express` of 2 or more, links of that length join every node whose coordinate is a multiple of
  /// it to the next such node (express channels, Dally 1991, without their interchange boxes).
  Grid(Shape shape, bool wraps, unsigned express = 0);

  const Shape& shape() const { return shape_; }
  unsigned dimensions() const { return static_cast<unsigned>(shape_.size()); }
  std::size_t nodes() const { return node_count(shape_); }
  unsigned size(unsigned dimension) const { return shape_[dimension]; }
  std::size_t stride(unsigned dimension) const { return stride_[dimension]; }
  unsigned coordinate(std::size_t node, unsigned dimension) const {
    return static_cast<unsigned>(node / stride_[dimension] % shape_[dimension]);
  }
  bool wraps(unsigned dimension) const { return wraps_ && shape_[dimension] > 2; }
  unsigned express() const { return express_; }

  unsigned slots() const { return slots_; }
  unsigned slot(unsigned dimension, bool upwards, bool express = false) const;
  /// The dimension that a slot belongs to.
  unsigned dimension_of(unsigned slot) const;

  /// Hops upwards from coordinate `at` to `to` where the dimension wraps.
  unsigned upwards(unsigned dimension, unsigned at, unsigned to) const {
    return (to + size(dimension) - at) % size(dimension);
  }

 private:
  Shape shape_;
  bool wraps_;
  unsigned express_;
  std::vector<std::size_t> stride_;
  std::vector<unsigned> first_slot_;
  unsigned local_slots_ = 0;
  unsigned slots_ = 0;
};

/// The routers "node[3,2].router" of a grid and its fat links, `processors` at each node. Nodes of
/// a `numbered` grid are "node[37]".
Topology make_grid(Grid grid, unsigned processors, bool numbered = false);

/// "x", "y", "z", "w", and "d4", "d5", ... from the fifth dimension on.
std::string dimension_name(unsigned dimension);

}  // namespace weft
