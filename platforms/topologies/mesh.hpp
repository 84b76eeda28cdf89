// Meshes; a hypercube is one with two nodes in each dimension.
#pragma once

#include "platforms/topologies/topology.hpp"

namespace weft {

/// A grid without wrap-around, of any number of dimensions and any sizes. Dimension-order routing
/// on it is free of deadlock: a packet never goes back to a dimension that it has left (Dally and
/// Seitz).
class Mesh final : public Topology {
 public:
  using Topology::Topology;

  bool needs_lanes() const override { return false; }
  /// The Manhattan distance.
  std::size_t distance(std::size_t node, std::size_t destination) const override;

 protected:
  bool wraps(unsigned) const override { return false; }
  Step step(unsigned, unsigned at, unsigned to) const override { return {to > at, Lane::all}; }
};

}  // namespace weft
