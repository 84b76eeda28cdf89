// Bytes a second, with units.
#pragma once

#include <cstdint>
#include <string_view>

#include "platforms/netlist/node.hpp"

namespace weft {

/// Bytes a second; `B/s`, `kB/s`, `MB/s` and `GB/s`, each 1000 of the one before. A fraction of a
/// byte is cut off. Throws InputError at the node.
std::uint64_t read_byte_rate(const Node& node, std::string_view what);

}  // namespace weft
