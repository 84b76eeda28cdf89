#include "platforms/routing/dimension_order.hpp"

#include <algorithm>
#include <boost/iterator/counting_iterator.hpp>
#include <utility>

#include "platforms/routing/dimension_keys.hpp"

namespace weft {

DimensionOrder::DimensionOrder(const Topology& topology, std::vector<unsigned> order, bool dateline)
    : Routing(topology), order_(std::move(order)), dateline_(dateline) {
  for (const unsigned dimension : order_) {
    if (has_lanes(dimension)) lane_count_ = 2;
  }
}

bool DimensionOrder::has_lanes(unsigned dimension) const {
  return dateline_ && grid().wraps(dimension) && grid().size(dimension) > 3;
}

std::vector<std::size_t> DimensionOrder::label_order() const {
  std::vector<std::size_t> ordered;
  ordered.reserve(grid().nodes());
  for (std::size_t label = 0; label < grid().nodes(); ++label) {
    std::size_t node = 0;
    std::size_t rest = label;
    for (auto dimension = order_.rbegin(); dimension != order_.rend(); ++dimension) {
      node += rest % grid().size(*dimension) * grid().stride(*dimension);
      rest /= grid().size(*dimension);
    }
    ordered.push_back(node);
  }
  return ordered;
}

std::vector<unsigned> DimensionOrder::lanes(std::size_t, unsigned slot) const {
  if (lane_count_ == 1) return {1};
  return {1, has_lanes(grid().dimension_of(slot)) ? 1U : 0U};
}

DimensionOrder::Step DimensionOrder::step(unsigned dimension, unsigned at, unsigned to) const {
  bool up = to > at;
  unsigned hops = up ? to - at : at - to;
  if (grid().wraps(dimension)) {
    const unsigned upwards = grid().upwards(dimension, at, to);
    up = 2 * upwards <= grid().size(dimension);
    hops = up ? upwards : grid().size(dimension) - upwards;
  }
  const unsigned interval = grid().express();
  const bool express = interval > 1 && at % interval == 0 && hops >= interval;
  const bool dateline_ahead = has_lanes(dimension) && (up ? to < at : to > at);
  return {grid().slot(dimension, up, express), dateline_ahead ? 1U : 0U};
}

DimensionOrder::Step DimensionOrder::step(std::size_t node, std::size_t destination) const {
  for (const unsigned dimension : order_) {
    const unsigned at = grid().coordinate(node, dimension);
    const unsigned to = grid().coordinate(destination, dimension);
    if (at != to) return step(dimension, at, to);
  }
  return {};
}

// On each side of a node, those that its packets leave for by one hop are neighbours.
unsigned DimensionOrder::end_of_run(unsigned dimension, unsigned at, unsigned to) const {
  const Step hop = step(dimension, at, to);
  const auto is_same = [&](unsigned other) { return step(dimension, at, other) == hop; };
  using Coordinate = boost::counting_iterator<unsigned>;
  return *std::partition_point(Coordinate(to), Coordinate(to < at ? at : grid().size(dimension)),
                               is_same);
}

// Digit by digit instead of destination by destination: all labels that differ in a digit leave by
// the same hop.
std::vector<Route> DimensionOrder::routes(const Lanes& lanes, std::size_t router, unsigned) const {
  std::vector<Route> routes;
  std::vector<std::vector<Route>> behind;  // by digit: labels above that of the router itself
  std::size_t base = 0;
  std::size_t block = grid().nodes();
  for (const unsigned dimension : order_) {
    block /= grid().size(dimension);
    const unsigned at = grid().coordinate(router, dimension);
    behind.emplace_back();
    for (unsigned to = at == 0 ? 1 : 0; to < grid().size(dimension); to += to == at ? 1 : 0) {
      const Step hop = step(dimension, at, to);
      const bool before = to < at;
      to = end_of_run(dimension, at, to);
      add_route(before ? routes : behind.back(),
                {base + to * block, RouteAction::links, lanes(router, hop.slot, hop.lane)});
    }
    base += at * block;
  }
  add_route(routes, {base + 1, RouteAction::here, {}});
  for (auto digit = behind.rbegin(); digit != behind.rend(); ++digit) {
    for (const Route& route : *digit) add_route(routes, route);
  }
  return routes;
}

std::vector<std::size_t> HexagonalOrder::label_order() const {
  // x is routed before y
  const Hexagon& hexagon = *topology().hexagon;
  std::vector<std::size_t> order = DestinationRouting::label_order();
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(hexagon.x(a), hexagon.y(a)) < std::pair(hexagon.x(b), hexagon.y(b));
  });
  return order;
}

Route HexagonalOrder::next(const Lanes& lanes, std::size_t router, unsigned,
                           std::size_t destination, const std::vector<Route>&) const {
  const Hexagon& hexagon = *topology().hexagon;
  const unsigned x = hexagon.x(router);
  const unsigned y = hexagon.y(router);
  const unsigned to_x = hexagon.x(destination);
  const unsigned to_y = hexagon.y(destination);
  const auto hop = [&](unsigned slot) { return Route{0, RouteAction::links, lanes(router, slot)}; };
  if (to_x < x && to_y > y) return hop(Hexagon::d_up);
  if (to_x > x && to_y < y) return hop(Hexagon::d_down);
  if (to_x != x) return hop(to_x > x ? Hexagon::x_up : Hexagon::x_down);
  return hop(to_y > y ? Hexagon::y_up : Hexagon::y_down);
}

ComponentType dimension_order_type() {
  ComponentType type = make_type(TypeRole::routing, "dimension_order",
                                 "One dimension after another; grids and hexagonal arrays.");
  type.routing.make = make_dimension_order;
  return with_dimensions(std::move(type));
}

}  // namespace weft
