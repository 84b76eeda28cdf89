// Hypercubes whose messages could wait in a circle.
#pragma once

#include "platforms/platform.hpp"

namespace weft {

/// Throws InputError, with a circle, for a cube of packet chips without the contrary-packet rule
/// (section 5.2), and for circuits that take any way and never give way (section 3), unless
/// `routing: {deadlock: allowed}`. Every packet that can be in any buffer is tried in the cube of
/// degree 5 at most that the first nodes are: a circle in it is one in a larger cube.
void check_hypercube_deadlock(const Platform& platform);

}  // namespace weft
