// The C104 packet switch at `token` level.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <systemc>

#include "hw/c104/c104_core.hpp"
#include "tlm/dslink/ds_link.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/engine/wheel_cycles.hpp"

namespace weft::token {

/// The same switch as weft::C104 with TLM links; children `link0`, `link1`, ...
class C104 : public sc_core::sc_module {
 public:
  /// `links[i]` are the parameters of link i; one entry serves for all.
  C104(sc_core::sc_module_name name, const C104Parameters& parameters,
       const std::vector<DsLinkParameters>& links, std::uint64_t seed, Wheel& wheel);

  DsLink& link(unsigned port) { return *links_.at(port); }
  C104Core& core() { return core_; }

 private:
  WheelCycles<C104Core> crossbar_;
  C104Core core_;
  std::vector<std::unique_ptr<DsLink>> links_;
};

}  // namespace weft::token
