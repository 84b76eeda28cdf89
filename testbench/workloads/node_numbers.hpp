// Processors and cells as patterns of traffic number them.
#pragma once

#include <cstddef>
#include <vector>

#include "platforms/registry/shape.hpp"
#include "testbench/workloads/traffic_nodes.hpp"

namespace weft {

/// Those of a platform as places of a grid: by coordinates where all have them, else in one row.
/// Several processors may share a place.
class NodeNumbers {
 public:
  explicit NodeNumbers(const TrafficNodes& nodes);

  /// Sizes by dimension, x first.
  const Shape& shape() const { return shape_; }
  std::size_t nodes() const { return processors_.size() / per_node_; }
  /// Every node has as many processors; else no pattern by numbers is possible.
  bool regular() const { return regular_; }

  /// Number of the node of a processor, x fastest.
  std::size_t node_of(std::size_t processor) const { return places_[processor].node; }
  /// The processor of another node that stands there as this one does on its own.
  std::size_t at(std::size_t node, std::size_t like_processor) const {
    return processors_[node * per_node_ + places_[like_processor].slot];
  }

 private:
  struct Place {
    std::size_t node = 0;
    std::size_t slot = 0;
  };

  Shape shape_;
  bool regular_ = true;
  std::size_t per_node_ = 1;
  std::vector<Place> places_;            // by processor
  std::vector<std::size_t> processors_;  // by node and slot
};

}  // namespace weft
