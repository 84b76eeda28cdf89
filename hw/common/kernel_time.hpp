// The time of the SystemC kernel.
#pragma once

#include <systemc>

#include "hw/common/time.hpp"

namespace weft {

/// Simulated time in ps.
inline Time kernel_time() { return sc_core::sc_get_curr_simcontext()->time_stamp().value(); }

}  // namespace weft
