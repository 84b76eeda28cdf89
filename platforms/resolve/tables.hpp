// The interval tables of every C104 of a platform.
#pragma once

#include <cstddef>
#include <map>

#include "platforms/components/c104_tables.hpp"
#include "platforms/platform.hpp"
#include "platforms/resolve/network.hpp"
#include "platforms/resolve/processors.hpp"

namespace weft {

/// The tables of every C104, by component: those that are written, or else those of a routing of
/// the network. `network` and `routing` may be null. Throws InputError: see read_tables; a table
/// longer than a C104 can hold.
std::map<std::size_t, RouterTables> make_tables(
    const Platform& platform, const Network* network, const Routing* routing,
    const std::multimap<std::size_t, Attachment>& attachments);

}  // namespace weft
