// Nodes with memory, and memories, of a platform.
#pragma once

#include "platforms/copy_transfer/node_file.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// A `memory_node`.
bool is_memory_node(const Component& component);

/// The file that a `memory_node` or a `dram` names as its `node`. Throws InputError: none is named,
/// it cannot be read, or what is in it is no node.
copy_transfer::NodeFile node_file_of(const Component& component);

}  // namespace weft
