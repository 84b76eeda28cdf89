// Which links bring a packet nearer to its destination.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace weft {

/// A set of up to 64 links, one bit each.
using LinkSet = std::uint64_t;

constexpr LinkSet link_bit(unsigned link) { return LinkSet{1} << link; }
constexpr bool contains(LinkSet set, unsigned link) { return (set >> link & 1) != 0; }

/// The links of a router that are profitable for the headers of one destination.
struct ProfitableRoute {
  std::uint32_t min_header = 0;
  std::uint32_t max_header = 0;
  LinkSet profitable = 0;
};

/// The routes of one router by header.
class RouteTable {
 public:
  RouteTable() = default;
  /// The header ranges must not overlap.
  explicit RouteTable(std::vector<ProfitableRoute> routes) : routes_(std::move(routes)) {
    std::sort(routes_.begin(), routes_.end(),
              [](const ProfitableRoute& a, const ProfitableRoute& b) {
                return a.min_header < b.min_header;
              });
  }

  /// Empty for a header that leads nowhere.
  LinkSet profitable(std::uint32_t header) const {
    const auto above = std::upper_bound(
        routes_.begin(), routes_.end(), header,
        [](std::uint32_t value, const ProfitableRoute& route) { return value < route.min_header; });
    if (above == routes_.begin() || std::prev(above)->max_header < header) return 0;
    return std::prev(above)->profitable;
  }

 private:
  std::vector<ProfitableRoute> routes_;
};

/// What the network says of one router.
struct RouterPlace {
  LinkSet network = 0;    ///< Links to other adaptive routers: packets may be derouted over these.
  LinkSet connected = 0;  ///< Links that lead anywhere.
  RouteTable routes;
};

}  // namespace weft
