// A node's end of a link of a hypercube: its two directions.
#pragma once

#include <string>

#include <systemc>

#include "tlm/protocol/hypercube_protocol.hpp"

namespace weft {

/// Both directions of a link. Without a far end nothing comes of what is said there. It is no
/// module but a part of its node, whose children its sockets are where there are any, `link0_out`,
/// `link0_in`: a large cube has hundreds of thousands of ends.
class HypercubeLinkEnd : public HypercubeForward, public HypercubeBackward {
 private:
  const std::string out_name_;
  const std::string in_name_;

 public:
  HypercubeOutput out;
  HypercubeInput in;

  HypercubeLinkEnd(sc_core::sc_module& node, unsigned port)
      : out_name_("link" + std::to_string(port) + "_out"),
        in_name_("link" + std::to_string(port) + "_in"),
        out(node, *this, out_name_.c_str()),
        in(node, *this, in_name_.c_str()) {}
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
