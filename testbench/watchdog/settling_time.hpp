// How long a token is on its way.
#pragma once

#include "hw/common/time.hpp"
#include "platforms/system.hpp"

namespace weft {

/// What is silent for a shorter time may still be at work: a token on the slowest link, and the
/// answer of a memory, take less.
inline constexpr Time least_silence = 20 * microsecond;

/// After so long, ps, whatever the links of a system have transmitted, FCTs as well, has come in
/// and has been answered, but for what shows itself as LaterEvents.
Time settling_time(const System& system);

}  // namespace weft
