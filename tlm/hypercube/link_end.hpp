// A node's end of a link of a hypercube: its sockets, and what observers see of it.
#pragma once

#include <systemc>

#include "tlm/hypercube/link_reports.hpp"
#include "tlm/protocol/hypercube_protocol.hpp"

namespace weft {

/// Both directions of a link. Without a far end nothing comes of what is said there.
class HypercubeLinkEnd : public sc_core::sc_module,
                         public HypercubeLinkReports,
                         protected HypercubeForward,
                         protected HypercubeBackward {
 public:
  HypercubeInitiatorSocket out{"out"};
  HypercubeTargetSocket in{"in"};

  explicit HypercubeLinkEnd(sc_core::sc_module_name name) : sc_module(name) {
    out.bind(static_cast<HypercubeBackward&>(*this));
    in.bind(static_cast<HypercubeForward&>(*this));
  }

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
