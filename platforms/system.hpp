// A platform as modules: elaborated and ready to run.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <systemc>

#include "platforms/elaboration/make_context.hpp"
#include "platforms/elaboration/shared_parts.hpp"
#include "platforms/elaboration/views.hpp"
#include "platforms/link_view.hpp"
#include "platforms/platform.hpp"
#include "tlm/engine/wheel_process.hpp"

namespace weft {

/// The modules of a platform, bound, with transactors where levels meet. Component names
/// are the paths below this module: "node[3,2].router" is the child `router` of the child
/// `node[3,2]`. What is no component has a name that begins with `~`, as no component's does.
/// One kernel can hold several systems.
class System : public sc_core::sc_module {
 public:
  using LinkProbe = weft::LinkProbe;
  using RtlProbe = weft::RtlProbe;

  /// `platform` must outlive the system. Throws InputError: a component that cannot be made at its
  /// level, ends of a link that nothing joins.
  System(sc_core::sc_module_name name, const Platform& platform);
  ~System() override;

  const Platform& platform() const { return *platform_; }
  /// Two for each link of the platform: `from`, then `to`.
  const std::vector<LinkProbe>& link_probes() const { return link_probes_; }
  /// By Platform::busses.
  const std::vector<BusProbe>& bus_probes() const { return bus_probes_; }
  /// By component.
  const std::vector<RtlProbe>& rtl_probes() const { return rtl_probes_; }
  /// What components show of themselves by a type, in their order; see MakeContext::show.
  template <class View>
  const std::vector<Seen<View>>& all() const {
    return views_.all<View>();
  }
  /// Of one component, by index in Platform::components; null if it shows none.
  template <class View>
  View* find(std::size_t component) const {
    return views_.find<View>(component);
  }
  /// What components have in common; null if there are none that need it.
  template <class Part>
  const Part* shared() const {
    return shared_.find<Part>();
  }
  Wheel& wheel() { return engine_.wheel(); }

 private:
  class Scope;

  void make_components(const std::vector<ConnectedLinks>& links);
  void make_component(std::size_t index, const ConnectedLinks& links);
  void join_links(const std::vector<ConnectedLinks>& links);

  const Platform* platform_;
  WheelProcess engine_;
  SharedParts shared_;
  std::vector<std::unique_ptr<ComponentInstance>> instances_;  // by component
  std::vector<std::unique_ptr<Scope>> scopes_;
  std::vector<std::shared_ptr<void>> between_;  // wires and transactors of links
  Views views_;
  std::vector<LinkProbe> link_probes_;
  std::vector<BusProbe> bus_probes_;
  std::vector<RtlProbe> rtl_probes_;
};

}  // namespace weft
