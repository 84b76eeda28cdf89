// A schedule as contexts of the communication agents: which logical channel is linked to which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/iwarp/channel_map.hpp"
#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/schedule.hpp"

namespace weft::conset {

/// Logical channels of a cell.
struct ChannelSets {
  ChannelSet inputs = 0;
  ChannelSet outputs = 0;
};

/// A cell's end of a connection in a phase.
struct ConnectionEnd {
  std::size_t connection = 0;  ///< In ConnectionSet::connections.
  unsigned input = 0;          ///< Where it sends, an own channel; where it receives, one of a bus.
  std::uint64_t start = 0;     ///< Of its use, clocks by the timetable.
};

/// What a cell does in a phase.
struct CellPhase {
  /// The context registers of all channels for connections, in the order in which they are loaded
  /// (ContextRegisters). Channels without a connection are idle.
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

/// What a schedule may take so that it has room in the channels of each cell that are not
/// `reserved`, by address: the least over all cells and busses.
Resources room_for_connections(const CellGraph& graph, const std::vector<ChannelMap>& maps,
                               const std::vector<ChannelSets>& reserved);

/// Gives each connection channels in each cell on its way, those with the lowest numbers that are
/// free and not `reserved`: at its source one of the cell's own, which is linked to one of the
/// first bus; from there each bus channel to one of the next bus. Throws InputError, at the
/// connection: no channel is left.
Linkages link_schedule(const Schedule& schedule, const CellGraph& graph,
                       const std::vector<ChannelMap>& maps,
                       const std::vector<ChannelSets>& reserved);

}  // namespace weft::conset
