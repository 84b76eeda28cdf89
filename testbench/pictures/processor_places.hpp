// Where processors stand beside their router.
#pragma once

#include <cstddef>
#include <vector>

#include "platforms/platform.hpp"
#include "testbench/pictures/geometry.hpp"

namespace weft {

/// The processors of one router, around it.
struct ProcessorPlaces {
  std::vector<Point> offsets;  ///< From the router.
  double reach = 0.085;        ///< Radius of each.
};

/// `outward` is the way from the middle of a ring or star to the router; it is nothing for its
/// middle. On a grid processors fill a square between the links to the right and below, in `levels`
/// they stand in rows below, on a ring and a star outside.
ProcessorPlaces place_processors(std::size_t count, Arrangement arrangement, Point outward);

/// How wide the processors of one router are in `levels`, 0 for none.
double width_below(std::size_t processors);

}  // namespace weft
