// Which packets wait for each other.
#pragma once

#include <cstdint>

namespace weft {

/// The contention models of thesis 5.5.2, at `packet` level.
enum class Contention : std::uint8_t {
  full,  ///< As the hardware: a link carries one packet at a time.
  free,  ///< Every link is infinitely wide: a packet waits for no other.
  /// As free, but packets that wait for the same link as their first between routers go over it one
  /// after the other; all others pass them by.
  throttled,
};

}  // namespace weft
