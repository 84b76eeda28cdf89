// What passes over a memory socket, for observers.
#pragma once

#include <cstdint>

#include "hw/common/time.hpp"

namespace weft {

/// A transaction begins with its request, or has ended with its response. Its time is that of the
/// call that tells of it.
struct MemoryAccess {
  enum class Point : std::uint8_t { begins, ends };

  Point point = Point::begins;
  bool write = false;
  std::uint64_t address = 0;  ///< Bytes.
  unsigned bytes = 0;
  Time time = 0;  ///< ps
};

}  // namespace weft
