// Whether the results that an experiment asks for can be.
#pragma once

#include "testbench/sweeps/plan.hpp"

namespace weft {

/// Finds each of `measures:`, and what `compare:` compares, among the results that runs of the plan
/// may have: of the first run, or of another of SweepPlan::samples where that does not have it, as
/// levels differ in what they count. Elaborates them in processes of their own and runs none; one
/// that cannot be elaborated is left out. Throws InputError with the place of the measure, the
/// names of the first run and the nearest one.
void require_measures(const SweepPlan& plan);

}  // namespace weft
