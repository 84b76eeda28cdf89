// Coordinates of any number of dimensions on the plane.
#pragma once

#include <vector>

#include "testbench/pictures/geometry.hpp"

namespace weft {

/// One or two dimensions are columns and rows. Of three, the last goes up to the right, so that
/// each place holds a diagonal of nodes and no line passes over another node. From four on,
/// dimensions are columns and rows in turn, as blocks of blocks; if all have two nodes, as in a
/// hypercube, the columns, and the rows, are in the order of a Gray code (a Karnaugh map), so that
/// neighbours are linked.
class GridPlaces {
 public:
  /// `sizes` of each dimension, x first.
  explicit GridPlaces(std::vector<unsigned> sizes);

  Point at(const std::vector<unsigned>& coordinates) const;
  /// Of four dimensions or more, all of two nodes.
  bool is_hypercube() const { return hypercube_; }

 private:
  // Along the columns (first dimension 0) or the rows (first dimension 1).
  double along(const std::vector<unsigned>& coordinates, std::size_t first) const;
  double in_gray_order(const std::vector<unsigned>& coordinates, std::size_t first) const;

  std::vector<unsigned> sizes_;
  std::vector<double> stride_;  // by dimension
  bool hypercube_ = false;
};

}  // namespace weft
