#include "platforms/link_kinds.hpp"

#include <algorithm>
#include <utility>

namespace weft {

bool is_dslink(const LinkSpec& link) {
  return link.parameters->type().parameter_struct == std::type_index(typeid(DsLinkParameters));
}

bool has_dslinks(const Platform& platform) {
  return std::any_of(platform.links.begin(), platform.links.end(), is_dslink);
}

bool any_dslink(const Platform& platform,
                const std::function<bool(const DsLinkParameters&)>& are_such) {
  const ParameterValues* asked = nullptr;
  for (const LinkSpec& link : platform.links) {
    if (std::exchange(asked, link.parameters.get()) == link.parameters.get()) continue;
    if (is_dslink(link) && are_such(dslink_parameters(link))) return true;
  }
  return false;
}

}  // namespace weft
