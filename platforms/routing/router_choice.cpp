#include "platforms/registry/parameter_table.hpp"
#include "platforms/routing/routing.hpp"
#include "platforms/routing/routing_request.hpp"

namespace weft {
namespace {

/// Chaos and forced routers choose among the profitable links of each packet as it comes in (see
/// profitable_links.hpp) and deroute it when none is free. So there are no tables, and no lanes:
/// nothing that waits can close a cycle, as a derouting ends every wait.
class RouterChoice final : public Routing {
 public:
  using Routing::Routing;

  std::vector<Route> routes(const Lanes&, std::size_t, unsigned) const override { return {}; }
};

}  // namespace

ComponentType router_choice_type() {
  ComponentType type =
      make_type(TypeRole::routing, "router_choice",
                "Chaos and forced routers choose themselves, without tables; any network.");
  type.routing.without_tables = true;
  type.routing.make = [](const RoutingRequest& request) -> std::unique_ptr<Routing> {
    return std::make_unique<RouterChoice>(request.topology);
  };
  return ParameterTable<NoParameters>().into(std::move(type));
}

}  // namespace weft
