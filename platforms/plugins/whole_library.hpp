// Is a shared library whole?
#pragma once

#include <string_view>

namespace weft {

/// False where the file ends before what its program headers say is loaded, or is no shared library
/// of this machine: the loader would map what is not there, and the program die of a bus error.
bool is_whole_library(std::string_view bytes);

}  // namespace weft
