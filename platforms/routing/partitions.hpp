// The partitions of a C104: several switches side by side in one.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "hw/c104/hunt_groups.hpp"
#include "platforms/components/c104_tables.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// Makes a link part of the partition that `name` names. Throws InputError there if it is part of
/// another one, or if the name is empty.
void enter_partition(RouterTables& tables, unsigned link, const Node& name);

/// No packet leaves its partition: the hunt groups of all tables of a partition's links are of
/// links of that partition, and links in none lead to such alone. Throws InputError at the
/// interval, or at the table if it was generated.
void require_closed_partitions(const Component& router, const RouterTables& tables);

/// Tables of a partition may discard headers of processors that no link of it leads to, over
/// whatever other routers: such headers have no way, which is no error (RoutingTable::faulty). An
/// interval that has one of a processor that it does lead to is left as it is.
void excuse_other_partitions(const Platform& platform,
                             std::map<std::size_t, RouterTables>& routers);

}  // namespace weft
