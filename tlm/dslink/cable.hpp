// A cable that takes time, at `token` level: one direction of a link.
#pragma once

#include <systemc>

#include "hw/common/ring.hpp"
#include "hw/dslink/parameters.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/protocol/link_protocol.hpp"

namespace weft::token {

/// Passes on the calls of a transmitter `delay` later, with times that are as much later. That S
/// comes later than D, by `skew`, its receiver reckons with. Between two ends at `token` only:
/// calls back, which tell a transactor of its receiver, end here.
class Cable : public sc_core::sc_module, private LinkForward, private LinkBackward {
 public:
  LinkTargetSocket in{"in"};
  LinkInitiatorSocket out{"out"};

  /// `delay` in ps, not 0.
  Cable(sc_core::sc_module_name name, Time delay, Wheel& wheel);

 private:
  struct Call {
    Time due = 0;
    tlm::tlm_phase phase;
    LinkPayload payload;
  };

  tlm::tlm_sync_enum nb_transport_fw(LinkPayload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(LinkPayload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void arrive();

  Time delay_;
  Wheel* wheel_;
  WheelEntry arrival_;
  Ring<Call> on_the_way_;
};

}  // namespace weft::token
