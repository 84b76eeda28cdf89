// The RTL of components: a user's or Weft's own.
#pragma once

#include <memory>

#include "platforms/platform.hpp"
#include "rtl/dslink/beside_wires.hpp"

namespace weft {

namespace rtl {
class C104Model;
class DsLinkModel;
class IwarpModel;
}  // namespace rtl

/// The RTL of a switch: its plugin's, or Weft's own of at least `links` links; null if there is
/// none.
std::unique_ptr<rtl::C104Model> make_rtl_c104(const Component& component, unsigned links);

/// The RTL of a link end of a T9000: its plugin's, or Weft's own; null in a build without RTL.
std::unique_ptr<rtl::DsLinkModel> make_rtl_dslink(const Component& component);

/// What the RTL of a switch or of the links of a T9000 promises: its plugin's, or Weft's own.
rtl::BesideWires beside_wires_of(const Component& component);

/// The RTL of the communication agent of a cell: as above.
std::unique_ptr<rtl::IwarpModel> make_rtl_iwarp(const Component& component);

}  // namespace weft
