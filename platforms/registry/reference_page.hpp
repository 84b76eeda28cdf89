// The reference page of the registry, for docs.
#pragma once

#include <string>

#include "platforms/registry/registry.hpp"

namespace weft {

/// All types with their levels, parameters, ports and observables, as Markdown.
std::string reference_page(const Registry& registry);

}  // namespace weft
