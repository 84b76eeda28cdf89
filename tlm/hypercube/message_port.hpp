// A node's end of a link that carries messages whole.
#pragma once

#include <systemc>

#include "hw/hypercube/message_switch_core.hpp"
#include "tlm/hypercube/link_end.hpp"
#include "tlm/hypercube/link_reports.hpp"

namespace weft {

/// Says to the far end what the core says, and to the core what the far end does. Without a far
/// end, in a cube of which a part is there only, what is sent there is lost.
class HypercubeMessagePort final : public HypercubeLinkEnd, public HypercubeWholeLine {
 public:
  /// `core` must be there by the start of the simulation.
  HypercubeMessagePort(HypercubeMessageSwitchCore& core, unsigned port)
      : HypercubeLinkEnd(port), core_(&core), port_(port) {}

  void head(const HypercubeWhole& message, Time begin) override;
  void tail(const HypercubeTail& tail, Time now) override;
  void withdraw(Time begin, Time at) override;
  void acknowledge(Time begin, Time at) override;
  void ask(HypercubeAge first, Time now) override;
  void grant(Time begin, Time now) override;
  void release(Time free, Time now) override;
  void begins(const HypercubeWhole& message, Time begin) override;
  void ends(const HypercubeWhole& message, Time begin, Time end, std::uint64_t bytes) override;

  HypercubeLinkReports& reports() { return reports_; }

 private:
  tlm::tlm_sync_enum nb_transport_fw(HypercubePayload& told, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(HypercubePayload& told, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void tell_connected(HypercubePayload& told, tlm::tlm_phase phase) {
    if (connected()) tell_far(told, phase);
  }

  HypercubeMessageSwitchCore* core_;
  unsigned port_;
  HypercubeLinkReports reports_;
};

}  // namespace weft
