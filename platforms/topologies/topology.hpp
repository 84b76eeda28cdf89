// A regular network of routers and the way that packets take through it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "platforms/registry/shape.hpp"

namespace weft {

/// A fat link between two routers. Each router has its fat links in groups of as many consecutive
/// links as the network is wide: group g is link g * width to link (g + 1) * width - 1.
struct Edge {
  std::size_t from = 0;
  std::size_t to = 0;
  unsigned from_group = 0;
  unsigned to_group = 0;
};

/// Which links of a fat link a packet may take.
enum class Lane : std::uint8_t {
  all,
  low,   ///< The first half of them.
  high,  ///< The second half.
};

/// The fat link by which a packet leaves a router.
struct Hop {
  unsigned group = 0;
  Lane lane = Lane::all;

  friend bool operator==(const Hop&, const Hop&) = default;
};

/// Dimension-order routing over a grid: the dimensions are corrected one after another, in `order`.
/// In the label of a node, the dimension that is routed first is the most significant digit, so
/// that each router's table needs few intervals.
class Topology {
 public:
  /// `order` holds every dimension once.
  Topology(Shape shape, std::vector<unsigned> order);
  virtual ~Topology() = default;

  const Shape& shape() const { return shape_; }
  std::size_t nodes() const { return node_count(shape_); }
  /// Fat links of a router; at the edge of a mesh not all are used.
  unsigned groups() const { return groups_; }
  /// Nodes in the order of their labels.
  std::vector<std::size_t> nodes_by_label() const;
  /// The next hop of a packet that is not at its destination yet.
  Hop next_hop(std::size_t node, std::size_t destination) const;
  /// Every fat link once, from the node with the lower coordinate (or over the wrap-around).
  std::vector<Edge> edges() const;

  /// True if each fat link is split into two lanes, so that it needs two links or more.
  virtual bool needs_lanes() const = 0;
  /// Hops of the way that `next_hop` takes.
  virtual std::size_t distance(std::size_t node, std::size_t destination) const = 0;

 protected:
  /// Whether the last node of a dimension is linked to the first.
  virtual bool wraps(unsigned dimension) const = 0;

  /// A step along one dimension.
  struct Step {
    bool upwards = true;
    Lane lane = Lane::all;
  };
  /// From coordinate `at` towards another, `to`.
  virtual Step step(unsigned dimension, unsigned at, unsigned to) const = 0;

  unsigned size(unsigned dimension) const { return shape_[dimension]; }
  unsigned coordinate(std::size_t node, unsigned dimension) const {
    return static_cast<unsigned>(node / stride_[dimension] % shape_[dimension]);
  }

 private:
  // A dimension of two nodes has one fat link at each, a longer one two: upwards, then downwards.
  unsigned group(unsigned dimension, bool upwards) const {
    return first_group_[dimension] + (size(dimension) > 2 && !upwards ? 1U : 0U);
  }

  Shape shape_;
  std::vector<unsigned> order_;
  std::vector<std::size_t> stride_;
  std::vector<unsigned> first_group_;
  unsigned groups_ = 0;
};

/// "x", "y", "z", "w", and "d4", "d5", ... from the fifth dimension on.
std::string dimension_name(unsigned dimension);

}  // namespace weft
