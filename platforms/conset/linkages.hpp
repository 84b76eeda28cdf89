// A schedule as contexts of the communication agents: which logical channel is linked to which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "platforms/conset/cell_context.hpp"
#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/schedule.hpp"

namespace weft::conset {

/// A cell's end of a connection in a phase.
struct ConnectionEnd {
  std::size_t connection = 0;  ///< In ConnectionSet::connections.
  unsigned input = 0;          ///< Where it sends, an own channel; where it receives, one of a bus.
  std::uint64_t start = 0;     ///< Of its use, clocks by the timetable.
};

/// What a cell does in a phase.
struct CellPhase {
  /// The context registers of all channels for connections, in the order in which they are loaded
  /// (ContextRegisters), with the bus of each. Channels without a connection are on no bus.
  std::vector<std::uint32_t> context;
  ChannelSet used = 0;               ///< Output channels that are linked.
  std::vector<ConnectionEnd> sends;  ///< By their start.
  std::vector<ConnectionEnd> receives;
};

/// The phases of a schedule, cell by cell.
struct Linkages {
  std::vector<ChannelSets> channels;           ///< By address; for connections.
  std::vector<std::vector<CellPhase>> phases;  ///< By phase and address.
};

/// What the channels that a schedule gives its connections are as contexts: in each cell on a way
/// the input channel takes what comes over the bus before it, and is linked to the output channel
/// of the same number, which is put on the bus behind it. The last `reserved` channels of each cell
/// are no part of it. Throws InputError, at a connection that holds one of them, or one that is
/// input or output only.
Linkages link_schedule(const Schedule& schedule, const CellGraph& graph, unsigned reserved);

}  // namespace weft::conset
