// What `weft run` prints.
#pragma once

#include "platforms/platform.hpp"
#include "testbench/experiments/run_result.hpp"

namespace weft::app {

/// On standard output: the results that are read first, or all, the slowest messages, what is to be
/// said of the run, and how fast it was. Alarms that are failures are left to standard error.
void print_run(const Platform& platform, const RunResult& result, bool all);

}  // namespace weft::app
