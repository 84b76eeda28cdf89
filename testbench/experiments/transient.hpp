// The start-up of a run, found before it.
#pragma once

#include "platforms/platform.hpp"

namespace weft {

/// The same platform with the warm-up that it needs, so that a run of it counts from there on: for
/// `run: {until: {transient: find}}` the end of the start-up transient (see `transient_of`), found
/// by a run before in a process of its own, and no less than `warm_up`. A run with that `warm_up`
/// given by hand is the same bit by bit. All other platforms come back as they are. The caller must
/// not have elaborated anything. Throws as Simulation::find_transient does.
Platform with_warm_up_found(Platform platform);

}  // namespace weft
