// A run that was too short for its programs.
#pragma once

#include <string_view>

#include "testbench/programs/cell_process.hpp"

namespace weft {

/// Throws std::runtime_error unless all programs have returned; `what` is what they do together.
void require_all_ended(const CellProcessSet& processes, std::string_view what, Time now);

}  // namespace weft
