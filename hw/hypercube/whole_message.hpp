// A message that goes over links in one piece.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/common/time.hpp"

namespace weft {

/// Destination, source, length and type, as in the first packet of section 5.3: before its data on
/// every link.
inline constexpr unsigned hypercube_header_bytes = 10;

/// Carried whole by a datagram, a wormhole or a circuit.
struct HypercubeWhole {
  unsigned destination = 0;
  unsigned source = 0;
  std::uint16_t type = 0;
  std::shared_ptr<const std::vector<std::uint8_t>> bytes;

  /// On a link.
  std::uint64_t link_bytes() const { return hypercube_header_bytes + bytes->size(); }
};

}  // namespace weft
