// The channel dependency graph of a platform (Dally and Seitz 1987).
#pragma once

#include "platforms/checks/digraph.hpp"
#include "platforms/checks/header_flow.hpp"

namespace weft {

/// Node n is channel n. It has an edge to each channel that a packet can ask for while it holds n.
/// Channels to processors have none: a processor takes whatever comes.
Digraph channel_dependencies(const HeaderFlow& flow);

}  // namespace weft
