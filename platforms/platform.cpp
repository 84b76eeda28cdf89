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

DsLinkEnds dslink_ends(const ParameterValues& link) {
  const auto both = link.to_struct<DsLinkParameters>();
  DsLinkEnds ends{both, both};
  ends.from.auto_start = false;
  if (link.is_set("delay_back")) ends.from.delay = link.time("delay_back");
  if (link.is_set("skew_back")) ends.from.skew = link.time("skew_back");
  ends.to.disable_at = ends.to.enable_at = 0;
  ends.to.time_code_interval = 0;
  return ends;
}

}  // namespace weft
