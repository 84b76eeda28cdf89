// What a shared library of a user's RTL tells of itself.
#pragma once

#include <memory>
#include <variant>

namespace weft::rtl {

class C104Model;
class DsLinkModel;
class IwarpModel;

/// Makes the RTL, by the ports that its top has: those of PORTS_AS c104, dslink, iwarp.
using MakeRtl = std::variant<std::unique_ptr<C104Model> (*)(), std::unique_ptr<DsLinkModel> (*)(),
                             std::unique_ptr<IwarpModel> (*)()>;

/// The variable `weft_rtl_plugin` of such a library, made by weft_add_rtl.
struct Plugin {
  const char* type;  ///< Name of the component type.
  MakeRtl make;
  bool out_of_band;  ///< BesideWires::out_of_band, of a c104 or a dslink.
};

inline constexpr const char* plugin_symbol = "weft_rtl_plugin";

/// How the text in a library begins that tells which Weft it was built for; another one refuses it.
/// Then come the kind, "rtl", and behind a colon the version.
inline constexpr const char* plugin_stamp_begin = "weft-plugin-stamp:";

}  // namespace weft::rtl
