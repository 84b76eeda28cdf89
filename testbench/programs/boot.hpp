// The boot of C104s and T9000s through their control links.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/c104/parameters.hpp"
#include "testbench/programs/command_sender.hpp"
#include "testbench/programs/program.hpp"

namespace weft {

/// A device as a boot shall leave it.
struct BootedDevice {
  ControlledDevice device;
  /// Of a switch; of a T9000 its links alone. Those that are not `connected` are configured and not
  /// started.
  C104Parameters parameters;
  std::uint64_t inner = 0;  ///< A bit for each link to another such switch.
  /// Its links are control links, over which others are reached.
  bool carries_control = false;
  bool starts_links = false;  ///< Of a T9000: its links are silent until they are started.
  bool is_processor = false;  ///< A T9000.
  std::vector<std::uint8_t> image = {};  ///< Of a T9000: what is loaded from address 0 on.
};

/// Gives control units their labels, in this order, nearest to the host first; asks what they
/// are, and resets them. A switch that carries control links is configured too, and its links
/// begin. Throws ControlError for another device or another number of links.
Program start_units(CommandSender& self, std::vector<BootedDevice> devices);

/// Writes all that the registers of the switch hold: arbitration, what is set for each link, and
/// the interval tables with their hunt groups.
Program configure(CommandSender& self, BootedDevice booted);

/// Starts links of it, a bit each.
Program start_links(CommandSender& self, BootedDevice booted, std::uint64_t links);
/// Waits until they are in Run. Throws ControlError if one is not CommandSender::time_out after
/// this has begun.
Program await_links(CommandSender& self, BootedDevice booted, std::uint64_t links);

/// Loads the image of a T9000, and reads it back. Throws ControlError if it is not what was loaded.
Program load(CommandSender& self, BootedDevice booted);

/// All of that, on a control host or a T9000. When every switch is configured the links between
/// them begin, and when these run all others, with those of T9000s that wait for it, so that no
/// packet comes before its way is there. Then T9000s are loaded, and when all are they run.
Program boot(CommandSender& self, std::vector<BootedDevice> devices);

/// All of that for one device. The links of a switch begin at once; what they lead to may be silent
/// still.
Program boot_alone(CommandSender& self, BootedDevice booted);

}  // namespace weft
