// A library of Weft's own beside the program, which is built and loaded when something first asks
// for it.
#pragma once

#include <string_view>

namespace weft {

struct LibraryBeside {
  const char* what;            ///< As messages name it.
  const char* file;            ///< Of an installed program: the run path is searched.
  const char* in_tree;         ///< Where the build puts it.
  const char* variable;        ///< What it tells of itself: a struct with `weft_version`.
  const char* weft_version;    ///< That it must have been built for.
  const char* build_variable;  ///< If the environment has it: a command that is run first.
  const char* how_to_build;
};

/// The variable of that library. Throws std::runtime_error that says how to build it.
const void* variable_beside(const LibraryBeside& library);

/// Throws std::runtime_error if it was built for another Weft.
void require_version(const LibraryBeside& library, std::string_view weft_version);

/// What the library tells of itself. Throws std::runtime_error as these two.
template <typename T>
const T& load_beside(const LibraryBeside& library) {
  const auto& found = *static_cast<const T*>(variable_beside(library));
  require_version(library, found.weft_version);
  return found;
}

}  // namespace weft
