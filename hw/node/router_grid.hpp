// Where the routers of a network stand, and how packets go through it.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "hw/node/parameters.hpp"

namespace weft {

/// Routers by their numbers, x lowest; nodes by theirs, those of one router side by side. A packet
/// goes along x, then y, then z, the shorter way round a ring. Where both are as long it begins
/// upwards at even places and downwards at odd ones, so that a pattern that is the same at all
/// nodes has both.
class RouterGrid {
 public:
  /// Links that leave a router: upwards and downwards in each dimension, then the one to its nodes.
  /// The one from its nodes into the router is counted behind them.
  static constexpr unsigned directions = 6;
  static constexpr unsigned to_nodes = directions;
  static constexpr unsigned from_nodes = directions + 1;
  static constexpr unsigned links = directions + 2;

  /// Throws ParameterError.
  explicit RouterGrid(const NetworkParameters& parameters);

  unsigned routers() const { return size_[0] * size_[1] * size_[2]; }
  unsigned nodes() const { return routers() * nodes_per_router_; }
  unsigned router_of(unsigned node) const { return node / nodes_per_router_; }

  /// The node that is so far behind another one within its router and in each dimension, past the
  /// last place at the first one: far counted in nodes of a router, then in x, y and z. Of one
  /// distance no two nodes have the same one behind them.
  unsigned shifted(unsigned node, unsigned far) const;

  /// The link by which a packet for that node leaves a router.
  unsigned link_towards(unsigned router, unsigned node) const;
  /// The router behind a link of a direction.
  unsigned behind(unsigned router, unsigned direction) const;
  /// Whether that link closes a ring.
  bool closes_ring(unsigned router, unsigned direction) const;

  /// All links from one node to another, each as router * links + link.
  std::vector<std::size_t> way(unsigned from, unsigned to) const;

 private:
  unsigned place(unsigned router, unsigned dimension) const {
    return router / step_[dimension] % size_[dimension];
  }

  std::array<unsigned, 3> size_;
  std::array<unsigned, 3> step_;
  bool torus_;
  unsigned nodes_per_router_;
};

}  // namespace weft
