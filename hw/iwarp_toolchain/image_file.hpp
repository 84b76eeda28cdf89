// An assembled program as a file.
#pragma once

#include <string>
#include <string_view>

#include "hw/iwarp/isa/program_image.hpp"
#include "hw/iwarp_toolchain/assembly_error.hpp"

namespace weft::isa {

/// First word of such a file.
inline constexpr std::string_view image_mark = "iwarp-program";

/// Lines of text: `iwarp-program 1`, `source NAME` of each file, `entry ADDRESS`; `code LINE
/// WORD...` for each instruction; `data WORD...`; `call LINE BEGIN END` for each MacroCall; `label
/// NAME ADDRESS`. Numbers are hexadecimal but for LINE: one in the first file, or FILE:LINE, the
/// first file being 0.
std::string write_image(const ProgramImage& image);

/// Reads one; `file` is its name in errors. Throws AssemblyError at the first thing that is wrong.
ProgramImage read_image(std::string_view text, const std::string& file);

}  // namespace weft::isa
