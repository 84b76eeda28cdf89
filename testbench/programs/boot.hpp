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
};

/// Gives control units their labels, in this order, nearest first in each chain; asks what they
/// are, and resets their switches. Throws ControlError for a switch with another number of links.
Program start_units(ControlProcess& self, std::vector<BootedSwitch> switches);

/// Writes all that the registers of the switch hold: arbitration, what is set for each link, and
/// the interval tables with their hunt groups.
Program configure(ControlProcess& self, BootedSwitch booted);

/// Starts its links.
Program start_links(ControlProcess& self, BootedSwitch booted);

/// All of that: links begin when every switch is configured.
Program boot(ControlProcess& self, std::vector<BootedSwitch> switches);

}  // namespace weft
