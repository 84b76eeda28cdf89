// The lines of a link between two packet chips of a hypercube.
#pragma once

#include <cstdint>

namespace weft {

/// What the transmitter of one direction drives. The paper names a time for a byte and one for
/// arbitration, and no lines; these are the simplest that carry both: a byte-wide bus, and a line
/// for each kind of buffer that can be asked for.
struct HypercubeForthLevels {
  std::uint16_t wanted = 0;  ///< 16 lines, HypercubeRequest::wanted; all low: nothing is asked for.
  std::uint8_t first = 0;    ///< 4 lines, HypercubeRequest::first.
  bool valid = false;        ///< A packet is on the data lines, from its first byte to its tail.
  std::uint8_t data = 0;     ///< 8 lines: each byte for as many ticks as it takes.

  bool operator==(const HypercubeForthLevels&) const = default;
};

/// What its receiver drives.
struct HypercubeBackLevels {
  bool grant = false;     ///< For one tick: a buffer is reserved.
  std::uint8_t next = 0;  ///< 4 lines, for what: as of HypercubeLine::grant.

  bool operator==(const HypercubeBackLevels&) const = default;
};

}  // namespace weft
