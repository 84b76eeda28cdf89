// What the factory of a component is given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "platforms/connected_links.hpp"
#include "platforms/elaboration/component_instance.hpp"
#include "platforms/elaboration/shared_parts.hpp"
#include "platforms/elaboration/views.hpp"
#include "platforms/platform.hpp"
#include "tlm/engine/wheel.hpp"

namespace weft {

namespace rtl {
class RtlBlock;
}

/// A block of RTL.
struct RtlProbe {
  std::string name;  ///< "node[3,2].router.rtl", above the paths in the RTL.
  rtl::RtlBlock* block = nullptr;
};

/// One component to be made, and where it is made.
struct MakeContext {
  const Platform& platform;
  std::size_t index;   ///< In Platform::components.
  const char* name;    ///< Of the module, below the present one.
  std::uint64_t seed;  ///< Of the component.
  const ConnectedLinks& links;
  Wheel& wheel;  ///< Of the system.
  Views& views;  ///< Where it shows what others may use of it.
  SharedParts& shared;
  std::vector<RtlProbe>& rtl_probes;

  const Component& component() const { return platform.components[index]; }
  template <class View>
  void show(View& view) const {
    views.show(index, view);
  }
  /// `part` of the component: "rtl".
  void show_rtl(const std::string& part, rtl::RtlBlock& block) const {
    rtl_probes.push_back({component().name + "." + part, &block});
  }
};

}  // namespace weft
