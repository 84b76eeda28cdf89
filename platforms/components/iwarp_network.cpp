// How iWarp cells stand at the nodes of a network.
#include <fmt/format.h>

#include "platforms/components/cell_families.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/topologies/cell_busses.hpp"

namespace weft {
namespace {

std::vector<CellLink> links_between_cells(const Topology& topology) {
  std::vector<CellLink> links;
  for (const CellBus& bus : cell_busses(topology)) {
    links.push_back({bus.from, bus.to, index_of(bus.out), index_of(bus.in)});
  }
  return links;
}

void check_cell_count(const Place& place, std::size_t nodes) {
  if (nodes > most_cells) refuse_cells(place, fmt::format("a network of {} cells", nodes));
}

}  // namespace

const CellFamily& iwarp_cells() {
  static const CellFamily family{
      "iwarp",
      fits_cells,
      "cells with four busses",
      "expected a mesh or torus of one or two dimensions, a ring or a hexagonal array",
      links_between_cells,
      check_cell_count,
      [](Platform& platform, const std::vector<unsigned>& coordinates) {
        platform.parts.edit<Cells>().list.back().coordinates = coordinates;
      }};
  return family;
}

}  // namespace weft
