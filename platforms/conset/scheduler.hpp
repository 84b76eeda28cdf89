// AS, the automatic scheduler of section 4.4.2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/connection_set.hpp"
#include "platforms/conset/precedence.hpp"

namespace weft::conset {

/// When a connection of a phase is used, clocks.
struct Slot {
  std::uint64_t start = 0;
  std::uint64_t clocks = 0;
};

/// How a program uses connections: the machine model that AS assumes.
struct MachineModel {
  unsigned clocks_per_word = 2;
  /// Connections that a cell uses at once: 2, one that it sends over and one from which it
  /// receives, as long instruction words can; or 1 of any.
  unsigned at_once = 2;
};

/// The timetable of one phase: by connection, as they are given. A cell has a timeline of sends and
/// one of receives, or one of both, and uses one connection of each at a time.
///
/// As printed: MIN_TIME of a cell is what its schedule takes at least, by the longer of its
/// timelines: the end of what is scheduled on it, or all that it has to do. Until all are
/// scheduled, the cell with the greatest MIN_TIME that has any left takes its longest connection,
/// which goes into the first gap that is long enough on both its cells. The lower address, and the
/// lower connection, are first among equals. Connections of an ordering wait for those before them.
std::vector<Slot> schedule_phase(const CellGraph& graph, const ConnectionSet& set,
                                 const Precedence& precedence,
                                 const std::vector<std::size_t>& connections,
                                 const MachineModel& machine);

}  // namespace weft::conset
