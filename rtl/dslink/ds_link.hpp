// A DS-Link end at `rtl` level.
#pragma once

#include <cstdint>
#include <memory>

#include <systemc>

#include "hw/common/ring.hpp"
#include "hw/dslink/link_core.hpp"
#include "rtl/common/rtl_block.hpp"
#include "rtl/dslink/dslink_model.hpp"
#include "rtl/dslink/link_pins.hpp"

namespace weft::rtl {

/// A Verilated DS-Link with the ports of weft::DsLink. Like that it serves a LinkClient, which is
/// told of what came in one clock after it came, with the time at which it came: a client that
/// answers at an edge of a clock, of whose period this one's is a part, sees no difference.
///
/// What the client takes out of the input buffer counts at the next edge; of more than two tokens
/// the rest at later ones.
///
/// RTL that breaks a rule of its pins (rtl/dslink/dslink.v) ends the run, as RtlStopped: it takes a
/// token where there is none, or hands over more than its input buffer holds.
class DsLink : public LinkPins, public LinkService, public RtlBlock {
 public:
  SC_HAS_PROCESS(DsLink);

  /// `clock` is its period, ps: see find_rtl_fault. `seed` is the component's, for injected errors.
  /// Throws std::invalid_argument if there is no `model`.
  DsLink(sc_core::sc_module_name name, std::unique_ptr<DsLinkModel> model,
         const DsLinkParameters& parameters, Time clock, LinkClient& client, unsigned port,
         std::uint64_t seed, BesideWires beside = BesideWires::out_of_band);

  void consumed(Time stamp) override { leaving_.push(stamp); }
  void offer(Time) override {}  // the RTL asks at each token boundary
  bool started() const override { return starts(); }
  bool down(Time) const override { return down_; }
  Time bit_time() const override { return parameters().bit_time; }

  InnerWaves* waves() override { return model_->waves(); }
  Time clock() const override { return clock_; }

 private:
  void start_of_simulation() override;
  void edge();
  void gather_inputs(Time now);
  void tell_client(bool received, Time now);
  void hand_over(Token token, Time now);
  void give_token(Time now);
  void tell_observers(Time now);

  std::unique_ptr<DsLinkModel> model_;
  Time clock_;
  LinkClient* client_;
  unsigned port_;
  DsLinkModel::Inputs inputs_;
  DsLinkModel::Outputs outputs_;
  Ring<Time> leaving_;     // when tokens leave the input buffer of which the RTL does not know yet
  unsigned occupied_ = 0;  // tokens in the input buffer, of which the RTL knows
  PacketTag arriving_;     // of the packet that is handed over
  bool first_in_ = true;   // the next token that is handed over is the first of a packet
  bool first_out_ = true;  // the next one that is taken
  bool down_ = false;
};

}  // namespace weft::rtl
