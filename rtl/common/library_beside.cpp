#include "rtl/common/library_beside.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>

namespace weft {

namespace {

// That of a library without the variable is another Weft's too.
[[noreturn]] void built_for_another(const LibraryBeside& library) {
  throw std::runtime_error(fmt::format("{} was built for another Weft; build it: {}", library.what,
                                       library.how_to_build));
}

}  // namespace

const void* variable_beside(const LibraryBeside& library) {
  if (const char* build = std::getenv(library.build_variable); build != nullptr) {
    if (std::system(build) != 0) throw std::runtime_error(fmt::format("`{}` has failed", build));
  }
  void* loaded = dlopen(library.file, RTLD_NOW | RTLD_LOCAL);
  if (loaded == nullptr) loaded = dlopen(library.in_tree, RTLD_NOW | RTLD_LOCAL);
  if (loaded == nullptr) {
    throw std::runtime_error(fmt::format("{} cannot be loaded: {}; build it: {}", library.what,
                                         dlerror(), library.how_to_build));
  }
  const void* variable = dlsym(loaded, library.variable);
  if (variable == nullptr) built_for_another(library);
  return variable;
}

void require_version(const LibraryBeside& library, std::string_view weft_version) {
  if (weft_version != library.weft_version) built_for_another(library);
}

}  // namespace weft
