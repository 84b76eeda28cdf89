// Files that exist in memory only; in the fuzzers they are all there are.
#pragma once

#include <string>

namespace weft::fuzz {

/// Whoever reads the file `name` reads `text`, until another text is put there.
void put_file(const std::string& name, std::string text);

}  // namespace weft::fuzz
