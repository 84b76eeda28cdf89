// What the routes of one phase take of the network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/connection_set.hpp"

namespace weft::conset {

/// What a phase may take of the network.
struct Resources {
  /// Logical channels of a cell for connections: a route takes one in each of the h + 1 cells on
  /// its way of h hops, ends included. 12 of 16 (section 5).
  unsigned channels = 12;
  /// Routes over one bus; 0 for any number. The paper sets no bound: "data may be carried over any
  /// of the 4 physical links" (4.1.2).
  unsigned bus_channels = 0;
  /// Connections that begin at a cell, each with one of the cell's own channels; 0 for any number
  /// within `channels`.
  unsigned own_channels = 0;
};

/// The routes of a phase by what they lead through. A bus is shared evenly by the routes over it
/// (4.1.2), which bounds from below what each gets, and from above how long a word waits.
class PhaseLoad {
 public:
  PhaseLoad(const CellGraph& graph, const ConnectionSet& set, const Resources& resources);

  std::size_t routes_in(unsigned cell) const { return in_cells_[cell].size(); }
  std::size_t routes_over(std::size_t bus) const { return over_busses_[bus].size(); }
  /// Indices of their connections.
  const std::vector<std::size_t>& in(unsigned cell) const { return in_cells_[cell]; }
  const std::vector<std::size_t>& over(std::size_t bus) const { return over_busses_[bus]; }

  bool has_room(unsigned cell) const { return routes_in(cell) < resources_.channels; }
  /// Can one more connection begin at the cell?
  bool can_begin(unsigned cell) const {
    return resources_.own_channels == 0 || begin_at_[cell] < resources_.own_channels;
  }
  /// Does every route over the bus keep its bandwidth and latency when this connection is one more,
  /// and has this its bandwidth?
  bool admits(std::size_t bus, std::size_t connection) const;
  /// What a word of this connection takes at most on a way of these busses, when it is added, ps.
  Time latency(const std::vector<std::size_t>& way) const;

  /// A route may be added whatever there is room for; `way` is of busses, one at least.
  void add(std::size_t connection, const std::vector<std::size_t>& way);
  void remove(std::size_t connection, const std::vector<std::size_t>& way);

 private:
  const CellGraph* graph_;
  const ConnectionSet* set_;
  Resources resources_;
  bool bandwidths_asked_ = false;
  bool latencies_asked_ = false;
  std::vector<std::vector<std::size_t>> in_cells_;
  std::vector<std::vector<std::size_t>> over_busses_;
  std::vector<std::size_t> begin_at_;  // connections, by cell
  std::vector<Time> latencies_;        // by connection, of a word at most; while it is there
};

}  // namespace weft::conset
