#include "platforms/link_kinds.hpp"

#include <algorithm>

namespace weft {

bool is_dslink(const LinkSpec& link) {
  return link.parameters->type().parameter_struct == std::type_index(typeid(DsLinkParameters));
}

bool has_dslinks(const Platform& platform) {
  return std::any_of(platform.links.begin(), platform.links.end(), is_dslink);
}

}  // namespace weft
