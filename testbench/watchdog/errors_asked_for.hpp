// Whether a platform asks for errors on its links and busses.
#pragma once

#include "platforms/platform.hpp"

namespace weft {

/// Some link or bus dies in the run, or has bits inverted: what packets and words are lost by is
/// part of what the run is for.
bool errors_are_asked_for(const Platform& platform);
/// This one link.
bool errors_are_asked_for(const Platform& platform, std::size_t link);

}  // namespace weft
