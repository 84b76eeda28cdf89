// The assembly programs that the cells of a platform name.
#pragma once

#include <string>

#include "hw/iwarp_toolchain/assembly_error.hpp"

namespace weft {

struct Platform;

/// For isa::AssemblyInputs: reads a file that an assembly program includes. Throws InputError at
/// the place of the `.include`, with its chain.
std::string read_included_program(const std::string& file, const isa::Diagnostic& place,
                                  const std::string& chain);

/// Reads and assembles what `program:` of each cell names with the parameters in its `set:`, once
/// for all cells that are alike in these, and checks it against the parameters of its cells. Throws
/// InputError: no such file, the first error of a program at its own line and column, what a cell
/// cannot hold.
void read_cell_programs(Platform& platform);

}  // namespace weft
