// A node's end of a link of a hypercube: its two directions.
#pragma once

#include <string>

#include <systemc>

#include "tlm/protocol/hypercube_protocol.hpp"

namespace weft {

/// Both directions of a link. Without a far end nothing comes of what is said there. It is a part
/// of its node, `link0`, ...: a large cube has hundreds of thousands of ends.
class HypercubeLinkEnd : public HypercubeForward, public HypercubeBackward {
 private:
  LinkPlace place_;

 public:
  HypercubeOutput out{place_, *this, "out"};
  HypercubeInput in{place_, *this, "in"};

  /// To be made in the constructor of its node, which StartsItsLinks.
  explicit HypercubeLinkEnd(unsigned port)
      : place_(("link" + std::to_string(port)).c_str(), nullptr) {}
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
