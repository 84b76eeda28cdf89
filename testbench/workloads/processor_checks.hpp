// What a workload asks of the T9000s of its platform.
#pragma once

#include <cstddef>
#include <string_view>

#include "platforms/netlist/place.hpp"

namespace weft {

struct Platform;

/// Throws InputError unless there is a T9000 for each of so many processes.
void require_t9000s(const Platform& platform, std::size_t processes, const Place& place);

/// Throws InputError if faults part T9000s from each other; `what` is what they do together.
void require_all_reachable(const Platform& platform, std::string_view what);

}  // namespace weft
