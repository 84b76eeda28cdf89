// The links of each component of a platform.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/dslink/parameters.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// The links of one component.
struct ConnectedLinks {
  std::vector<DsLinkParameters> by_port;  ///< Up to the last one; empty without a link.
  std::uint64_t ports = 0;                ///< A bit for each that is connected.
  std::uint64_t far_by_frames = 0;        ///< Likewise, where the far end is PortInfo::by_frames.

  bool has(unsigned port) const { return (ports >> port & 1) != 0; }
  /// For what is given one entry for all links: at least one.
  std::vector<DsLinkParameters> at_least_one() const {
    return by_port.empty() ? std::vector<DsLinkParameters>(1) : by_port;
  }
};

/// By component; with the times at which faults cut them.
std::vector<ConnectedLinks> connected_links(const Platform& platform);

}  // namespace weft
