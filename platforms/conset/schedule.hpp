// Connection sets in phases: the one form that the compiler makes and everything behind it reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/iwarp/bus.hpp"
#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/connection_set.hpp"
#include "platforms/conset/phase_load.hpp"

namespace weft::conset {

/// A connection in a phase: its way, the channels that it holds, and when both its ends use it.
struct ScheduledConnection {
  std::size_t connection = 0;  ///< In ConnectionSet::connections.
  std::vector<Bus> way;  ///< The side on which it leaves each cell, the destination's excepted.
  /// The logical channel in each cell on its way, both ends included, input and output of one
  /// number: no two connections of a phase have the same one in a cell (4.1.3). See
  /// number_channels.
  std::vector<unsigned> channels;
  std::uint64_t start = 0;   ///< Clocks since the phase began.
  std::uint64_t clocks = 0;  ///< Of the transfer.
  Place place;               ///< Where it was written.
};

/// Connections that are active together.
struct Phase {
  std::size_t step = 0;  ///< In ConnectionSet::steps; ascending.
  std::vector<ScheduledConnection> connections;
};

inline constexpr unsigned most_clocks_per_word = 1'000;

/// What the communication compiler makes of a connection set.
struct Schedule {
  ConnectionSet set;
  std::string platform;          ///< That it was made for, by name.
  std::size_t cells = 0;         ///< Of that.
  Resources resources;           ///< That no phase exceeds.
  unsigned clocks_per_word = 2;  ///< Of a send, and of a receive (4.2.1: 2).
  unsigned at_once = 2;          ///< Connections that a cell uses: one each way, or 1 of any.
  std::vector<Phase> phases;
};

/// Something that a schedule may not have.
struct ScheduleFault {
  Place place;  ///< Without a source in a schedule that was not read from a file.
  std::string found;
  std::string expected;
};

/// Is it for a platform of as many cells? The first check of check_schedule; that its ways fit is
/// found by the others, whatever the names of the platforms.
std::optional<ScheduleFault> check_platform(const Schedule& schedule, const CellGraph& graph);

/// Holds a schedule against the graph, knowing nothing of how it was made: every connection is in
/// each of its steps just once; its way leads over busses that are there, from its source to its
/// destination; no cell lends more channels than there are, no bus more than `bus_channels`; no
/// channel of a cell is held by two connections of a phase; each connection keeps its bandwidth and
/// latency; no cell sends or receives over two connections at once, or does both where one may be
/// used; orderings hold. The first fault
/// that it finds, or nothing.
std::optional<ScheduleFault> check_schedule(const Schedule& schedule, const CellGraph& graph);

}  // namespace weft::conset
