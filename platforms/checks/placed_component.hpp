// A component where it stands, for the checks of its type.
#pragma once

#include <cstddef>

#include "platforms/connected_links.hpp"
#include "platforms/elaboration/shared_parts.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// One component of a platform of which all is known and nothing made.
struct PlacedComponent {
  const Platform& platform;
  std::size_t index;  ///< In Platform::components.
  const ConnectedLinks& links;
  SharedParts& shared;  ///< What checks of several components remember.

  const Component& component() const { return platform.components[index]; }
};

}  // namespace weft
