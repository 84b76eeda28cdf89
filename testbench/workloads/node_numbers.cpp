#include "testbench/workloads/node_numbers.hpp"

#include <algorithm>

#include "platforms/registry/shape.hpp"

namespace weft {
namespace {

// Sizes by dimension as far as there are coordinates; empty if not all have them.
Shape spanned(const std::vector<const std::vector<unsigned>*>& all) {
  Shape shape;
  for (const std::vector<unsigned>* coordinates : all) {
    if (shape.empty()) shape.assign(coordinates->size(), 0);
    if (coordinates->empty() || coordinates->size() != shape.size()) return {};
    for (std::size_t d = 0; d < shape.size(); ++d) {
      shape[d] = std::max(shape[d], (*coordinates)[d] + 1);
    }
  }
  return shape;
}

}  // namespace

NodeNumbers::NodeNumbers(const TrafficNodes& nodes) {
  const std::size_t count = nodes.size();
  shape_ = spanned(nodes.coordinates);
  const bool grid = !shape_.empty();
  if (!grid) shape_ = {static_cast<unsigned>(count)};
  const std::size_t node_total = node_count(shape_);
  std::vector<std::size_t> taken(node_total, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t node = grid ? node_at(shape_, *nodes.coordinates[i]) : i;
    places_.push_back({node, taken[node]++});
  }
  per_node_ = std::max<std::size_t>(1, count / node_total);
  regular_ = std::all_of(taken.begin(), taken.end(),
                         [this](std::size_t number) { return number == per_node_; });
  if (!regular_) return;
  processors_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    processors_[places_[i].node * per_node_ + places_[i].slot] = i;
  }
}

}  // namespace weft
