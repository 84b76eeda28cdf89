#include "testbench/pictures/router_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "testbench/pictures/grid_places.hpp"
#include "testbench/pictures/processor_places.hpp"

namespace weft {

namespace {

constexpr double row_height = 0.8660254037844386;  // of equal triangles: sqrt(3) / 2

// Routers whose coordinates have the most frequent number of dimensions: that of the first.
std::vector<const RouterPosition*> with_coordinates(const NetworkPlan& plan, std::size_t least) {
  std::vector<const RouterPosition*> routers;
  for (const RouterPosition& router : plan.routers) {
    const std::size_t dimensions = router.coordinates.size();
    if (dimensions < least) continue;
    if (!routers.empty() && dimensions != routers.front()->coordinates.size()) continue;
    routers.push_back(&router);
  }
  return routers;
}

std::vector<unsigned> sizes_of(const std::vector<const RouterPosition*>& routers) {
  std::vector<unsigned> sizes(routers.front()->coordinates.size(), 1);
  for (const RouterPosition* router : routers) {
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      sizes[d] = std::max(sizes[d], router->coordinates[d] + 1);
    }
  }
  return sizes;
}

// The coordinates of every other dimension, as one number of a hypercube; "" unless all those
// between are 0.
std::string border_text(const std::vector<unsigned>& coordinates, std::size_t first,
                        bool hypercube) {
  std::vector<unsigned> shown;
  for (std::size_t d = 0; d < coordinates.size(); ++d) {
    const bool depth = coordinates.size() == 3 && d == 2;
    if (d % 2 == first && !depth) {
      shown.push_back(coordinates[d]);
    } else if (coordinates[d] != 0) {
      return {};
    }
  }
  return fmt::format("{}", fmt::join(shown, hypercube ? "" : ","));
}

RouterPlaces on_grid(const NetworkPlan& plan) {
  RouterPlaces places;
  const auto routers = with_coordinates(plan, 1);
  if (routers.empty()) return places;
  const GridPlaces grid(sizes_of(routers));
  std::map<std::vector<unsigned>, unsigned> stacked;  // routers that share their coordinates
  for (const RouterPosition* router : routers) {
    const unsigned before = stacked[router->coordinates]++;
    const Point at = grid.at(router->coordinates);
    places.at[router->component] = at - Point{0.38, 0.38} * before;
    if (before != 0) continue;
    const std::string column = border_text(router->coordinates, 0, grid.is_hypercube());
    if (!column.empty()) places.columns.push_back({at, column});
    const std::string row = border_text(router->coordinates, 1, grid.is_hypercube());
    if (!row.empty()) places.rows.push_back({at, row});
  }
  return places;
}

RouterPlaces in_hexagons(const NetworkPlan& plan) {
  RouterPlaces places;
  for (const RouterPosition* router : with_coordinates(plan, 2)) {
    const double x = router->coordinates[0];
    const double y = router->coordinates[1];
    places.at[router->component] = {x + y / 2, y * row_height};
  }
  return places;
}

// Clockwise from the top, one place apart or more.
Point on_circle(std::size_t index, std::size_t count, double least_radius) {
  const double angle =
      2 * std::numbers::pi * static_cast<double>(index) / static_cast<double>(count);
  const double around =
      count < 2 ? 0 : 0.5 / std::sin(std::numbers::pi / static_cast<double>(count));
  const double radius = std::max(least_radius, around);
  return {radius * std::sin(angle), -radius * std::cos(angle)};
}

RouterPlaces on_ring(const NetworkPlan& plan) {
  RouterPlaces places;
  for (std::size_t i = 0; i < plan.routers.size(); ++i) {
    places.at[plan.routers[i].component] = on_circle(i, plan.routers.size(), 0);
  }
  return places;
}

RouterPlaces as_star(const NetworkPlan& plan) {
  RouterPlaces places;
  for (std::size_t i = 0; i < plan.routers.size(); ++i) {
    places.at[plan.routers[i].component] =
        i == 0 ? Point{} : on_circle(i - 1, plan.routers.size() - 1, 1.2);
  }
  return places;
}

// Each row over the whole width; the highest level on top.
RouterPlaces in_levels(const NetworkPlan& plan, const PictureGraph& graph) {
  std::map<unsigned, std::vector<std::size_t>> rows;
  for (const RouterPosition& router : plan.routers) rows[router.level].push_back(router.component);
  double width = 0;
  for (const auto& [level, row] : rows) {
    double widest = 0;
    for (const std::size_t router : row) {
      widest = std::max(widest, width_below(graph.nodes[router].hosted.size()));
    }
    width = std::max(width, static_cast<double>(row.size()) * std::max(1.0, widest));
  }
  const double height = std::max(1.8, 0.3 * width / std::sqrt(static_cast<double>(rows.size())));
  RouterPlaces places;
  double y = 0;
  for (const auto& [level, row] : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const double part = (static_cast<double>(i) + 0.5) / static_cast<double>(row.size());
      places.at[row[i]] = {part * width, y};
    }
    y -= height;
  }
  return places;
}

}  // namespace

RouterPlaces place_routers(const NetworkPlan& plan, const PictureGraph& graph) {
  switch (plan.arrangement) {
    case Arrangement::grid: return on_grid(plan);
    case Arrangement::hexagonal: return in_hexagons(plan);
    case Arrangement::ring: return on_ring(plan);
    case Arrangement::star: return as_star(plan);
    case Arrangement::levels: return in_levels(plan, graph);
    case Arrangement::free: break;
  }
  return {};
}

}  // namespace weft
