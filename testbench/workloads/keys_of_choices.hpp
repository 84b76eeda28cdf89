// Keys that mean something with one choice of another key only.
#pragma once

#include <span>
#include <string_view>

#include "platforms/registry/parameter_values.hpp"

namespace weft {

struct KeyOfChoice {
  std::string_view key;
  std::string_view on;  ///< Another key.
  std::string_view choice;
};

/// Throws InputError where a key is set without its choice.
void require_choices(const ParameterValues& values, std::span<const KeyOfChoice> keys);

}  // namespace weft
