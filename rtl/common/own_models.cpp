#include "rtl/common/own_models.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

namespace weft::rtl {

namespace {

struct Loading {
  const OwnModels* models = nullptr;
  std::string failure;
};

Loading load() {
  if (!WEFT_WITH_RTL) return {nullptr, "this Weft was built without RTL (WEFT_RTL)"};
  if (const char* build = std::getenv("WEFT_RTL_BUILD"); build != nullptr) {
    if (std::system(build) != 0) return {nullptr, fmt::format("`{}` has failed", build)};
  }
  // by the path of an installed program, or in the tree
  void* library = dlopen(WEFT_RTL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) library = dlopen(WEFT_RTL_IN_TREE, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return {nullptr, fmt::format("Weft's RTL cannot be loaded: {}; build it: {}", dlerror(),
                                 WEFT_RTL_HOW_TO_BUILD)};
  }
  const auto* models = static_cast<const OwnModels*>(dlsym(library, "weft_rtl_models"));
  if (models != nullptr && models->weft_version == std::string_view(WEFT_RTL_VERSION)) {
    return {models, {}};
  }
  return {nullptr, fmt::format("Weft's RTL was built for another Weft; build it: {}",
                               WEFT_RTL_HOW_TO_BUILD)};
}

const Loading& loading() {
  static const Loading once = load();
  return once;
}

}  // namespace

const OwnModels* own_models() { return loading().models; }

const std::string& why_no_models() { return loading().failure; }

}  // namespace weft::rtl
