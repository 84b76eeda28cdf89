// How long a token is on its way.
#pragma once

#include "platforms/system.hpp"

namespace weft {

/// After so long, ps, whatever the links of a system have transmitted, FCTs as well, has come in
/// and has been answered, but for what shows itself as LaterEvents.
Time settling_time(const System& system);

}  // namespace weft
