// A DS-Link end at `signal` level: the D and S wires.
#pragma once

#include <cstdint>
#include <memory>

#include <systemc>

#include "hw/common/observer_port.hpp"
#include "hw/common/packet_tag.hpp"
#include "hw/common/token.hpp"
#include "hw/dslink/bit_codec.hpp"
#include "hw/dslink/bit_driver.hpp"
#include "hw/dslink/bit_errors.hpp"
#include "hw/dslink/bit_receiver.hpp"
#include "hw/dslink/link_core.hpp"
#include "hw/dslink/link_events.hpp"
#include "hw/dslink/tag_signal.hpp"

namespace weft {

/// One end of a DS-Link on wires. It serves a LinkClient (a crossbar port, a virtual channel
/// processor, a LinkEndpoint). S toggles exactly when D does not; a bit is seen at its edge.
/// The tag ports carry PacketTag beside the wires and may stay open. A link whose `d_in` is not
/// bound leads nowhere: its ports are tied off and it stays silent.
class DsLink : public sc_core::sc_module, private LinkLine {
 public:
  SC_HAS_PROCESS(DsLink);

  using TagIn =
      sc_core::sc_port<sc_core::sc_signal_in_if<PacketTag>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
  using TagOut =
      sc_core::sc_port<sc_core::sc_signal_inout_if<PacketTag>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

  sc_core::sc_in<bool> d_in{"d_in"};
  sc_core::sc_in<bool> s_in{"s_in"};
  sc_core::sc_out<bool> d_out{"d_out"};
  sc_core::sc_out<bool> s_out{"s_out"};
  TagIn tag_in{"tag_in"};
  TagOut tag_out{"tag_out"};

  ObserverPort<TokenEvent> tokens;      ///< What this end transmits.
  ObserverPort<LinkStateEvent> states;  ///< State and errors of this end.

  /// `input_buffer` in tokens; `seed` is the component's, for injected errors.
  DsLink(sc_core::sc_module_name name, const DsLinkParameters& parameters, unsigned input_buffer,
         LinkClient& client, unsigned port, std::uint64_t seed);

  LinkCore& core() { return core_; }
  const LinkCore& core() const { return core_; }
  /// Restart command (IEEE 1355 form); nothing on a link that leads nowhere or was cut at 0.
  void restart() override;
  /// It does not start with the run, but by `restart`; before the run.
  void hold() { silent_ = true; }

 private:
  void before_end_of_elaboration() override;
  void start_of_simulation() override;
  void transmit_bit();
  void receive_bit();
  void run_timers();
  void check_disconnect();
  void serve_timers();
  void begin_token(Time now);
  void arm_timer();

  void wake(Time) override {}  // on wires an idle link asks at every NUL
  void start(Time now) override;
  void listen(Time now) override;
  void stop(Time now) override;
  void changed(LinkState state, LinkError error, Time now) override;

  /// Wires of a link that leads nowhere.
  struct TieOff {
    sc_core::sc_signal<bool> d_in, s_in, d_out, s_out;
  };

  std::unique_ptr<TieOff> tie_off_;
  LinkCore core_;
  BitDriver driver_{d_out, s_out};
  BitReceiver receiver_{core_.parameters().time_codes()};
  BitErrors errors_;

  sc_core::sc_event transmit_due_{"transmit_due"};
  sc_core::sc_event timer_due_{"timer_due"};
  sc_core::sc_event disconnect_due_{"disconnect_due"};

  Time bit_time_ = 0;
  PacketTag tag_;
  bool idle_ = false;
  bool transmitting_ = false;
  bool silent_ = false;  // until it is started by command
  Time stopped_at_ = 0;

  bool disconnect_armed_ = false;
  unsigned timer_delta_ = 0;
  unsigned disconnect_delta_ = 0;
};

}  // namespace weft
