// The assembler of the computation agent.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hw/iwarp/isa/program_image.hpp"
#include "hw/iwarp_toolchain/assembly_error.hpp"

namespace weft::isa {

/// A program takes no more memory than the largest that a cell had.
inline constexpr std::uint32_t most_program_bytes = 4U << 20U;

/// Assembles the text of a program; `file` is its name in errors. Throws AssemblyError, with all
/// that is wrong. The language: docs/components/iwarp_instructions.md.
ProgramImage assemble(std::string_view text, std::string file);

}  // namespace weft::isa
