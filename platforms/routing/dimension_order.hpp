// Dimension-order routing over grids and hexagonal arrays.
#pragma once

#include <vector>

#include "platforms/routing/routing.hpp"

namespace weft {

/// The dimensions of a grid are corrected one after another. In a label, the dimension that is
/// routed first is the most significant digit, so that a router's table needs few intervals.
///
/// Free of deadlock on a mesh: a packet never goes back to a dimension that it has left, nor turns
/// round within one, so that channels can be numbered along every way (Dally and Seitz 1987).
///
/// A ring of wormhole channels can deadlock, and a C104 has no virtual channels to break it. So
/// with `dateline` each fat link of a ring of four or more is split into two lanes: while the link
/// over the end of the dimension is still ahead of a packet it takes the high lane, afterwards, or
/// if it does not come to it, the low one. Which lane depends only on where the packet is and where
/// it goes, so that an interval table can choose it. High channels end at the dateline, low ones
/// begin behind it and never reach it again: neither closes the ring. In rings of three or fewer no
/// packet makes two hops.
///
/// The way round a ring is the shorter one, upwards where both are equal. Express links are taken
/// where a packet comes to one that does not pass its destination; it goes in one direction alone.
class DimensionOrder final : public Routing {
 public:
  /// `order` holds every dimension of the topology's grid once.
  DimensionOrder(const Topology& topology, std::vector<unsigned> order, bool dateline);

  std::vector<std::size_t> label_order() const override;
  std::vector<unsigned> lanes(std::size_t router, unsigned slot) const override;
  std::vector<Route> routes(const Lanes& lanes, std::size_t router, unsigned kind) const override;

  /// A hop: by this lane of the fat link in this slot.
  struct Step {
    unsigned slot = 0;
    unsigned lane = 0;

    friend bool operator==(const Step&, const Step&) = default;
  };
  /// The next hop to another node.
  Step step(std::size_t node, std::size_t destination) const;
  const std::vector<unsigned>& order() const { return order_; }

 private:
  Step step(unsigned dimension, unsigned at, unsigned to) const;
  /// The first coordinate behind `to`, up to `at` or the end, whose step is another.
  unsigned end_of_run(unsigned dimension, unsigned at, unsigned to) const;
  bool has_lanes(unsigned dimension) const;
  const Grid& grid() const { return *topology().grid; }

  std::vector<unsigned> order_;
  bool dateline_;
  unsigned lane_count_ = 1;
};

/// On a hexagonal array: all diagonal hops first, then x, then y. As each axis is left for good and
/// none turns round, channels can be numbered along every way; every way is a shortest one.
class HexagonalOrder final : public DestinationRouting {
 public:
  using DestinationRouting::DestinationRouting;

  std::vector<std::size_t> label_order() const override;

 protected:
  Route next(const Lanes& lanes, std::size_t router, unsigned kind, std::size_t destination,
             const std::vector<Route>& before) const override;
};

}  // namespace weft
