// The packet chip of a hypercube with TLM links.
#pragma once

#include <memory>
#include <vector>

#include <systemc>

#include "hw/hypercube/packet_chip_core.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/engine/wheel_cycles.hpp"
#include "tlm/hypercube/link_port.hpp"

namespace weft {

/// A chip and its links; children `link0`, `link1`, ..., one for each dimension.
class HypercubePacketChip : public sc_core::sc_module {
 public:
  /// `memory` is the node's; see HypercubeChipCore for what is thrown.
  HypercubePacketChip(sc_core::sc_module_name name, const HypercubeChipParameters& parameters,
                      unsigned node, HypercubeNode& memory, Wheel& wheel);

  HypercubeLinkPort& link(unsigned port) { return *links_.at(port); }
  HypercubeChipCore& core() { return core_; }

 private:
  WheelCycles<HypercubeChipCore> cycles_;
  HypercubeChipCore core_;
  std::vector<std::unique_ptr<HypercubeLinkPort>> links_;
};

}  // namespace weft
