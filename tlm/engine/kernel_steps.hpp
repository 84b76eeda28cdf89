// Steps of the SystemC kernel's time that are taken without a return to it.
#pragma once

#include "hw/common/time.hpp"

namespace weft {

/// Runs the kernel up to `until`, ps, which is not before the present, as sc_start does. Within it
/// `step_kernel` may take steps; within any other sc_start it takes none, as the kernel does not
/// tell where that ends.
void run_kernel(Time until);

/// For a process that would wake next at `time`, ps, later than now: takes the kernel's time there,
/// as the kernel itself would, and says so, if it would wake nothing but that process until then
/// and then. False, and nothing has changed, if a process is ready, an update or a notification is
/// pending that is not later, the run was paused or stopped or ends before, or a SystemC trace file
/// looks on.
bool step_kernel(Time time);

}  // namespace weft
