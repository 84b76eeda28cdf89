// The C104 packet switch at `token` level.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <systemc>

#include "hw/c104/c104_core.hpp"
#include "hw/dslink/unconnected_link.hpp"
#include "tlm/dslink/ds_link.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/engine/wheel_cycles.hpp"

namespace weft::token {

/// The same switch as weft::C104 with TLM links; link ends `link0`, `link1`,
/// ..., one for each port that is connected.
class C104 : public sc_core::sc_module, public StartsItsLinks {
 public:
  /// `links[i]` are the parameters of link i; one entry serves for all.
  C104(sc_core::sc_module_name name, const C104Parameters& parameters,
       const std::vector<DsLinkParameters>& links, std::uint64_t seed, Wheel& wheel);

  /// A port that is connected (C104LinkParameters).
  DsLink& link(unsigned port) { return *links_.at(port); }
  C104Core& core() { return core_; }
  /// Its links do not start with the run, but by their command registers; before the run.
  void hold_links();

 private:
  void start_of_simulation() override;

  WheelCycles<C104Core> crossbar_;
  C104Core core_;
  UnconnectedLink unconnected_;
  std::vector<std::unique_ptr<DsLink>> links_;  // by port; null where nothing is connected
};

}  // namespace weft::token
