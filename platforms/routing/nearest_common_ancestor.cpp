#include "platforms/routing/nearest_common_ancestor.hpp"

#include <numeric>

#include "platforms/registry/parameter_table.hpp"
#include "platforms/routing/routing_request.hpp"

namespace weft {

std::vector<std::size_t> NearestCommonAncestor::label_order() const {
  std::vector<std::size_t> leaves(topology().tree->leaves);
  std::iota(leaves.begin(), leaves.end(), std::size_t{0});
  return leaves;
}

std::vector<Route> NearestCommonAncestor::routes(const Lanes& lanes, std::size_t router,
                                                 unsigned) const {
  const Tree& tree = *topology().tree;
  const Tree::Router& here = tree.routers[router];
  HuntGroup upwards{0, 0};
  for (unsigned i = 0; i < here.up_slots; ++i) {
    const HuntGroup link = lanes(router, here.down_slots + i);
    if (i == 0) upwards = link;
    upwards.size = link.first_link + link.size - upwards.first_link;
  }
  std::vector<Route> routes;
  if (here.first_leaf > 0) {
    add_route(routes, {here.first_leaf, RouteAction::links, upwards});
  }
  if (here.down_slots == 0) add_route(routes, {here.last_leaf, RouteAction::here, {}});
  for (unsigned i = 0; i < here.down_slots; ++i) {
    add_route(routes, {here.first_leaf + (i + 1) * here.child_leaves, RouteAction::links,
                       lanes(router, i)});
  }
  if (here.last_leaf < tree.leaves) {
    add_route(routes, {tree.leaves, RouteAction::links, upwards});
  }
  return routes;
}

ComponentType nearest_common_ancestor_type() {
  ComponentType type = make_type(TypeRole::routing, "nearest_common_ancestor",
                                 "Up by any free link, then down; trees and Clos networks.");
  type.routing.fits = [](const Topology& topology) { return topology.tree.has_value(); };
  type.routing.make = [](const RoutingRequest& request) -> std::unique_ptr<Routing> {
    return std::make_unique<NearestCommonAncestor>(request.topology);
  };
  return ParameterTable<NoParameters>().into(std::move(type));
}

}  // namespace weft
