// Where the routers of a plan stand in a picture.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "platforms/platform.hpp"
#include "testbench/pictures/geometry.hpp"
#include "testbench/pictures/picture_graph.hpp"

namespace weft {

/// What is written at the border of a picture: the coordinates of a column or of a row.
struct BorderLabel {
  Point at;
  std::string text;
};

/// Places of routers, by component. Neighbours stand one place apart or more.
struct RouterPlaces {
  std::map<std::size_t, Point> at;
  std::vector<BorderLabel> columns;  ///< Those of `grid` alone.
  std::vector<BorderLabel> rows;
};

/// Half the side of a router's square, in places.
inline constexpr double router_reach = 0.17;

/// Of the routers of the plan, but of those that lack the coordinates of their arrangement, and of
/// none for Arrangement::free.
RouterPlaces place_routers(const NetworkPlan& plan, const PictureGraph& graph);

}  // namespace weft
