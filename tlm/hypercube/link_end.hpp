// A node's end of a link of a hypercube: its sockets, and what observers see of it.
#pragma once

#include <string>

#include <systemc>

#include "tlm/protocol/hypercube_protocol.hpp"

namespace weft {

/// Both directions of a link. Without a far end nothing comes of what is said there. It is no
/// module but a part of its node, whose children its sockets are, `link0_out`, `link0_in`: a large
/// cube has hundreds of thousands of ends.
class HypercubeLinkEnd : public HypercubeForward, public HypercubeBackward {
 public:
  HypercubeInitiatorSocket out;
  HypercubeTargetSocket in;

  /// To be made in the constructor of its node.
  explicit HypercubeLinkEnd(const std::string& name)
      : out((name + "_out").c_str()), in((name + "_in").c_str()) {
    out.bind(static_cast<HypercubeBackward&>(*this));
    in.bind(static_cast<HypercubeForward&>(*this));
  }
  HypercubeLinkEnd(const HypercubeLinkEnd&) = delete;
  HypercubeLinkEnd& operator=(const HypercubeLinkEnd&) = delete;

 protected:
  bool connected() const { return out.size() != 0; }
  void tell_far(HypercubePayload& told, tlm::tlm_phase phase) {
    sc_core::sc_time delay;
    out->nb_transport_fw(told, phase, delay);
  }
  void answer_far(HypercubePayload& told, tlm::tlm_phase phase) {
    sc_core::sc_time delay;
    in->nb_transport_bw(told, phase, delay);
  }
};

}  // namespace weft
