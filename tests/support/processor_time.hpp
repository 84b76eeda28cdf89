// What work costs, on a machine that does other things too.
#pragma once

#include <ctime>

namespace weft::test {

/// Seconds that this process has kept a processor busy so far.
inline double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

}  // namespace weft::test
