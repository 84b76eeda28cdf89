#include "platforms/registry/json_text.hpp"

#include <nlohmann/json.hpp>

namespace weft {

std::string json_text(const std::string& text) { return nlohmann::json(text).dump(); }

}  // namespace weft
