// What stands at the ports of a router.
#pragma once

#include <cstdint>

#include "hw/common/time.hpp"

namespace weft {

/// The packet at the head of an input.
struct StandingPacket {
  enum class State : std::uint8_t {
    none,     ///< There is none, or it moves.
    routing,  ///< Its output will be decided later.
    waits,    ///< For any of some outputs, which other packets have.
    crosses,  ///< To an output that takes no more of it now.
  };

  State state = State::none;
  std::uint64_t id = 0;
  std::uint32_t header = 0;
  unsigned output = 0;   ///< That it crosses to, or the first of those that it waits for.
  unsigned outputs = 1;  ///< That it waits for, one after the other.
};

/// An output.
struct OutputState {
  bool dead = false;        ///< Its link is down for good.
  bool full = false;        ///< Its link runs, and the far end has no room.
  int holder = -1;          ///< Input whose packet crosses to it; -1 for none.
  std::uint64_t moved = 0;  ///< What it has transmitted.
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
