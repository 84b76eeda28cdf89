// Routes of the adaptive routers of a platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/adaptive/route_table.hpp"
#include "platforms/platform.hpp"
#include "platforms/processors.hpp"
#include "platforms/routing/connections.hpp"

namespace weft {

/// Distances that are kept, for 8,192 processors with a router each; the routes of that many take a
/// gigabyte when they run.
inline constexpr std::size_t max_distances = std::size_t{1} << 27U;

/// The profitable links of every adaptive router for every processor: those to whatever is one hop
/// nearer, by breadth-first search over routers and switches of all kinds, so that any network
/// works. Paths do not lead through processors. Needs components, links and headers of the
/// platform, which must outlive it.
class ProfitableLinks {
 public:
  explicit ProfitableLinks(const Platform& platform);

  /// Of a component that is an adaptive router.
  RouterPlace place(std::size_t router) const;
  /// Links of an adaptive router that are profitable for a processor, by its index in
  /// processors_of.
  LinkSet profitable(std::size_t router, std::size_t processor) const;
  /// Hops from any component to a processor; `unreachable` if there is no path.
  std::uint32_t distance(std::size_t component, std::size_t processor) const {
    return distances_[processor][component];
  }

  static constexpr std::uint32_t unreachable = ~std::uint32_t{0};

 private:
  std::vector<std::uint32_t> distances_to(const Processor& processor) const;

  const Platform* platform_;
  Connections connections_;
  std::vector<std::vector<std::uint32_t>> distances_;  // by processor and component
};

/// Throws InputError: a processor that no path from an adaptive router leads to, unless there is no
/// workload; forced routers that could never inject; more than `max_distances` pairs of a processor
/// and a component.
void check_adaptive_routers(const Platform& platform);

}  // namespace weft
