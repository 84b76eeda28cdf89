// Processors that a workload names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "platforms/netlist/place.hpp"

namespace weft {

struct Platform;

/// Index in processors_of. Throws InputError at `place` if no T9000 has this name; `role`
/// tells what it is for ("from").
std::size_t processor_named(const Platform& platform, const std::string& name,
                            std::string_view role, const Place& place);

}  // namespace weft
