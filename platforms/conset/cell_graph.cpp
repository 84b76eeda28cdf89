#include "platforms/conset/cell_graph.hpp"

#include <algorithm>
#include <tuple>

#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/shape.hpp"

namespace weft::conset {
namespace {

// Cells of a platform whose coordinates are those of a full grid, in the order of their addresses.
Shape shape_of(const Platform& platform) {
  Shape shape;
  for (const Cell& cell : cells_of(platform)) {
    if (shape.empty()) shape.assign(cell.coordinates.size(), 0);
    if (cell.coordinates.empty() || cell.coordinates.size() != shape.size()) return {};
    for (std::size_t d = 0; d < shape.size(); ++d) {
      shape[d] = std::max(shape[d], cell.coordinates[d] + 1);
    }
  }
  if (shape.empty() || node_count(shape) != cells_of(platform).size()) return {};
  for (std::size_t address = 0; address < cells_of(platform).size(); ++address) {
    if (node_at(shape, cells_of(platform)[address].coordinates) != address) return {};
  }
  return shape;
}

bool are_neighbours(const Shape& shape, unsigned one, unsigned other) {
  const auto a = coordinates_of(shape, one);
  const auto b = coordinates_of(shape, other);
  unsigned distance = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    distance += a[d] > b[d] ? a[d] - b[d] : b[d] - a[d];
  }
  return distance == 1;
}

}  // namespace

CellGraph::CellGraph(const Platform& platform, bool backloops, const std::optional<Place>& asked_at)
    : platform_(platform.name), shape_(shape_of(platform)) {
  const Place place = asked_at ? *asked_at : place_of(platform.name);
  if (cells_of(platform).empty()) {
    throw InputError(place, "a platform without iWarp cells", "expected cells to connect");
  }
  if (!backloops && shape_.empty()) {
    throw InputError(place, "cells that are no grid, so that no bus is known to close a ring",
                     "expected a mesh, a torus or a ring, or backloops");
  }
  channels_ = std::numeric_limits<unsigned>::max();
  for (const Cell& cell : cells_of(platform)) {
    names_.push_back(platform.components[cell.component].name);
    const IwarpParameters parameters = iwarp_parameters(platform, cell.component);
    channels_ = std::min({channels_, parameters.logical_inputs, parameters.logical_outputs});
    channels_of_.emplace_back(parameters);
    clock_ = parameters.clock;
  }
  for (const PathwayBus& between : busses_between_cells(platform)) {
    if (!between.bus->whole_at(0)) continue;
    if (!backloops && !are_neighbours(shape_, between.from, between.to)) continue;
    busses_.push_back({between.from, between.to, static_cast<Bus>(between.bus->from.port),
                       static_cast<Bus>(between.bus->to.port)});
  }
  if (busses_.empty()) {
    throw InputError(place, "a platform without busses between cells", "expected some");
  }
  std::sort(busses_.begin(), busses_.end(), [](const GraphBus& a, const GraphBus& b) {
    return std::tuple(a.from, a.out) < std::tuple(b.from, b.out);
  });
  first_bus_.assign(names_.size() + 1, 0);
  for (const GraphBus& bus : busses_) ++first_bus_[bus.from + 1];
  for (std::size_t cell = 0; cell < names_.size(); ++cell) first_bus_[cell + 1] += first_bus_[cell];
}

std::optional<unsigned> CellGraph::find(const std::string& name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) return {};
  return static_cast<unsigned>(found - names_.begin());
}

std::optional<std::size_t> CellGraph::bus_out(unsigned cell, Bus side) const {
  for (std::size_t bus = first_bus(cell); bus < first_bus(cell + 1); ++bus) {
    if (busses_[bus].out == side) return bus;
  }
  return {};
}

std::vector<std::uint32_t> CellGraph::hops_from(unsigned cell) const {
  std::vector<std::uint32_t> hops(names_.size(), no_way);
  std::vector<unsigned> seen{cell};
  hops[cell] = 0;
  for (std::size_t next = 0; next < seen.size(); ++next) {
    for (std::size_t bus = first_bus(seen[next]); bus < first_bus(seen[next] + 1); ++bus) {
      const unsigned to = busses_[bus].to;
      if (hops[to] != no_way) continue;
      hops[to] = hops[seen[next]] + 1;
      seen.push_back(to);
    }
  }
  return hops;
}

}  // namespace weft::conset
