#include "testbench/workloads/keys_of_choices.hpp"

#include <fmt/format.h>

#include "platforms/netlist/input_error.hpp"

namespace weft {

void require_choices(const ParameterValues& values, std::span<const KeyOfChoice> keys) {
  for (const auto& [key, on, choice] : keys) {
    if (!values.is_set(key) || values.choice(on) == choice) continue;
    throw InputError(values.place(key),
                     fmt::format("a {} with {} '{}'", key, on, values.choice(on)),
                     fmt::format("expected it with '{}' only", choice));
  }
}

}  // namespace weft
