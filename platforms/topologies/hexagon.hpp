// Hexagonal arrays: six neighbours to a node (iWarp, seeds: "the busses are wholly independent").
#pragma once

#include <cstddef>

#include "platforms/registry/shape.hpp"

namespace weft {

struct Topology;

/// A parallelogram of hexagons in axial coordinates: the axes are x = (1, 0), y = (0, 1) and the
/// diagonal d = (-1, 1), without wrap-around. Slots of a router: x upwards, x downwards, y upwards,
/// y downwards, d upwards, d downwards.
class Hexagon {
 public:
  enum Slot : unsigned { x_up, x_down, y_up, y_down, d_up, d_down, slots };

  Hexagon(unsigned width, unsigned height) : width_(width), height_(height) {}

  std::size_t nodes() const { return std::size_t{width_} * height_; }
  Shape shape() const { return {width_, height_}; }
  unsigned x(std::size_t node) const { return static_cast<unsigned>(node % width_); }
  unsigned y(std::size_t node) const { return static_cast<unsigned>(node / width_); }

 private:
  unsigned width_;
  unsigned height_;
};

/// The routers "node[x,y].router" of a hexagonal array, `processors` at each node.
Topology make_hexagon(const Hexagon& hexagon, unsigned processors);

}  // namespace weft
