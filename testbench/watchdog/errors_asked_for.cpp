#include "testbench/watchdog/errors_asked_for.hpp"

#include <algorithm>

#include "platforms/link_kinds.hpp"

namespace weft {

bool errors_are_asked_for(const Platform& platform) {
  for (std::size_t link = 0; link < platform.links.size(); ++link) {
    if (errors_are_asked_for(platform, link)) return true;
  }
  return std::any_of(platform.busses.begin(), platform.busses.end(),
                     [](const BusSpec& bus) { return bus.cut_at != never; });
}

bool errors_are_asked_for(const Platform& platform, std::size_t link) {
  const LinkSpec& spec = platform.links[link];
  const auto parameters = is_dslink(spec) ? dslink_parameters(spec) : DsLinkParameters{};
  return parameters.error_at != 0 || parameters.error_interval != 0 ||
         std::any_of(platform.faults.begin(), platform.faults.end(),
                     [link](const FaultSpec& fault) { return fault.link == link; });
}

}  // namespace weft
