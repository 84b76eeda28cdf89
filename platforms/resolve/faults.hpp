// Links that die.
#pragma once

#include "platforms/netlist/node.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// `faults:`, a list of {link: | component:, at:}, into Platform::faults and, of iWarp cells, into
/// BusSpec::cut_at. A component takes all its links with it; of two faults that reach a link the
/// earlier counts. To be called once all links are there. Throws InputError: an unknown component
/// or link, a link that leads nowhere, one that is written twice, a time after the end of the run.
void read_faults(const Node& node, Platform& platform);

}  // namespace weft
