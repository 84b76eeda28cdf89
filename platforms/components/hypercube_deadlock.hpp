// Hypercubes whose messages could wait in a circle.
#pragma once

#include <optional>
#include <string>

#include "platforms/netlist/place.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// How messages can wait for each other for ever.
struct HypercubeDeadlock {
  Place place;           ///< Of the parameter that lets them.
  std::string messages;  ///< Of a circle, with its buffers.
  std::string instead;   ///< What that parameter would have to be.
};

/// Of a cube of packet chips without the contrary-packet rule (section 5.2), or of circuits that
/// take any way and never give way (section 3); nothing of others. Every packet that can be in any
/// buffer is tried in the cube of degree 5 at most that the first nodes are: a circle in it is one
/// in a larger cube.
std::optional<HypercubeDeadlock> hypercube_deadlock(const Platform& platform);
/// Throws InputError if there is one, unless `routing: {deadlock: allowed}`.
void check_hypercube_deadlock(const Platform& platform);

}  // namespace weft
