// The communication compiler: a connection set in, a schedule out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/channel_sets.hpp"
#include "platforms/conset/lower_bound.hpp"
#include "platforms/conset/router.hpp"
#include "platforms/conset/schedule.hpp"

namespace weft::conset {

struct CompilerOptions {
  RouterOptions router;
  unsigned clocks_per_word = 2;  ///< Of a send and of a receive (4.2.1).
  /// Connections that a cell uses at once (4.4.2): 2, one each way, or 1 of any.
  unsigned at_once = 2;
  /// Last channels of each cell, which no connection takes: cells synchronise over them (section 5:
  /// 3 of 16). With RouterOptions::resources no more than a cell has.
  unsigned reserved_channels = synchronization_channels;
};

/// Routes the steps one behind the other, each in phases of its own (APR), makes a timetable of
/// each phase (AS), and numbers its channels. Throws InputError: a bandwidth or latency that cannot
/// be had, an order in a circle, more phases needed than `most_phases`.
Schedule compile(const CellGraph& graph, ConnectionSet set, const CompilerOptions& options);

/// What can be counted of a phase.
struct PhaseFigures {
  std::size_t channels = 0;    ///< Most that are taken in a cell.
  std::size_t bus_routes = 0;  ///< Most over a bus.
  std::uint64_t clocks = 0;    ///< By its timetable, without the switch to it.
  std::uint64_t clocks_at_least =
      0;  ///< What the cell with the most to do takes (4.4.2, MIN_TIME).
};
PhaseFigures figures_of(const Schedule& schedule, const Phase& phase, const CellGraph& graph);

/// By bus, the clocks that the words over it take in a phase: two for each (4.1.1, 40 MB/s).
std::vector<std::uint64_t> bus_clocks(const Schedule& schedule, const Phase& phase,
                                      const CellGraph& graph);

/// What the busiest bus of each phase takes, one phase behind the other: beside the timetables,
/// what a schedule takes at least where busses are shared.
std::uint64_t busiest_bus_clocks(const Schedule& schedule, const CellGraph& graph);

/// Lower bounds of the phases of each step, and their sum.
struct ScheduleBounds {
  std::vector<LowerBound> steps;
  std::size_t phases = 0;
};
ScheduleBounds bounds_of(const Schedule& schedule, const CellGraph& graph);

/// A communication context switch: 352 clocks to synchronise all cells, 176 to begin a phase
/// (4.2.1).
inline constexpr std::uint64_t context_switch_clocks = 352 + 176;

/// By the paper's model (section 2): a switch to each phase, and then its timetable. What shares
/// busses takes longer; no simulation reads this.
std::uint64_t predicted_clocks(const Schedule& schedule);

/// What no timetables of as many phases can be shorter than: the switches, and the words of the
/// cell that sends and receives the most of them over all phases, by the same model.
std::uint64_t least_clocks(const Schedule& schedule);

}  // namespace weft::conset
