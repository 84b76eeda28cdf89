#include "testbench/workloads/node_numbers.hpp"

#include <algorithm>

#include "platforms/platform.hpp"
#include "platforms/processors.hpp"
#include "platforms/registry/shape.hpp"

namespace weft {
namespace {

// Sizes by dimension as far as there are coordinates; empty if not all processors have them.
Shape spanned(const std::vector<Processor>& processors) {
  Shape shape;
  for (const Processor& processor : processors) {
    if (shape.empty()) shape.assign(processor.coordinates.size(), 0);
    if (processor.coordinates.empty() || processor.coordinates.size() != shape.size()) return {};
    for (std::size_t d = 0; d < shape.size(); ++d) {
      shape[d] = std::max(shape[d], processor.coordinates[d] + 1);
    }
  }
  return shape;
}

}  // namespace

NodeNumbers::NodeNumbers(const Platform& platform) {
  const std::size_t count = processors_of(platform).size();
  shape_ = spanned(processors_of(platform));
  const bool grid = !shape_.empty();
  if (!grid) shape_ = {static_cast<unsigned>(count)};
  const std::size_t node_total = node_count(shape_);
  std::vector<std::size_t> taken(node_total, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t node = grid ? node_at(shape_, processors_of(platform)[i].coordinates) : i;
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
