// A message that goes over links in one piece.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw/common/time.hpp"

namespace weft {

/// Destination, source, length and type, as in the first packet of section 5.3: before its data on
/// every link.
inline constexpr unsigned hypercube_header_bytes = 10;

/// What is known of when the tail of a wormhole leaves a link.
struct HypercubeTail {
  Time at = 0;           ///< At the earliest, as far as its header has come.
  unsigned ahead = 0;    ///< Links from this one to the last that its header has got.
  bool arrives = false;  ///< That one leads to its destination.
};

/// What gives a message its priority (section 3): what was created earlier goes first, of one time
/// that of the lower node. By default that of no message, later than all.
struct HypercubeAge {
  Time created = never;
  unsigned source = 0;

  auto operator<=>(const HypercubeAge&) const = default;
};

/// Carried whole by a datagram, a wormhole or a circuit.
struct HypercubeWhole {
  unsigned destination = 0;
  unsigned source = 0;
  std::uint16_t type = 0;
  std::shared_ptr<const std::vector<std::uint8_t>> bytes;
  Time created = 0;  ///< It was given to `send`, ps.

  /// On a link.
  std::uint64_t link_bytes() const { return hypercube_header_bytes + bytes->size(); }
  HypercubeAge age() const { return {created, source}; }
};

}  // namespace weft
