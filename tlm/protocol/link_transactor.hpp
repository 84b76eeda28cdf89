// Where a link has wires at one end and TLM calls at the other.
#pragma once

#include <systemc>

#include "hw/dslink/bit_driver.hpp"
#include "hw/dslink/bit_receiver.hpp"
#include "hw/dslink/ds_link.hpp"
#include "hw/dslink/parameters.hpp"
#include "tlm/protocol/link_protocol.hpp"

namespace weft {

/// Turns the calls of a token-level link end into bits on D and S, NULs included, and the bits of
/// the wires into calls. It adds no time in either direction: a token begins on the wires at the
/// time at which it begins in TLM, and is received when its parity is verified.
class LinkTransactor : public sc_core::sc_module, private LinkForward, private LinkBackward {
 public:
  SC_HAS_PROCESS(LinkTransactor);

  LinkTargetSocket in{"in"};       ///< From the transmitter of the token-level end.
  LinkInitiatorSocket out{"out"};  ///< To its receiver.
  sc_core::sc_in<bool> d_in{"d_in"};
  sc_core::sc_in<bool> s_in{"s_in"};
  sc_core::sc_out<bool> d_out{"d_out"};
  sc_core::sc_out<bool> s_out{"s_out"};
  DsLink::TagIn tag_in{"tag_in"};
  DsLink::TagOut tag_out{"tag_out"};

  /// `parameters` of the token-level end.
  LinkTransactor(sc_core::sc_module_name name, const DsLinkParameters& parameters);

 private:
  tlm::tlm_sync_enum nb_transport_fw(LinkPayload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(LinkPayload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void transmit_bit();
  void receive_bit();
  void check_disconnect();
  void settle();
  void report(const tlm::tlm_phase& phase, const LinkPayload& payload);

  DsLinkParameters parameters_;

  // TLM to wires
  sc_core::sc_event transmit_due_{"transmit_due"};
  BitDriver driver_{d_out, s_out};
  LinkPayload next_;       // begins at the next boundary; NULs follow an idle_begin
  unsigned bit_ = 0;       // of the present token
  int inverted_bit_ = -1;  // of it
  bool driving_ = false;
  Time stopped_at_ = 0;
  bool second_delta_ = false;

  // Wires to TLM
  sc_core::sc_event disconnect_due_{"disconnect_due"};
  BitReceiver receiver_{parameters_.time_codes()};
  bool listening_ = false;
  Time listening_since_ = 0;
  bool disconnect_armed_ = false;
  unsigned disconnect_delta_ = 0;
  sc_core::sc_event settle_due_{"settle_due"};
  unsigned settle_delta_ = 0;
};

}  // namespace weft
