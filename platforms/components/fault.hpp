// What the models refuse, as an error in a user's file.
#pragma once

#include <string>

#include "platforms/registry/parameter_values.hpp"

namespace weft {

/// Throws the InputError of a fault that a model's own check (`find_fault`) put into words, at the
/// parameter that it names first of those that were set. Does nothing if `fault` is empty.
void refuse(const ParameterValues& values, const std::string& fault);

}  // namespace weft
