// Routing by the routers themselves.
#pragma once

#include <vector>

#include "platforms/routing/routing.hpp"

namespace weft {

/// Chaos and forced routers choose among the profitable links of each packet as it comes in (see
/// profitable_links.hpp) and deroute it when none is free. So there are no tables, and no lanes:
/// nothing that waits can close a cycle, as a derouting ends every wait.
class RouterChoice final : public Routing {
 public:
  using Routing::Routing;

  std::vector<Route> routes(const Lanes&, std::size_t, unsigned) const override { return {}; }
};

}  // namespace weft
