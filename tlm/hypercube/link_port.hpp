// A packet chip's end of a link of a hypercube.
#pragma once

#include <systemc>

#include "hw/hypercube/packet_chip_core.hpp"
#include "tlm/hypercube/link_end.hpp"
#include "tlm/hypercube/link_reports.hpp"

namespace weft {

/// Says to the far end what the core says, and to the core what the far end does. Without a far
/// end, in a cube of which a part is there only, what is asked for is never granted.
class HypercubeLinkPort final : public HypercubeLinkEnd, public HypercubeLine {
 public:
  /// `core` must be there by the start of the simulation.
  HypercubeLinkPort(HypercubeChipCore& core, unsigned port);

  /// At the start of the simulation, when links are bound. Cores of which each is the other's far
  /// end are joined, and call each other.
  void find_far_end();

  void request(HypercubeRequest request, Time now) override;
  void grant(unsigned next, Time now) override;
  void send(const HypercubePacket& packet, Time begin) override;

  HypercubeLinkReports& reports() { return reports_; }

 private:
  tlm::tlm_sync_enum nb_transport_fw(HypercubePayload& told, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(HypercubePayload& told, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;

  HypercubeChipCore* core_;
  unsigned port_;
  bool joined_ = false;
  HypercubeLinkReports reports_;  // not before the sockets, by what each packet uses
};

}  // namespace weft
