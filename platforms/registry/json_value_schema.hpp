// The JSON Schema of one value.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "platforms/registry/parameter.hpp"

namespace weft {

/// How a value of any kind but `table` may be written, as YAML gives it to a validator: `4` is a
/// number there, `4 bytes` a string. Bounds of values with units are in the description only.
nlohmann::ordered_json value_schema(const ParameterInfo& info);

/// Help, range, default and source in one line each.
std::string description(const ParameterInfo& info);

}  // namespace weft
