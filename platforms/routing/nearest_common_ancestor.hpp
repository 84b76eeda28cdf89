// Routing in trees of switches.
#pragma once

#include "platforms/routing/routing.hpp"

namespace weft {

/// Upwards by any free link until a router is reached below which the destination lies, then down
/// the one way to it. Free of deadlock: no packet goes up again, so that all channels upwards,
/// level by level, come before those downwards. Every way is a shortest one.
class NearestCommonAncestor final : public Routing {
 public:
  using Routing::Routing;

  /// All leaves, those without processors too.
  std::vector<std::size_t> label_order() const override;
  /// By destination alone, all routers would send what goes to a router by the same few others.
  bool spreads_by_input() const override { return true; }

  std::vector<Route> routes(const Lanes& lanes, std::size_t router, unsigned kind) const override;
};

}  // namespace weft
