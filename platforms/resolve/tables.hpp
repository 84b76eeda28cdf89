// The interval tables of every C104 of a platform.
#pragma once

#include <cstddef>
#include <map>

#include "platforms/platform.hpp"
#include "platforms/resolve/network.hpp"
#include "platforms/resolve/processors.hpp"

namespace weft {

/// Fills in `routers`: tables that are written, or else those of the network's routing. `network`
/// may be null. Throws InputError: see read_tables; a table longer than a C104 can hold.
void make_tables(Platform& platform, const Network* network,
                 const std::map<std::size_t, Attachment>& attachments);

}  // namespace weft
