// A routing algorithm for routers in a row: towards the number of the destination.
#include <algorithm>

#include "platforms/registry/parameter_table.hpp"
#include "platforms/routing/routing.hpp"
#include "platforms/routing/routing_request.hpp"

namespace {

using namespace weft;

// Free of deadlock: no packet turns round, so that the channels of either direction can be numbered
// along the row.
class Along final : public DestinationRouting {
 public:
  using DestinationRouting::DestinationRouting;

 private:
  Route next(const Lanes& lanes, std::size_t router, unsigned, std::size_t destination,
             const std::vector<Route>&) const override {
    return {0, RouteAction::links, lanes(router, destination < router ? 0 : 1)};
  }
};

// Slot 0 of each router leads to the one before it, slot 1 to the next.
bool is_row(const Topology& topology) {
  return std::all_of(topology.edges.begin(), topology.edges.end(), [](const TopologyEdge& edge) {
    return edge.to == edge.from + 1 && edge.from_slot == 1 && edge.to_slot == 0;
  });
}

std::unique_ptr<Routing> make_along(const RoutingRequest& request) {
  return std::make_unique<Along>(request.topology);
}

}  // namespace

ComponentType along_type() {
  ComponentType type =
      make_type(TypeRole::routing, "along", "Towards the number of the destination; a chain.");
  type.routing.fits = is_row;
  type.routing.make = make_along;
  return ParameterTable<NoParameters>().into(std::move(type));
}
