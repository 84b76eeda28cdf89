// The JSON Schema of platform files, for editors.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "platforms/registry/registry.hpp"

namespace weft {

/// A schema (draft-07) of the section `platform` and all that it refers to: sections, and the types
/// that they choose by name. It refuses unknown keys and wrong kinds of value; what needs more than
/// one map to be seen, such as a link to a component that is not there, is left to `weft check`.
/// Throws std::logic_error if a table's form names a type that is not registered.
nlohmann::ordered_json json_schema(const Registry& registry);

}  // namespace weft
