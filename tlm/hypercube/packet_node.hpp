// A node of a hypercube whose chip carries packets.
#pragma once

#include <memory>
#include <vector>

#include <systemc>

#include "hw/hypercube/packet_messages.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/engine/wheel_cycles.hpp"
#include "tlm/hypercube/link_port.hpp"

namespace weft {

/// A chip, its links and the messages of its node; children `link0`, `link1`, ..., one for each
/// dimension.
class HypercubePacketNode : public sc_core::sc_module {
 public:
  /// See HypercubeChipCore for what is thrown.
  HypercubePacketNode(sc_core::sc_module_name name, const HypercubeChipParameters& parameters,
                      unsigned node, Wheel& wheel);

  HypercubeLinkPort& link(unsigned port) { return *links_.at(port); }
  HypercubePacketMessages& messages() { return messages_; }
  HypercubeChipCore& core() { return messages_.chip(); }

 private:
  WheelCycles<HypercubePacketMessages> cycles_;
  HypercubePacketMessages messages_;
  std::vector<std::unique_ptr<HypercubeLinkPort>> links_;
};

}  // namespace weft
