// Connection sets from files.
#pragma once

#include <filesystem>
#include <string>

#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/connection_set.hpp"
#include "platforms/conset/patterns.hpp"
#include "platforms/netlist/node.hpp"

namespace weft::conset {

/// What a cell is called in a file: by its name, or by its address. Throws InputError.
unsigned read_cell(const std::string& text, const Place& place, const CellGraph& graph);

/// The keys `connections:`, `steps:` and `order:` of a map:
///
///     connections:
///       up: {from: "node[0,0]", to: "node[3,3]", words: 64, bandwidth: 10 MB/s, latency: 2 us}
///       down: {from: "node[3,3]", to: "node[0,0]"}
///     steps: [[up, down], [up]]
///     order: [{before: up, after: "d*"}]
///
/// Only `from` and `to` must be there. In `steps` and `order` a name may be a pattern, in which `*`
/// stands for anything and `?` for one character; without `steps` all connections are one step.
/// Throws InputError: cells and connections that are not there, a connection from a cell to itself
/// or in no step, an empty step, no connections or more than `most_connections`.
ConnectionSet read_connection_set(const Node& map, const CellGraph& graph);

/// A file of connections: YAML as above, if its name ends in `.yaml` or `.yml`; of a schedule the
/// phases are left aside. Else a graph: in each line two cells, the source and the destination, and
/// perhaps the words between them; without them there are `words`; `#` begins a comment. Throws
/// InputError.
ConnectionSet read_connection_file(const std::filesystem::path& file, std::uint64_t words,
                                   const CellGraph& graph);

/// What `input` names: a pattern (make_pattern), or a file of connections. Throws InputError.
ConnectionSet read_pattern_or_file(const std::string& input, const PatternOptions& options,
                                   const CellGraph& graph);

}  // namespace weft::conset
