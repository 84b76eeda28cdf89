// The parameters of an iWarp cell out of what a file says.
#pragma once

#include "hw/iwarp/parameters.hpp"
#include "platforms/registry/parameter_values.hpp"

namespace weft {

/// With the channels that `input_channels` and `output_pools` allocate to busses; the address is
/// left at 0. Throws InputError: a bus that does not exist, what is no number.
IwarpParameters read_cell(const ParameterValues& values);

}  // namespace weft
