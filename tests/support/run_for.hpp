// The kernel of a test runs.
#pragma once

#include <systemc>

#include "hw/common/time.hpp"

namespace weft::test {

inline void run_for(Time duration) { sc_core::sc_start(sc_core::sc_time::from_value(duration)); }

}  // namespace weft::test
