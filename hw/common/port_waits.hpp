// What stands at the ports of a router.
#pragma once

#include <bit>
#include <cstdint>

#include "hw/common/packet_tag.hpp"
#include "hw/common/time.hpp"

namespace weft {

/// The packet at the head of an input.
struct StandingPacket {
  enum class State : std::uint8_t {
    none,     ///< There is none, or it moves, or waits for more of itself to come in.
    routing,  ///< Its output will be decided later.
    waits,    ///< For any of some outputs.
    crosses,  ///< To an output that takes no more of it now.
  };

  State state = State::none;
  PacketTag tag;
  std::uint32_t header = 0;
  std::uint64_t outputs = 0;  ///< That it waits for, or crosses to: a bit each.

  /// The first of them, of which there must be one.
  unsigned output() const { return static_cast<unsigned>(std::countr_zero(outputs)); }
};

/// An output.
struct OutputState {
  bool dead = false;         ///< Its link is down for good.
  bool full = false;         ///< Its link runs, and the far end has no room.
  bool awaits_room = false;  ///< It is given to no packet before the far end has room.
  int holder = -1;           ///< Input whose packet crosses to it; -1 for none.
  std::uint64_t moved = 0;   ///< Has changed whenever it has transmitted.
};

/// Shown (MakeContext::show) by a component in which packets can wait for each other, so that the
/// watchdog finds those that wait in a circle. Looking changes nothing.
class PortWaits {
 public:
  virtual StandingPacket packet_at(unsigned input, Time now) const = 0;
  virtual OutputState output(unsigned port, Time now) const = 0;

 protected:
  ~PortWaits() = default;
};

}  // namespace weft
