#include "platforms/checks/levels.hpp"

#include <fmt/format.h>

#include <string_view>

#include "platforms/checks/packet_level.hpp"
#include "platforms/checks/rtl_level.hpp"
#include "platforms/checks/stream_level.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft {
namespace {

// Links of packets have no bits to invert.
void check_bit_errors(const Platform& platform) {
  for (const LinkSpec& link : platform.links) {
    if (!is_of_packets(platform.components[link.from.component].level) ||
        !is_of_packets(platform.components[link.to.component].level)) {
      continue;
    }
    const DsLinkParameters parameters = dslink_parameters(link);
    for (const std::string_view name : {"error_at", "error_interval"}) {
      const Time value = name == "error_at" ? parameters.error_at : parameters.error_interval;
      if (value == 0) continue;
      throw InputError(link.parameters->place(std::string(name)),
                       fmt::format("{} on a link between '{}' and '{}', both at {} level", name,
                                   platform.components[link.from.component].name,
                                   platform.components[link.to.component].name,
                                   name_of(platform.components[link.to.component].level)),
                       "expected bit errors only where an end is at signal or token");
    }
  }
}

// A cable that carries packets has no wires to cut, and what is profitable to an adaptive router is
// known of whole links only.
void check_faults(const Platform& platform) {
  for (const FaultSpec& fault : platform.faults) {
    const LinkSpec& link = platform.links[fault.link];
    for (const LinkEnd& end : {link.from, link.to}) {
      const Component& component = platform.components[end.component];
      if (!is_of_packets(component.level)) continue;
      throw InputError(fault.place,
                       fmt::format("a fault at the {} '{}'", component.type->name, component.name),
                       fmt::format("expected faults of links without an end at `{}` level",
                                   name_of(component.level)));
    }
  }
}

}  // namespace

void check_levels(const Platform& platform, const Place& contention) {
  check_bit_errors(platform);
  check_faults(platform);
  check_packet_level(platform, contention);
  check_stream_level(platform);
  check_rtl_level(platform);
}

}  // namespace weft
