// The cheapest way of a connection in several phases.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "platforms/conset/cell_graph.hpp"

namespace weft::conset {

using Cost = std::uint32_t;
/// Of what cannot be taken.
inline constexpr Cost no_cost = std::numeric_limits<Cost>::max();

/// What a search pays, by phase. A way costs the sum over its source and its busses.
struct WayCosts {
  std::function<Cost(std::size_t phase)> source;
  std::function<Cost(std::size_t phase, std::size_t bus)> bus;  ///< With the cell it leads to.
};

/// A way of busses in a phase.
struct FoundWay {
  std::size_t phase = 0;
  std::vector<std::size_t> way;
};

/// Searches copies of the graph, one for each phase, together (section 4.4.1: a shortest path in
/// all copies, of which the shortest is taken), by Dijkstra's algorithm.
class WaySearch {
 public:
  WaySearch(const CellGraph& graph, std::size_t phases);
  ~WaySearch();
  WaySearch(const WaySearch&) = delete;
  WaySearch& operator=(const WaySearch&) = delete;

  /// The cheapest way in the phases from `first` to `last`; nothing if each costs `no_cost`.
  std::optional<FoundWay> find(unsigned from, unsigned to, std::size_t first, std::size_t last,
                               const WayCosts& costs);

 private:
  struct Copies;
  std::unique_ptr<Copies> copies_;
};

}  // namespace weft::conset
