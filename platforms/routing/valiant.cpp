#include "platforms/routing/valiant.hpp"

#include <utility>

#include "platforms/routing/dimension_keys.hpp"

namespace weft {

Valiant::Valiant(std::unique_ptr<Routing> below)
    : Routing(below->topology()), below_(std::move(below)) {}

std::vector<unsigned> Valiant::lanes(std::size_t router, unsigned slot) const {
  std::vector<unsigned> lanes = below_->lanes(router, slot);
  const std::vector<unsigned> again = lanes;
  lanes.insert(lanes.end(), again.begin(), again.end());
  return lanes;
}

std::vector<Route> Valiant::random_routes(const Lanes& lanes, std::size_t router) const {
  return below_->routes(lanes, router, 0);
}

std::vector<Route> Valiant::routes(const Lanes& lanes, std::size_t router, unsigned) const {
  return below_->routes(lanes.from(lanes.plan().lane_count() / 2), router, 0);
}

ComponentType valiant_type() {
  ComponentType type = make_type(TypeRole::routing, "valiant",
                                 "By a router drawn at random; each phase on links of its own.");
  type.routing.make = [](const RoutingRequest& request) -> std::unique_ptr<Routing> {
    return std::make_unique<Valiant>(make_dimension_order(request));
  };
  return with_dimensions(std::move(type));
}

}  // namespace weft
