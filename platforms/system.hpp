// A platform as modules: elaborated and ready to run.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <systemc>

#include "hw/adaptive/adaptive_core.hpp"
#include "hw/c104/c104_core.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "hw/t9000/t9000_reports.hpp"
#include "platforms/cell_array.hpp"
#include "platforms/link_joiner.hpp"
#include "platforms/platform.hpp"
#include "tlm/engine/wheel_process.hpp"

namespace weft {

namespace rtl {
class C104;
class RtlBlock;
}  // namespace rtl

/// The modules of a platform, bound, with transactors where levels meet. Component names
/// are the paths below this module: "node[3,2].router" is the child `router` of the child
/// `node[3,2]`. One kernel can hold several systems.
class System : public sc_core::sc_module {
 public:
  /// What observers can see of one connected link end.
  struct LinkProbe : LinkView {
    std::string name;  ///< "node[3,2].router.link5"
    LinkEnd where;
  };

  /// A block of RTL.
  struct RtlProbe {
    std::string name;  ///< "node[3,2].router.rtl", above the paths in the RTL.
    rtl::RtlBlock* block = nullptr;
  };

  /// `platform` must outlive the system.
  System(sc_core::sc_module_name name, const Platform& platform);
  ~System() override;

  const Platform& platform() const { return *platform_; }
  /// Two for each link of the platform: `from`, then `to`.
  const std::vector<LinkProbe>& link_probes() const { return probes_; }
  /// By index in Platform::processors.
  T9000Core& processor(std::size_t index) { return *processors_[index]; }
  T9000Reports& reports(std::size_t index) { return *reports_[index]; }
  /// By index in Platform::components, for each C104 but those at `rtl`.
  const std::map<std::size_t, C104Core*>& routers() const { return routers_; }
  /// By index in Platform::components, for each C104 at `rtl`.
  const std::map<std::size_t, rtl::C104*>& rtl_routers() const { return rtl_routers_; }
  /// By component.
  const std::vector<RtlProbe>& rtl_probes() const { return rtl_probes_; }
  /// By index in Platform::components, for each chaos_router and forced_router.
  const std::map<std::size_t, AdaptiveCore*>& adaptive_routers() const { return adaptive_; }
  /// By address, the index in Platform::cells.
  const std::vector<CellView>& cells() const { return cells_.cells(); }
  Wheel& wheel() { return engine_.wheel(); }

 private:
  struct Parts;

  void make_components();
  void make_component(std::size_t index);
  void make_processor(std::size_t index);
  void make_c104(std::size_t index);
  void make_links();

  const Platform* platform_;
  WheelProcess engine_;
  std::unique_ptr<Parts> parts_;
  CellArray cells_;
  std::vector<LinkProbe> probes_;
  std::vector<T9000Core*> processors_;
  std::vector<T9000Reports*> reports_;
  std::map<std::size_t, C104Core*> routers_;
  std::map<std::size_t, rtl::C104*> rtl_routers_;
  std::vector<RtlProbe> rtl_probes_;
  std::map<std::size_t, AdaptiveCore*> adaptive_;
};

}  // namespace weft
