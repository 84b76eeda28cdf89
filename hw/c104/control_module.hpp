// What is behind control links, as a module, whatever its links are.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <systemc>

#include "hw/common/cycle_driver.hpp"
#include "hw/dslink/link_core.hpp"
#include "hw/dslink/unconnected_link.hpp"

namespace weft {

/// A ControlUnit or a ControlHost behind links of one level, which are its children.
template <class Core, class Link>
class ControlModule : public sc_core::sc_module {
 public:
  /// `make_driver(evaluated)` makes what calls `evaluated.evaluate(now)`, `make_link(port, client)`
  /// a link, or null for a port that leads nowhere.
  template <class Parameters, class MakeDriver, class MakeLink>
  ControlModule(sc_core::sc_module_name name, const Parameters& parameters, unsigned ports,
                const MakeDriver& make_driver, const MakeLink& make_link)
      : sc_module(name),
        driver_(make_driver(evaluated_)),
        core_(parameters, *driver_),
        unconnected_(core_) {
    for (unsigned port = 0; port < ports; ++port) {
      links_.push_back(make_link(port, core_));
      core_.attach(port, links_.back() != nullptr ? links_.back()->core() : unconnected_.core());
    }
  }

  Core& core() { return core_; }
  /// A port that is connected.
  Link& link(unsigned port) { return *links_.at(port); }

 private:
  /// The core, which is made after what evaluates it.
  struct Evaluated {
    ControlModule* module;
    void evaluate(Time now) { module->core_.evaluate(now); }
  };

  Evaluated evaluated_{this};
  std::shared_ptr<CycleDriver> driver_;
  Core core_;
  UnconnectedLink unconnected_;
  std::vector<std::unique_ptr<Link>> links_;
};

}  // namespace weft
