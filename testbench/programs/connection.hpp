// What is under way on a connection between processors, one way.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hw/common/ring.hpp"
#include "hw/common/time.hpp"

namespace weft {

/// A message from its creation on, when a program gave it to its processor.
struct GivenMessage {
  Time created = 0;  ///< ps
  unsigned bytes = 0;
};

/// One direction of a virtual channel. Its messages arrive in the order in which they were given.
struct Connection {
  std::size_t sender = 0;        ///< In the SocketTable, as the receiver.
  Ring<GivenMessage> under_way;  ///< Given, and not yet arrived.
};

}  // namespace weft
