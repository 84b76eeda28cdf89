// Ports to memories in which the messages of others lie.
#pragma once

#include <cstddef>

#include "platforms/platform.hpp"

namespace weft {

/// The component whose messages lie in the memory of that `memory_port`: a T9000, or a hypercube
/// node with a co-processor. Throws InputError: none is named, it is neither, or another one has
/// the same.
std::size_t owner_of_port(const Platform& platform, std::size_t port);

}  // namespace weft
