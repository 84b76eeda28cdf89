// The sections of a platform as merging and overriding see them.
#pragma once

#include <memory>
#include <string_view>

#include "platforms/netlist/section_form.hpp"
#include "platforms/registry/registry.hpp"

namespace weft {

/// The form of a section and of those below it.
SectionForm section_form(const std::shared_ptr<const Registry>& registry, std::string_view section);

}  // namespace weft
