// GraphML: what of it a network is made from.
#pragma once

#include <string>

#include "platforms/topologies/file_graph.hpp"

namespace weft {

/// Reads a GraphML text, parsed by Boost.PropertyTree: the nodes and edges of its graphs, those
/// within nodes too, and of their data `name` and `processors` of a node and `width` of an edge, by
/// the `attr.name` of the key. Throws InputError: no XML, nested deeper than `max_netlist_depth`,
/// no `<graphml>`, two nodes with one id, an edge whose end is no node, a directed edge, a number
/// that is none. `file` is what places are in.
FileGraph read_graphml(const std::string& text, const Place& file);

}  // namespace weft
