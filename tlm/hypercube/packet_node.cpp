#include "tlm/hypercube/packet_node.hpp"

#include <string>

namespace weft {

HypercubePacketNode::HypercubePacketNode(sc_core::sc_module_name name,
                                         const HypercubeChipParameters& parameters, unsigned node,
                                         Wheel& wheel)
    : sc_module(name), cycles_(wheel, messages_), messages_(parameters, node, cycles_) {
  for (unsigned port = 0; port < parameters.degree; ++port) {
    const std::string link = "link" + std::to_string(port);
    links_.push_back(std::make_unique<HypercubeLinkPort>(link.c_str(), core(), port));
    core().attach(port, *links_.back());
  }
}

}  // namespace weft
