// Packets that never arrive.
#pragma once

#include <cstdint>

namespace weft {

/// What a component has thrown away since the start of the run.
struct PacketLosses {
  std::uint64_t header_errors = 0;  ///< Packets whose header leads nowhere.
  std::uint64_t cut = 0;            ///< Packets that came in cut by a link error.
  std::uint64_t lost = 0;           ///< Packets that were to leave by a link in error.
  std::uint64_t messages = 0;       ///< Messages of which a packet was cut, or that a reset lost.

  friend bool operator==(const PacketLosses&, const PacketLosses&) = default;
};

/// Shown (MakeContext::show) by a component that throws packets away, so that a run tells of them.
class LosesPackets {
 public:
  virtual PacketLosses losses() const = 0;

 protected:
  ~LosesPackets() = default;
};

}  // namespace weft
