// Networks of any form, from a file.
#pragma once

#include "platforms/netlist/node.hpp"

namespace weft {

struct Topology;

/// Reads a connected graph, whose vertices become routers with `processors` each:
/// - GraphML (`*.graphml`, graphml.hpp): a vertex may have the attributes `name` (text) and
///   `processors` (whole number), an edge `width` (links of its fat link).
/// - an edge list (any other name): in each line two names and perhaps a width; `#` begins a
///   comment. Routers in the order in which they occur.
/// A vertex "a" is the router "a.router" with "a.cpu"; a number, or no name, makes "node[7]".
/// Slots of a router are in the order of its edges in the file. A relative name is relative to the
/// file that `name` stands in. Throws InputError: no such file, not a graph, a loop at a vertex, no
/// edge, a graph in several parts, a name that is none, a width out of 1..64.
Topology read_graph(const Node& name, unsigned processors);

}  // namespace weft
