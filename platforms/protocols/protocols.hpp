// The protocols of links and busses.
#pragma once

#include "platforms/elaboration/join_table.hpp"

namespace weft {

/// Of Weft's own protocols; a new one is a file here and a line in protocols.cpp.
const JoinTable& join_table();

void add_dslink(JoinTable& table);
void add_iwarp_bus(JoinTable& table);
void add_hypercube_link(JoinTable& table);
void add_memory_socket(JoinTable& table);
void add_node_link(JoinTable& table);

}  // namespace weft
