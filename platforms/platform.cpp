#include "platforms/platform.hpp"

namespace weft {

std::optional<std::size_t> Platform::find(std::string_view component_name) const {
  const auto found = component_index.find(std::string(component_name));
  if (found == component_index.end()) return {};
  return found->second;
}

DsLinkParameters dslink_parameters(const LinkSpec& link) {
  return link.parameters->to_struct<DsLinkParameters>();
}

}  // namespace weft
