#include "platforms/topologies/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "platforms/topologies/topology.hpp"

namespace weft {
namespace {

// The link of a node upwards in one dimension that is `length` long, if it has one.
void add_edge(Topology& topology, const Grid& grid, std::size_t node, unsigned dimension,
              unsigned length) {
  const bool express = length > 1;
  const unsigned size = grid.size(dimension);
  const unsigned at = grid.coordinate(node, dimension);
  if (at % length != 0) return;
  const bool closes_ring = grid.wraps(dimension) && size % length == 0 && size >= 2 * length;
  if (at + length >= size && !closes_ring) return;
  const unsigned next = (at + length) % size;
  const std::size_t far = node + next * grid.stride(dimension) - at * grid.stride(dimension);
  topology.edges.push_back(
      {node, far, grid.slot(dimension, true, express), grid.slot(dimension, false, express), 0});
}

}  // namespace

Grid::Grid(Shape shape, bool wraps, unsigned express)
    : shape_(std::move(shape)), wraps_(wraps), express_(express) {
  std::size_t stride = 1;
  for (const unsigned size : shape_) {
    stride_.push_back(stride);
    stride *= size;
    first_slot_.push_back(local_slots_);
    local_slots_ += size > 2 ? 2 : size - 1;
  }
  slots_ = local_slots_;
  if (express_ > 1) slots_ += 2 * dimensions();
}

unsigned Grid::slot(unsigned dimension, bool upwards, bool express) const {
  if (express) return local_slots_ + 2 * dimension + (upwards ? 0U : 1U);
  return first_slot_[dimension] + (size(dimension) > 2 && !upwards ? 1U : 0U);
}

unsigned Grid::dimension_of(unsigned slot) const {
  if (slot >= local_slots_) return (slot - local_slots_) / 2;
  unsigned dimension = dimensions() - 1;
  while (first_slot_[dimension] > slot || size(dimension) == 1) --dimension;
  return dimension;
}

Topology make_grid(Grid grid, unsigned processors, bool numbered) {
  Topology topology;
  const bool ring = grid.dimensions() == 1 && grid.wraps(0) && grid.express() == 0;
  topology.arrangement = ring && numbered ? Arrangement::ring : Arrangement::grid;
  topology.routers.reserve(grid.nodes());
  for (std::size_t node = 0; node < grid.nodes(); ++node) {
    TopologyRouter router;
    router.coordinates = coordinates_of(grid.shape(), node);
    const std::string name = numbered ? fmt::format("node[{}]", node)
                                      : fmt::format("node[{}]", fmt::join(router.coordinates, ","));
    router.name = name + ".router";
    router.slots = grid.slots();
    router.processors = processor_names(name, processors);
    topology.routers.push_back(std::move(router));
  }
  for (std::size_t node = 0; node < grid.nodes(); ++node) {
    for (unsigned dimension = 0; dimension < grid.dimensions(); ++dimension) {
      add_edge(topology, grid, node, dimension, 1);
      if (grid.express() > 1) add_edge(topology, grid, node, dimension, grid.express());
    }
  }
  topology.grid = std::move(grid);
  return topology;
}

std::string dimension_name(unsigned dimension) {
  constexpr std::string_view letters = "xyzw";
  if (dimension < letters.size()) return std::string(1, letters[dimension]);
  return fmt::format("d{}", dimension);
}

}  // namespace weft
