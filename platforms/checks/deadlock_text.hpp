// How messages name channels, cycles and tables.
#pragma once

#include <string>
#include <vector>

#include "platforms/checks/channels.hpp"
#include "platforms/checks/range_set.hpp"
#include "platforms/netlist/place.hpp"

namespace weft {

/// "header 4", "headers 4..7".
std::string range_text(HeaderRange range);

/// "a.link1 -> b.link1 -> a.link1"; of more than 8 channels the first ones and "... (n more)".
std::string cycle_text(const Channels& channels, const std::vector<ChannelId>& cycle);

/// Where the table stands that a packet meets at the end of a channel, which must be a C104.
const Place& table_place(const Channels& channels, ChannelId channel);

}  // namespace weft
