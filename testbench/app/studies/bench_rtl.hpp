// weft bench rtl
#pragma once

#include "testbench/app/json_file.hpp"
#include "testbench/app/platform_arguments.hpp"

namespace weft::app {

/// Records what comes in on the wires of the first switch at `rtl` of a platform, then times the
/// same RTL on that, `runs` times each, in a bare loop and behind SystemC signals, and prints what
/// co-simulation costs. Throws std::runtime_error if they do not drive the pins alike.
void bench_rtl(const PlatformArguments& arguments, unsigned runs, JsonFile& json);

}  // namespace weft::app
