// Weft's own blocks in Verilog. They are a shared library, loaded when one is first asked for, so
// that a run without the level `rtl` neither builds nor loads them.
#pragma once

#include <memory>
#include <string>

namespace weft::rtl {

class C104Model;
class DsLinkModel;
class IwarpModel;

/// The variable `weft_rtl_models` of that library.
struct OwnModels {
  const char* weft_version;  ///< That it was built for.
  std::unique_ptr<DsLinkModel> (*make_dslink)();
  std::unique_ptr<C104Model> (*make_c104)(unsigned links);  ///< See make_c104_model.
  unsigned most_c104_links;
  std::unique_ptr<IwarpModel> (*make_iwarp)();
};

/// Null in a build without RTL, or where its library cannot be used. If the environment has
/// WEFT_RTL_BUILD, that command is run first: `./weft` names the one that builds the library.
const OwnModels* own_models();

/// Why own_models() is null, and what to do.
const std::string& why_no_models();

}  // namespace weft::rtl
