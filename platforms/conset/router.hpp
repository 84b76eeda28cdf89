// APR, the automatic partitioner and router of section 4.4.1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/connection_set.hpp"
#include "platforms/conset/phase_load.hpp"
#include "platforms/conset/precedence.hpp"

namespace weft::conset {

/// The way of a connection in a phase: indices of busses, from its source to its destination.
struct Route {
  std::size_t connection = 0;
  std::vector<std::size_t> way;
};

/// A phase is the routes that are active together.
using RoutedPhase = std::vector<Route>;

/// What finds the ways of connections.
enum class RouterKind : std::uint8_t {
  sharing,          ///< APR, with costs of ours: it knows of shared busses.
  paper,            ///< APR as printed: it knows of the channels of cells.
  dimension_order,  ///< Nothing is searched for; see route_in_dimension_order.
};

struct RouterOptions {
  RouterKind kind = RouterKind::sharing;
  Resources resources;
  /// What a cell costs that no route leads through; each route adds 1. The paper begins with 1.
  /// With much, a way round busy cells is taken only where all shortest ways are full, and no
  /// channels are spent on detours.
  unsigned cell_cost = 64;
  /// A route over a bus adds as much to what the bus costs, and one that begins or ends at a cell
  /// to what it costs to begin or end there. 0 in the paper's router, which knows of cells only.
  unsigned sharing_cost = 4;
  /// Routes that may be ripped up, in the mean for each connection, before one more phase is taken;
  /// 200 at least, and none for 0. Not of the paper's, which takes no channels from others.
  unsigned rip_ups = 2;
  /// Passes that rip up and reroute every route, once all have one; of the paper's, once each had
  /// its turn: the k of step 4.
  unsigned passes = 1;
  unsigned most_phases = 0;  ///< Of a step; 0 for any number.
};

/// Those of a kind; the others are as above.
RouterOptions options_of(RouterKind kind);

/// Routes the connections of a step in few phases: as many as the lower bound asks for, and one
/// more as long as some connection finds no way. The phases are copies of the graph, and a way is
/// the cheapest in all of them. A connection without a way takes what it needs, and those that were
/// there go back into the queue; whatever is taken so costs more from then on. An ordering's first
/// connections are in no later phase than its second ones.
///
/// `paper`: steps 1 to 4 as printed. A connection that finds no way goes without until others have
/// been ripped up and rerouted; there is one more phase if one has none behind the last pass.
///
/// Nothing if `most_phases` do not do. Every connection must have a way when it is alone
/// (require_routable).
std::optional<std::vector<RoutedPhase>> route_step(const CellGraph& graph, const ConnectionSet& set,
                                                   const Precedence& precedence,
                                                   const std::vector<std::size_t>& step,
                                                   const RouterOptions& options);

/// Throws InputError at a connection that cannot be had even alone: no busses lead there, more
/// bandwidth than a bus has, a latency below that of the shortest way.
void require_routable(const CellGraph& graph, const ConnectionSet& set);

}  // namespace weft::conset
