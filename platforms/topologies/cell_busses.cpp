#include "platforms/topologies/cell_busses.hpp"

#include <array>

namespace weft {
namespace {

// By slot of the hexagonal array; each cell leads to four of its neighbours.
struct HexagonBus {
  Hexagon::Slot slot;
  Bus out;
};
constexpr std::array hexagon_busses{
    HexagonBus{Hexagon::x_up, Bus::x_right}, HexagonBus{Hexagon::x_down, Bus::x_left},
    HexagonBus{Hexagon::y_down, Bus::y_up}, HexagonBus{Hexagon::d_up, Bus::y_down}};

void add_both_ways(std::vector<CellBus>& busses, const Topology& topology,
                   const TopologyEdge& edge) {
  const bool along_x = topology.grid->dimension_of(edge.from_slot) == 0;
  const Bus up = along_x ? Bus::x_right : Bus::y_down;
  busses.push_back({edge.from, edge.to, up, opposite(up)});
  busses.push_back({edge.to, edge.from, opposite(up), up});
}

void add_hexagon_busses(std::vector<CellBus>& busses, const TopologyEdge& edge) {
  for (const HexagonBus& bus : hexagon_busses) {
    if (bus.slot == edge.from_slot) {
      busses.push_back({edge.from, edge.to, bus.out, opposite(bus.out)});
    }
    if (bus.slot == edge.to_slot) {
      busses.push_back({edge.to, edge.from, bus.out, opposite(bus.out)});
    }
  }
}

}  // namespace

bool fits_cells(const Topology& topology) {
  if (topology.hexagon) return true;
  return topology.grid && topology.grid->dimensions() <= 2 && topology.grid->express() == 0;
}

std::vector<CellBus> cell_busses(const Topology& topology) {
  std::vector<CellBus> busses;
  for (const TopologyEdge& edge : topology.edges) {
    if (topology.hexagon) {
      add_hexagon_busses(busses, edge);
    } else {
      add_both_ways(busses, topology, edge);
    }
  }
  return busses;
}

}  // namespace weft
