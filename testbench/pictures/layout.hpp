// Places of all components and ways of all links of a picture.
#pragma once

#include <cstddef>
#include <vector>

#include "platforms/platform.hpp"
#include "testbench/pictures/geometry.hpp"
#include "testbench/pictures/picture_graph.hpp"
#include "testbench/pictures/router_places.hpp"

namespace weft {

/// Lengths are in places; see Point.
struct Layout {
  std::vector<Point> at;      ///< By component.
  std::vector<double> reach;  ///< By component: half a router's side, a processor's radius.
  std::vector<Route> routes;  ///< By fat link, from border to border.
  std::vector<BorderLabel> columns;
  std::vector<BorderLabel> rows;  ///< Also those of `levels`, by what their names begin with.
};

/// Routers as the plan of the network says, each with its processors beside it, and what else there
/// is in a row below; everything by Graphviz where there is no plan.
Layout lay_out(const Platform& platform, const PictureGraph& graph);

}  // namespace weft
