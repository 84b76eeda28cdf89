#include "testbench/watchdog/errors_asked_for.hpp"

#include <algorithm>

#include "platforms/link_kinds.hpp"

namespace weft {

namespace {

bool inverts_bits(const DsLinkParameters& parameters) {
  return parameters.error_at != 0 || parameters.error_interval != 0;
}

}  // namespace

bool errors_are_asked_for(const Platform& platform) {
  return !platform.faults.empty() || any_dslink(platform, inverts_bits) ||
         std::any_of(platform.busses.begin(), platform.busses.end(),
                     [](const BusSpec& bus) { return bus.cut_at != never; });
}

bool errors_are_asked_for(const Platform& platform, std::size_t link) {
  const LinkSpec& spec = platform.links[link];
  return (is_dslink(spec) && inverts_bits(dslink_parameters(spec))) ||
         std::any_of(platform.faults.begin(), platform.faults.end(),
                     [link](const FaultSpec& fault) { return fault.link == link; });
}

}  // namespace weft
