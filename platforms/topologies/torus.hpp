// Tori whose routing cannot deadlock on switches without virtual channels.
#pragma once

#include "platforms/topologies/topology.hpp"

namespace weft {

/// A grid with wrap-around; the shortest way round each ring, upwards where both are equal.
///
/// A ring of wormhole channels can deadlock, and a C104 has no virtual channels to break it (Dally
/// and Seitz 1987). So each fat link is split into two lanes: while the wrap-around link is still
/// ahead of a packet it takes the high lane, afterwards, or if it does not come to it, the low one.
/// Which lane depends only on where the packet is and where it goes, so that an interval table can
/// choose it. Upwards, high channels end at the wrap-around, low ones begin behind it and never
/// reach it again: neither lane closes the ring. Rings of three nodes or fewer need no lanes, as no
/// packet makes two hops in them.
class Torus final : public Topology {
 public:
  using Topology::Topology;

  bool needs_lanes() const override;
  std::size_t distance(std::size_t node, std::size_t destination) const override;

 protected:
  bool wraps(unsigned dimension) const override { return size(dimension) > 2; }
  Step step(unsigned dimension, unsigned at, unsigned to) const override;

 private:
  bool has_lanes(unsigned dimension) const { return size(dimension) > 3; }
  // Hops upwards from `at` to `to`.
  unsigned upwards(unsigned dimension, unsigned at, unsigned to) const {
    return (to + size(dimension) - at) % size(dimension);
  }
};

}  // namespace weft
