// A text in quotation marks.
#pragma once

#include <string>

namespace weft {

/// As JSON has it, and YAML too: "a \"b\"". Throws if `text` is no UTF-8.
std::string json_text(const std::string& text);

}  // namespace weft
