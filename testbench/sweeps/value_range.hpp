// The values of a parameter that is varied.
#pragma once

#include <string>
#include <vector>

#include "platforms/netlist/node.hpp"
#include "testbench/sweeps/experiment.hpp"

namespace weft {

/// The keys of a range or a list, beside which others may stand.
std::vector<std::string> value_keys();

/// Reads `values: [...]`, or `from:`, `to:` and `step:` or `steps:` (how many steps; with
/// `scale: log` each is the same factor; `whole: true` rounds to whole numbers, each once), into
/// `parameter`. Throws InputError.
void read_values(const Node& node, SweepParameter& parameter);

/// A number with a unit, as YAML: rounded to whole ps where the unit is one of time, else to 12
/// digits, without an exponent.
SweepValue value_of_number(double number, const std::string& unit);

/// The number in a value, in `unit`; NaN where it is none or has another unit.
double number_in_unit(const std::string& text, const std::string& unit);

}  // namespace weft
