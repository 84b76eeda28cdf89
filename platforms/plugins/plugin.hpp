// How a shared library of a user's brings types into Weft; see docs/plugins.md.
#pragma once

#include "platforms/plugins/stamp.hpp"
#include "platforms/registry/registry.hpp"

/// What the library does when a netlist names it: adds its types to those of that netlist.
///
///     WEFT_PLUGIN(registry) { registry.add(my_type()); }
///
/// Once in a library; weft_add_plugin builds it. It is called for each netlist anew. What it throws
/// is an error at the place in the netlist.
#define WEFT_PLUGIN(registry)                                                                   \
  extern "C" __attribute__((visibility("default"))) const char weft_plugin_stamp[];             \
  extern "C" const char weft_plugin_stamp[] = WEFT_PLUGIN_STAMP;                                \
  extern "C" __attribute__((visibility("default"))) void weft_plugin(weft::Registry& registry); \
  extern "C" void weft_plugin(weft::Registry& registry)
