#include "testbench/watchdog/settling_time.hpp"

#include <algorithm>

namespace weft {
namespace {

// The token before it, a NUL's length until the next boundary at a transactor, itself and what
// verifies it, twice over.
constexpr Time settling_bits = 50;

}  // namespace

Time settling_time(const System& system) {
  Time bit_time = 0;
  for (const System::LinkProbe& probe : system.link_probes()) {
    bit_time = std::max(bit_time, probe.bit_time);
  }
  return std::max(settling_bits * bit_time, least_silence);
}

}  // namespace weft
