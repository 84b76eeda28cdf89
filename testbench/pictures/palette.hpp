// Colours of pictures.
#pragma once

#include <string>
#include <string_view>

#include "platforms/registry/component_type.hpp"

namespace weft {

/// CSS of all classes: `rtl`, `signal`, `token` and `packet` of components by level; `link` and
/// `bent`, `dead`, `cycle` and `arrow` of links; `name`, `outside`, `number`, `count`, `border`,
/// `row`, `heading` and `note` of texts.
std::string_view picture_style();

/// "#rrggbb" for a load from 0 to 1: from pale grey over yellow and red to dark red.
std::string load_colour(double load);

}  // namespace weft
