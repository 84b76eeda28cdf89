#include "testbench/programs/booted_network.hpp"

#include <fmt/format.h>

#include <limits>
#include <stdexcept>

#include "platforms/components/c104_tables.hpp"
#include "platforms/components/control_links.hpp"
#include "platforms/components/control_tree.hpp"
#include "platforms/components/t9000_parameters.hpp"
#include "platforms/connected_links.hpp"

namespace weft {

namespace {

constexpr unsigned last_label = std::numeric_limits<std::uint8_t>::max();

}  // namespace

BootedDevice BootedNetwork::device(std::size_t unit) const {
  const std::size_t one = device_of_unit(*platform_, unit);
  const Component& component = platform_->components[one];
  BootedDevice booted;
  booted.device.name = component.name;
  booted.is_processor = component.is(Part::processor);
  if (booted.is_processor) {
    booted.parameters.links = t9000_parameters(*platform_, one).links;
    booted.parameters.per_link.resize(booted.parameters.links);
    booted.image = image_of_unit(*platform_, unit);
    booted.starts_links = starts_links(*platform_, one);
  } else {
    booted.parameters = c104_parameters(*platform_, one);
  }
  const ConnectedLinks links = connected_links(*platform_)[one];
  for (unsigned link = 0; link < booted.parameters.links; ++link) {
    booted.parameters.per_link[link].connected = links.has(link) && links.by_port[link].cut_at != 0;
  }
  return booted;
}

unsigned BootedNetwork::add_behind(const LinkEnd& head, unsigned first_label) {
  unsigned label = first_label;
  for (const std::size_t unit : control_units_behind(*platform_, head)) {
    const std::size_t one = device_of_unit(*platform_, unit);
    BootedDevice& booted = devices_[one] = device(unit);
    booted.device.port = head.port;
    if (label > last_label) {
      throw std::out_of_range(
          fmt::format("label {} for the control unit of '{}': expected one of "
                      "a byte, to {}",
                      label, booted.device.name, last_label));
    }
    booted.device.label = static_cast<std::uint8_t>(label++);
    order_.push_back(one);
  }
  note_carriers();
  note_inner_links();
  return label;
}

void BootedNetwork::note_carriers() {
  for (const ControlSwitch& one : control_switches(*platform_)) {
    const auto found = devices_.find(one.component);
    if (found != devices_.end()) found->second.carries_control = true;
  }
}

void BootedNetwork::note_inner_links() {
  for (const LinkSpec& link : platform_->links) {
    const auto from = devices_.find(link.from.component);
    const auto to = devices_.find(link.to.component);
    if (from == devices_.end() || to == devices_.end()) continue;
    if (from->second.is_processor || to->second.is_processor) continue;
    from->second.inner |= std::uint64_t{1} << link.from.port;
    to->second.inner |= std::uint64_t{1} << link.to.port;
  }
}

std::vector<BootedDevice> BootedNetwork::all() const {
  std::vector<BootedDevice> all;
  for (const std::size_t one : order_) all.push_back(devices_.at(one));
  return all;
}

}  // namespace weft
