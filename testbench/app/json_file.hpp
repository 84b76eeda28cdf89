// --json FILE.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace weft::app {

/// Writes a result, whole or not at all; "-" is standard output. Throws InputError.
void write_json(const std::string& file, const nlohmann::ordered_json& json);

}  // namespace weft::app
