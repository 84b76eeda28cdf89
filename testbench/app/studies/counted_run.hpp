// Counts of a run that no clock of the machine tells: instructions, and misses of its caches.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "testbench/app/platform_arguments.hpp"

namespace weft::app {

/// Of a whole run, start-up and all.
struct CountedRun {
  std::uint64_t instructions = 0;
  std::uint64_t misses = 0;  ///< Of a last cache of 2 MB, 16 ways, lines of 64 bytes.

  NLOHMANN_DEFINE_TYPE_INTRUSIVE(CountedRun, instructions, misses)
};

/// Whether there is a cachegrind to count with.
bool can_count();

/// Runs `weft run` of this platform under cachegrind, some fifty times as slow, and returns what it
/// counted as JSON. Throws std::runtime_error if the run fails or nothing was counted.
std::string counted_run(const PlatformArguments& arguments);

}  // namespace weft::app
