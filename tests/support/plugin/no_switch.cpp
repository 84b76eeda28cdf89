// A library as weft_add_rtl makes them, of the type `no_switch`, without RTL in it.
#include "rtl/c104/c104_model.hpp"
#include "rtl/plugin/plugin.hpp"

namespace {

std::unique_ptr<weft::rtl::C104Model> make_nothing() { return nullptr; }

}  // namespace

extern "C" const char weft_plugin_stamp[];
extern "C" const char weft_plugin_stamp[] = "weft-plugin-stamp:rtl:" WEFT_RTL_VERSION;
extern "C" const weft::rtl::Plugin weft_rtl_plugin;
extern "C" const weft::rtl::Plugin weft_rtl_plugin{"no_switch", make_nothing, false};
