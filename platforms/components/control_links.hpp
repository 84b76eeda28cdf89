// The control links of a platform: which control unit belongs to which switch, and their chains.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw/c104/control_message.hpp"
#include "hw/c104/control_unit.hpp"
#include "platforms/platform.hpp"

namespace weft {

struct PlacedComponent;

/// What a platform notes of its control units (types `c104_control` and `t9000_control`).
struct ControlUnits {
  std::map<std::string, std::size_t> of_device;  ///< By the name of the device: the component.
};

/// Parameters of the control unit of a T9000.
struct ProcessorControlParameters : ControlUnitParameters {
  unsigned memory_bytes = 16 * 1024;  ///< Bytes.
  bool starts_links = false;          ///< The links of the T9000 begin by its commands.
};

/// Names of types.
inline constexpr const char* control_unit_name = "c104_control";
inline constexpr const char* processor_unit_name = "t9000_control";
inline constexpr const char* control_host_name = "control_host";
/// Ports of a control unit.
inline constexpr unsigned clink0 = 0;
inline constexpr unsigned clink1 = 1;

/// It is one of a c104 or a t9000.
bool is_control_unit(const Platform& platform, std::size_t component);

/// The device of a control unit. Throws InputError if there is no such c104 or t9000.
std::size_t device_of_unit(const Platform& platform, std::size_t unit);
/// The links of a t9000 are silent until its control unit starts them.
bool starts_links(const Platform& platform, std::size_t processor);
/// The bytes that are to be loaded into its t9000. Throws InputError for a file that cannot be read
/// or is larger than the memory.
std::vector<std::uint8_t> image_of_unit(const Platform& platform, std::size_t unit);
/// The control unit of a c104 or a t9000, if it has one: it then begins unconfigured, with silent
/// links, or with a processor that waits.
std::optional<std::size_t> control_unit_of(const Platform& platform, std::size_t component);
/// The control units behind a link of a control host (ControlTree::units).
std::vector<std::size_t> control_units_behind(const Platform& platform, const LinkEnd& host);

/// A line of the commands of a control host.
struct ControlStep {
  enum class Kind : std::uint8_t { boot, load, command };

  Kind kind = Kind::boot;
  ControlRequest request{};                ///< Of a command.
  std::optional<std::size_t> component{};  ///< The device; none for a `boot` of all.
  Place place{};
};

/// What a control host does: its file `commands`, or a boot. Throws InputError for what cannot be
/// read and for devices that are not on its links.
std::vector<ControlStep> control_steps(const Platform& platform, std::size_t host);

/// ComponentType::enter of a control unit. Throws InputError for a second one of a device.
void enter_control_unit(Platform& platform, std::size_t component);
/// ComponentType::check_placed of control units and of hosts.
void check_control_unit(const PlacedComponent& placed);
void check_control_host(const PlacedComponent& placed);
/// Of a c104 that has a control unit, that it is at a level where it can be held back and that its
/// links wait for it.
void check_controlled_switch(const PlacedComponent& placed);

}  // namespace weft
