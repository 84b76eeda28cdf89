// Points of a sweep by the values of their parameters.
#pragma once

#include <string>
#include <vector>

#include "testbench/sweeps/results.hpp"

namespace weft {

/// Those of which all conditions hold: "load=0.5", "routing=valiant". `option` is what gives them,
/// for errors; `each` is that of Results::measured. Throws InputError for a parameter that there is
/// not and a value that no point has.
std::vector<MeasuredPoint> points_where(Results& results, const std::string& option,
                                        const std::vector<std::string>& where, bool each = false);

}  // namespace weft
