// The assembler of the computation agent.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hw/iwarp/isa/program_image.hpp"
#include "hw/iwarp_toolchain/assembly_error.hpp"
#include "hw/iwarp_toolchain/parameter_setting.hpp"
#include "hw/iwarp_toolchain/text_expansion.hpp"

namespace weft::isa {

/// A program takes no more memory than the largest that a cell had.
inline constexpr std::uint32_t most_program_bytes = 4U << 20U;

/// What a program takes beside its text.
struct AssemblyInputs {
  std::vector<ParameterSetting> settings;  ///< Of two with one name the last one counts.
  IncludeReader read;                      ///< Without one a program cannot include files.
};

/// Assembles the text of a program; `file` is its name in errors, and what it includes lies beside
/// that. Throws AssemblyError, with all that is wrong: first what files and macros are, then the
/// rest; and what `read` throws. The language: docs/components/iwarp_instructions.md.
ProgramImage assemble(std::string_view text, std::string file, const AssemblyInputs& inputs = {});

}  // namespace weft::isa
