#include "tlm/hypercube/message_node.hpp"

namespace weft {

HypercubeMessageNode::HypercubeMessageNode(sc_core::sc_module_name name,
                                           const HypercubeChipParameters& parameters, unsigned node,
                                           Wheel& wheel)
    : sc_module(name), cycles_(wheel, core_), core_(parameters, node, cycles_) {
  for (unsigned port = 0; port < parameters.degree; ++port) {
    links_.push_back(std::make_unique<HypercubeMessagePort>(core_, port));
    core_.attach(port, *links_.back());
  }
}

}  // namespace weft
