// When a run stops: `run: {until: ...}`.
#pragma once

#include "platforms/netlist/node.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/registry.hpp"

namespace weft {

/// Most samples of a run; they are kept until its end.
inline constexpr Time most_samples = 1'000'000;

/// Reads `until:`, with the defaults that depend on `run`. Throws InputError: what its section
/// forbids, a limit below the shortest run, a batch that is no whole number of samples, more than
/// `most_samples`.
StopSpec read_stop(const Node& node, const RunSpec& run, const Registry& registry);

}  // namespace weft
