// A user's RTL, brought in while the program runs.
#pragma once

#include <filesystem>
#include <memory>

#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/place.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/registry.hpp"

namespace weft {

namespace rtl {
class C104Model;
class DsLinkModel;
class IwarpModel;
}  // namespace rtl

/// Loads a shared library made by weft_add_rtl, if that has not been done yet, and adds its
/// component type to those of `registry_of`. The type has the parameters of the block whose ports
/// it has and the one level `rtl`. Throws InputError at `place` for a file that is no such library,
/// one that was made for another Weft, and a type that is there already.
void load_plugin(const std::filesystem::path& library, const Place& place);

/// The types of Weft's own and those of all plugins so far, among them those that the key `plugins`
/// of the netlist names: each relative to the file that names it. Throws as `load_plugin` does.
const Registry& registry_of(const Netlist& netlist);

/// The RTL of a switch: its plugin's, or Weft's own of at least `links` links; null if there is
/// none.
std::unique_ptr<rtl::C104Model> make_rtl_c104(const Component& component, unsigned links);

/// The RTL of a link end of a T9000: its plugin's, or Weft's own; null in a build without RTL.
std::unique_ptr<rtl::DsLinkModel> make_rtl_dslink(const Component& component);

/// The RTL of the communication agent of a cell: as above.
std::unique_ptr<rtl::IwarpModel> make_rtl_iwarp(const Component& component);

}  // namespace weft
