// The boot of switches through their control links.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/c104/parameters.hpp"
#include "testbench/programs/control_process.hpp"

namespace weft {

/// A switch as a boot shall leave it.
struct BootedSwitch {
  ControlledDevice device;
  C104Parameters parameters;  ///< Links that are not `connected` are configured and not started.
  std::uint64_t inner = 0;    ///< A bit for each link to another such switch.
  /// Its links are control links, over which others are reached.
  bool carries_control = false;
};

/// Gives control units their labels, in this order, nearest to the host first; asks what they
/// are, and resets their switches. One that carries control links is configured too, and its links
/// begin. Throws ControlError for a switch with another number of links.
Program start_units(ControlProcess& self, std::vector<BootedSwitch> switches);

/// Writes all that the registers of the switch hold: arbitration, what is set for each link, and
/// the interval tables with their hunt groups.
Program configure(ControlProcess& self, BootedSwitch booted);

/// Starts links of it, a bit each.
Program start_links(ControlProcess& self, BootedSwitch booted, std::uint64_t links);
/// Waits until they are in Run. Throws ControlError if one is not ControlHostParameters::time_out
/// after this has begun.
Program await_links(ControlProcess& self, BootedSwitch booted, std::uint64_t links);

/// All of that. When every switch is configured the links between them begin, and when these run
/// all others, so that no packet comes before its way is there.
Program boot(ControlProcess& self, std::vector<BootedSwitch> switches);

/// All of that for one switch, whose links begin at once; what they lead to may be silent still.
Program boot_alone(ControlProcess& self, BootedSwitch booted);

}  // namespace weft
