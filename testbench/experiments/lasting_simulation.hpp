// A simulation in a process that ends with it.
#pragma once

#include "testbench/experiments/simulation.hpp"

namespace weft {

/// Makes a simulation that is never taken down: the kernel would forget modules one by one, in time
/// that grows with their square, for nothing in a process of `run_forked`. As the constructor of
/// Simulation otherwise.
Simulation& lasting_simulation(const Platform& platform);

}  // namespace weft
