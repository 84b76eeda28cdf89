// Words of connections, element by element.
#pragma once

#include <cstdint>

#include "testbench/programs/phased_connections.hpp"
#include "testbench/workloads/element_work.hpp"

namespace weft {

/// All transfers of the present phase in the order of the timetable, one element after the other: a
/// cell uses one connection at once. It sends `lead` words ahead of what it receives, so that cells
/// do not wait for each other in a ring.
Program use_elements(PhasedConnections& connections, const ConnectionPlan& plan, std::uint32_t lead,
                     ElementWork& work);

}  // namespace weft
