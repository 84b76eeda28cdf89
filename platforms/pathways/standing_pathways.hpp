// Pathways that all stay open at the same time.
#pragma once

#include <utility>
#include <vector>

#include "platforms/pathways/pathway_planner.hpp"

namespace weft {

/// Ways from the first to the second cell of each pair, by address, so that all of them can be open
/// at once: on every bus there are channels for all that lead over it, and each cell has a channel
/// of its own for each that begins there. What stays open does not end a wait, so a program must
/// know this before it runs.
///
/// Throws InputError at the platform's workload: no way, too few channels.
std::vector<Pathway> plan_standing(const Platform& platform,
                                   const std::vector<std::pair<unsigned, unsigned>>& pairs);

/// Pairs of a cell and the one with the next address, in order.
std::vector<std::pair<unsigned, unsigned>> chain_up(const Platform& platform);
/// The same, and then the pairs of a cell and the one with the address before it.
std::vector<std::pair<unsigned, unsigned>> chain_both_ways(const Platform& platform);

}  // namespace weft
