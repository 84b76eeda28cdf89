// What a cell cannot hold or do of a program, found before it runs.
#pragma once

#include <optional>

#include "hw/iwarp/isa/program_image.hpp"
#include "hw/iwarp/parameters.hpp"
#include "hw/iwarp_toolchain/assembly_error.hpp"

namespace weft::isa {

/// The first fault of a program on a cell with these parameters: more memory than there is, or a
/// channel, bus or entry of the match CAM that does not exist, where its number is set in the same
/// straight line of instructions. All else is found in the run. The column is 1.
std::optional<Diagnostic> find_fault(const ProgramImage& image, const IwarpParameters& parameters);

}  // namespace weft::isa
