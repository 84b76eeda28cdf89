// Small networks of one hop or two: fully connected, star.
#pragma once

namespace weft {

struct Topology;

/// Routers "node[i].router", each linked to every other; slot s of node i leads to node s, or
/// s + 1 from i on.
Topology make_fully_connected(unsigned nodes, unsigned processors);

/// A router "hub" in the middle, slot i of which leads to "node[i].router".
Topology make_star(unsigned nodes, unsigned processors);

}  // namespace weft
