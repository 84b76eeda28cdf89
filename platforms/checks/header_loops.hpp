// Which headers go round?
#pragma once

#include "platforms/checks/digraph.hpp"
#include "platforms/checks/header_flow.hpp"
#include "platforms/checks/header_owners.hpp"

namespace weft {

/// Headers of processors of which one packet may come back to a channel that it has left. Such a
/// packet makes a cycle of channels, so only channels of cycles are looked at: in them, the headers
/// are halved again and again, and only the channels kept that are still on a cycle for one half.
/// Nothing is done without cycles; where a cycle needs the headers of several processors, as in
/// minimal adaptive routing on a k x k torus, each channel is looked at about 2 k times.
///
/// Headers of one processor are not told apart, so the result can hold more of these than go round;
/// so it can behind random headers (see RandomPackets). It never holds too few.
RangeSet looping_headers(const HeaderFlow& flow, const Digraph& dependencies,
                         const HeaderOwners& owners);

}  // namespace weft
