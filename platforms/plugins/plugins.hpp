// A user's libraries, brought in by the netlist that names them.
#pragma once

#include <memory>
#include <string>

#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/place.hpp"
#include "platforms/registry/registry.hpp"

namespace weft {

/// The types of `base` and those of the plugins that the key `plugins` of the netlist names, each
/// relative to the file that names it; `base` itself where there are none. The types are of this
/// netlist alone; the libraries stay loaded to the end of the program. Throws InputError at the
/// name of a library: no such library, one that was made for another Weft, a type that is there
/// already.
std::shared_ptr<const Registry> with_plugins(const Netlist& netlist,
                                             std::shared_ptr<const Registry> base);

/// As if the netlist named one more; relative to the working directory.
void name_plugin(Netlist& netlist, const std::string& library, const Place& place);

}  // namespace weft
