// What a boot is to do to the devices of a platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "platforms/platform.hpp"
#include "testbench/programs/boot.hpp"

namespace weft {

/// The devices behind the links of a control host, or of a T9000 that does what one does, as the
/// platform has them: tables, modes of links, images.
class BootedNetwork {
 public:
  /// `platform` must outlive it.
  explicit BootedNetwork(const Platform& platform) : platform_(&platform) {}

  /// Adds those behind a link, which get the labels from `first_label` on, nearest first. Returns
  /// the label behind the last one. Throws std::out_of_range for one above 255.
  unsigned add_behind(const LinkEnd& head, unsigned first_label);

  /// Throws std::out_of_range for a component that was not added.
  const BootedDevice& of(std::size_t component) const { return devices_.at(component); }
  /// All, in the order of their labels, link by link.
  std::vector<BootedDevice> all() const;

 private:
  BootedDevice device(std::size_t unit) const;
  void note_carriers();
  void note_inner_links();

  const Platform* platform_;
  std::map<std::size_t, BootedDevice> devices_;  // by component
  std::vector<std::size_t> order_;               // of them on the control links
};

}  // namespace weft
