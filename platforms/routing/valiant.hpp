// Two-phase random routing.
#pragma once

#include <memory>

#include "platforms/routing/routing.hpp"

namespace weft {

/// Universal routing (Valiant; thesis 2.2.2): each packet goes to a router drawn at random first,
/// then to its destination, so that no pattern of traffic is worse than another. The C104 at which
/// a packet enters puts a random header in front; the one that this header names deletes it. The
/// two phases use lanes of their own, twice those of the routing below, so that the channels of the
/// second phase come after all those of the first: free of deadlock if the routing below is.
class Valiant final : public Routing {
 public:
  /// `below` has one kind of input.
  explicit Valiant(std::unique_ptr<Routing> below);

  std::vector<std::size_t> label_order() const override { return below_->label_order(); }
  std::vector<unsigned> lanes(std::size_t router, unsigned slot) const override;
  std::vector<Route> routes(const Lanes& lanes, std::size_t router, unsigned kind) const override;
  bool is_random() const override { return true; }
  std::vector<Route> random_routes(const Lanes& lanes, std::size_t router) const override;

 private:
  std::unique_ptr<Routing> below_;
};

}  // namespace weft
