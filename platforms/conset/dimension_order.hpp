// Routes in the order of the dimensions, in the first phase that has room.
#pragma once

#include <cstddef>
#include <vector>

#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/connection_set.hpp"
#include "platforms/conset/phase_load.hpp"
#include "platforms/conset/precedence.hpp"
#include "platforms/conset/router.hpp"

namespace weft::conset {

/// Routes the connections of a step along x, then along y, the shorter way round; halfway round a
/// ring those that begin at even coordinates go up, the others down. Each is put into the first
/// phase that has room for it, in the order of the set; an ordering's first connections are in no
/// later phase than its second ones. What APR is held against, and how phases are made that are
/// known to have no contention (the pattern `permutations`).
///
/// Throws InputError at a connection: no torus of one or two dimensions, a bus on its way is not
/// there, or it takes longer alone than it may.
std::vector<RoutedPhase> route_in_dimension_order(const CellGraph& graph, const ConnectionSet& set,
                                                  const Precedence& precedence,
                                                  const std::vector<std::size_t>& step,
                                                  const Resources& resources);

}  // namespace weft::conset
