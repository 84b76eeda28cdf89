// What a shared library of a user's RTL tells of itself.
#pragma once

#include <memory>

#include "rtl/c104/c104_model.hpp"

namespace weft::rtl {

/// The variable `weft_rtl_plugin` of such a library, made by weft_add_rtl.
struct Plugin {
  const char* weft_version;  ///< That it was built for; another Weft refuses it.
  const char* type;          ///< Name of the component type.
  const char* ports_as;      ///< "c104"
  unsigned links;
  std::unique_ptr<C104Model> (*make)();
};

inline constexpr const char* plugin_symbol = "weft_rtl_plugin";

}  // namespace weft::rtl
