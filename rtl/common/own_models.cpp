#include "rtl/common/own_models.hpp"

#include <stdexcept>

#include "rtl/common/library_beside.hpp"

namespace weft::rtl {

namespace {

struct Loading {
  const OwnModels* models = nullptr;
  std::string failure;
};

Loading load() {
  if (!WEFT_WITH_RTL) return {nullptr, "this Weft was built without RTL (WEFT_RTL)"};
  try {
    return {&load_beside<OwnModels>({"Weft's RTL", WEFT_RTL_LIBRARY, WEFT_RTL_IN_TREE,
                                     "weft_rtl_models", WEFT_RTL_VERSION, "WEFT_RTL_BUILD",
                                     WEFT_RTL_HOW_TO_BUILD}),
            {}};
  } catch (const std::runtime_error& error) {
    return {nullptr, error.what()};
  }
}

const Loading& loading() {
  static const Loading once = load();
  return once;
}

}  // namespace

const OwnModels* own_models() { return loading().models; }

const std::string& why_no_models() { return loading().failure; }

}  // namespace weft::rtl
