// What is under way on a connection between processors, one way.
#pragma once

#include <cstdint>

#include "hw/common/near_ring.hpp"
#include "hw/common/time.hpp"

namespace weft {

/// A message from its creation on, when a program gave it to its processor.
struct GivenMessage {
  Time created = 0;  ///< ps
  unsigned bytes = 0;
};

/// One direction of a virtual channel. Its messages arrive in the order in which they were given.
/// One line of the processor's cache, as long as no more than two are under way.
struct alignas(64) Connection {
  std::uint32_t number = 0;  ///< The virtual channel at the receiver.
  std::uint32_t sender = 0;  ///< In the SocketTable, as the receiver.
  /// Given, and not yet arrived.
  NearRing<GivenMessage, 2, std::uint32_t> under_way;
};
static_assert(sizeof(Connection) == 64);

}  // namespace weft
