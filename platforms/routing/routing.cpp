#include "platforms/routing/routing.hpp"

namespace weft {

void add_route(std::vector<Route>& routes, const Route& route) {
  const bool same = !routes.empty() && routes.back().action == route.action &&
                    (route.action != RouteAction::links || routes.back().links == route.links);
  if (same) {
    routes.back().limit = route.limit;
  } else {
    routes.push_back(route);
  }
}

std::vector<std::size_t> Routing::label_order() const {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < topology_->size(); ++i) {
    if (!topology_->routers[i].processors.empty()) order.push_back(i);
  }
  return order;
}

std::vector<unsigned> Routing::lanes(std::size_t, unsigned) const { return {1}; }

std::vector<PortBlock> Routing::port_order(std::size_t router) const {
  std::vector<PortBlock> order;
  for (unsigned slot = 0; slot < topology_->routers[router].slots; ++slot) {
    const auto count = static_cast<unsigned>(lanes(router, slot).size());
    for (unsigned lane = 0; lane < count; ++lane) order.push_back({slot, lane});
  }
  return order;
}

DestinationRouting::DestinationRouting(const Topology& topology) : Routing(topology) {}

std::vector<Route> DestinationRouting::routes(const Lanes& lanes, std::size_t router,
                                              unsigned kind) const {
  if (order_.empty()) order_ = label_order();
  std::vector<Route> routes;
  for (std::size_t label = 0; label < order_.size(); ++label) {
    Route route{label + 1, RouteAction::here, {}};
    if (order_[label] != router) {
      route = next(lanes, router, kind, order_[label], routes);
      route.limit = label + 1;
    }
    add_route(routes, route);
  }
  return routes;
}

}  // namespace weft
