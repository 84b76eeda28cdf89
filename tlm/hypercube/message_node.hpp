// A node of a hypercube that carries messages whole.
#pragma once

#include <memory>
#include <vector>

#include <systemc>

#include "hw/hypercube/message_switch_core.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/engine/wheel_cycles.hpp"
#include "tlm/hypercube/message_port.hpp"

namespace weft {

/// A switch and its links, one for each dimension.
class HypercubeMessageNode : public sc_core::sc_module, public StartsItsLinks {
 public:
  /// See HypercubeMessageSwitchCore for what is thrown.
  HypercubeMessageNode(sc_core::sc_module_name name, const HypercubeChipParameters& parameters,
                       unsigned node, Wheel& wheel);

  HypercubeMessagePort& link(unsigned port) { return *links_.at(port); }
  HypercubeMessageSwitchCore& messages() { return core_; }

 private:
  WheelCycles<HypercubeMessageSwitchCore> cycles_;
  HypercubeMessageSwitchCore core_;
  std::vector<std::unique_ptr<HypercubeMessagePort>> links_;
};

}  // namespace weft
