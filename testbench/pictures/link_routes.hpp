// The way of each link: straight, or in an arc past what stands on the straight way.
#pragma once

#include <vector>

#include "platforms/platform.hpp"
#include "testbench/pictures/geometry.hpp"
#include "testbench/pictures/picture_graph.hpp"

namespace weft {

struct Layout;

/// By fat link. A wrap-around link of a torus is a loop over its row or left of its column; an
/// express link is an arc, the higher the longer it is, so that none lies on another. In a free
/// layout of many components an arc may still come upon another component. `layout` has
/// its places, and no routes yet.
std::vector<Route> route_links(const NetworkPlan& plan, const PictureGraph& graph,
                               const Layout& layout);

}  // namespace weft
