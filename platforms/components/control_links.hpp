// The control links of a platform: which control unit belongs to which switch, and their chains.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw/c104/control_message.hpp"
#include "platforms/platform.hpp"

namespace weft {

struct PlacedComponent;

/// What a platform notes of its control units (type `c104_control`).
struct ControlUnits {
  std::map<std::string, std::size_t> of_switch;  ///< By the name of the switch: the component.
};

/// Names of types.
inline constexpr const char* control_unit_name = "c104_control";
inline constexpr const char* control_host_name = "control_host";
/// Ports of a control unit.
inline constexpr unsigned clink0 = 0;
inline constexpr unsigned clink1 = 1;

/// It is one of type c104_control.
bool is_control_unit(const Platform& platform, std::size_t component);

/// The switch of a control unit. Throws InputError if there is no such c104.
std::size_t switch_of_unit(const Platform& platform, std::size_t unit);
/// The control unit of a c104, if it has one: it then begins unconfigured, with silent links.
std::optional<std::size_t> control_unit_of(const Platform& platform, std::size_t component);
/// The control units behind a link of a control host (ControlTree::units).
std::vector<std::size_t> control_units_behind(const Platform& platform, const LinkEnd& host);

/// A line of the commands of a control host.
struct ControlStep {
  std::optional<ControlRequest> request;   ///< None for a `boot`.
  std::optional<std::size_t> component{};  ///< The switch; none for a `boot` of all.
  Place place{};
};

/// What a control host does: its file `commands`, or a boot. Throws InputError for what cannot be
/// read and for switches that are not on its links.
std::vector<ControlStep> control_steps(const Platform& platform, std::size_t host);

/// ComponentType::check_placed of both.
void check_control_unit(const PlacedComponent& placed);
void check_control_host(const PlacedComponent& placed);
/// Of a c104 that has a control unit, that it is at a level where it can be held back and that its
/// links wait for it.
void check_controlled_switch(const PlacedComponent& placed);

}  // namespace weft
