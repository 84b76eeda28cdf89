// The parameters of a T9000 of a platform.
#pragma once

#include <cstddef>

#include "hw/t9000/parameters.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// With `links` as connected, header range and header bytes as resolved. Throws std::logic_error
/// unless the component is a t9000.
T9000Parameters t9000_parameters(const Platform& platform, std::size_t component);

}  // namespace weft
