// Figures of basic transfers that programs on a platform have taken.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platforms/copy_transfer/measurement.hpp"

namespace weft::app {

/// What the cells of a platform have measured.
struct MeasuredPlatform {
  std::string name;
  std::uint64_t words = 0;  ///< Of 64 bits, that each transfer has moved.
  std::vector<copy_transfer::MeasuredTransfer> measured;
};

/// Runs a platform whose programs have results: `t_1C64` and so on, the clocks that a transfer of
/// so many `words` of 64 bits took in a cell (0 in cells that do not do it), and `wrong`, how many
/// words were not right. Throws InputError for a platform that has no such results,
/// std::runtime_error for one whose words are wrong or that does not come to an end.
MeasuredPlatform measure_platform(const std::string& platform);

}  // namespace weft::app
