#include "platforms/topologies/topology.hpp"

#include <fmt/format.h>

#include <utility>

namespace weft {

Topology::Topology(Shape shape, std::vector<unsigned> order)
    : shape_(std::move(shape)), order_(std::move(order)) {
  std::size_t stride = 1;
  for (const unsigned size : shape_) {
    stride_.push_back(stride);
    stride *= size;
    first_group_.push_back(groups_);
    groups_ += size > 2 ? 2 : size - 1;
  }
}

std::vector<std::size_t> Topology::nodes_by_label() const {
  std::vector<std::size_t> ordered;
  ordered.reserve(nodes());
  for (std::size_t label = 0; label < nodes(); ++label) {
    std::size_t node = 0;
    std::size_t rest = label;
    for (auto dimension = order_.rbegin(); dimension != order_.rend(); ++dimension) {
      node += rest % shape_[*dimension] * stride_[*dimension];
      rest /= shape_[*dimension];
    }
    ordered.push_back(node);
  }
  return ordered;
}

Hop Topology::next_hop(std::size_t node, std::size_t destination) const {
  for (const unsigned dimension : order_) {
    const unsigned at = coordinate(node, dimension);
    const unsigned to = coordinate(destination, dimension);
    if (at == to) continue;
    const Step next = step(dimension, at, to);
    return {group(dimension, next.upwards), next.lane};
  }
  return {};
}

std::vector<Edge> Topology::edges() const {
  std::vector<Edge> edges;
  for (std::size_t node = 0; node < nodes(); ++node) {
    for (unsigned dimension = 0; dimension < shape_.size(); ++dimension) {
      const bool last = coordinate(node, dimension) + 1 == size(dimension);
      if (last && !wraps(dimension)) continue;
      const std::size_t next =
          last ? node - (size(dimension) - 1) * stride_[dimension] : node + stride_[dimension];
      edges.push_back({node, next, group(dimension, true), group(dimension, false)});
    }
  }
  return edges;
}

std::string dimension_name(unsigned dimension) {
  constexpr std::string_view letters = "xyzw";
  if (dimension < letters.size()) return std::string(1, letters[dimension]);
  return fmt::format("d{}", dimension);
}

}  // namespace weft
