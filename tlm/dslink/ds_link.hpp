// A DS-Link end at `token` level.
#pragma once

#include <cstdint>
#include <memory>

#include <systemc>

#include "hw/common/observer_port.hpp"
#include "hw/dslink/bit_errors.hpp"
#include "hw/dslink/link_core.hpp"
#include "hw/dslink/link_events.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/protocol/link_protocol.hpp"

namespace weft::token {

/// One end of a DS-Link in TLM-2.0: one call a token, one wheel entry a token at each end. Tokens
/// begin, end and are received at the picosecond at which weft::DsLink has them. NULs of an idle
/// link are not simulated: the token after them begins at the first multiple of 8 bit times after
/// the link went idle that is later than what it waited for.
///
/// Two ends whose sockets are bound to each other tell each other of tokens without the sockets;
/// anything else that stands at the far end is called as TLM-2.0 has it. Where nothing can take two
/// such ends out of Run (LinkCore::is_steady_with), a token takes no wheel entry at its receiver:
/// it is taken up when the next one begins, with the time of the flag that will verify it.
class DsLink final : public sc_core::sc_module,
                     public LinkForward,
                     private LinkLine,
                     private LinkBackward {
 public:
  LinkInitiatorSocket out{"out"};
  LinkTargetSocket in{"in"};

  ObserverPort<TokenEvent> tokens;
  ObserverPort<LinkStateEvent> states;

  DsLink(sc_core::sc_module_name name, const DsLinkParameters& parameters, unsigned input_buffer,
         LinkClient& client, unsigned port, std::uint64_t seed, Wheel& wheel);

  LinkCore& core() { return core_; }
  const LinkCore& core() const { return core_; }
  /// Restart command (IEEE 1355 form); nothing on a link that leads nowhere or was cut at 0.
  void restart() override;
  /// It does not start with the run, but by `restart`, and may be halted; before the run.
  void hold() { silent_ = true; }

 private:
  static constexpr unsigned null_bits = bit_count(null_token);

  void start_of_simulation() override;

  // LinkLine
  void wake(Time stamp) override;
  void start(Time now) override;
  void listen(Time now) override;
  void stop(Time now) override;
  void changed(LinkState state, LinkError error, Time now) override;

  // Sockets
  tlm::tlm_sync_enum nb_transport_fw(LinkPayload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(LinkPayload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;

  /// A token as its transmitter tells of it; `tag` with the first token of a packet, else null.
  struct Begin {
    Token token;
    Time begin = 0;
    Time bit_time = 0;
    int inverted_bit = -1;  // as in LinkPayload
    const PacketTag* tag = nullptr;
  };

  /// What a link that runs undisturbed has no use for: injected errors, stops and what they leave
  /// on the wires, time-outs.
  struct Disturbances {
    Disturbances(DsLink& link, const DsLinkParameters& parameters, std::uint64_t seed,
                 unsigned port);

    // Transmitter
    BitErrors errors;
    Time struck = never;  // bit that was inverted last
    WheelEntry strike;
    WheelEntry rest;
    WheelEntry cut;
    bool strobe_high = false;  // after a stop
    bool data_high = false;
    // Receiver
    LinkError found = LinkError::none;  // what `error` is
    WheelEntry error;
    WheelEntry disconnect;
    Time last_edge = 0;
    // Start-up
    WheelEntry silence;  // its end
    WheelEntry timer;
  };
  /// Makes them where there are none.
  Disturbances& disturbances();

  // Transmitter
  void find_peer();
  void begin_token();
  void begin(Time now);
  void begin_idle(Time now);
  void wake_for_offer(Time now);
  void put_on_wire(Token token, Time now);
  template <void (DsLink::*receive)(const Begin&)>
  void tell(const tlm::tlm_phase& which, const Begin& what);
  void tell_by_socket(const tlm::tlm_phase& which, const Begin& what);
  void call(const tlm::tlm_phase& which, LinkPayload& message);
  void call(const tlm::tlm_phase& which, Time edge, bool on_strobe);
  void pass_on(const tlm::tlm_phase& which, LinkPayload& message);
  void report(Time end);
  Time last_bit_until(Time time) const;
  int inverted_bit(unsigned bits);
  void schedule_strike();
  void strike_idle();
  bool rest_lines(Time stopped);
  bool last_on_strobe(Time bit) const;
  void lower_line();
  void cut_cable();

  // Receiver
  void follow(Token next, const PacketTag* tag, Time flag);
  void token_begins(const Begin& next);
  void idle_begins(const Begin& next);
  void idle_broken(const LinkPayload& payload);
  Time flag_of(const Begin& next) const;
  void transit_ends(Time flag);
  void break_transit(const Begin& next);
  void schedule_error(Time at, LinkError error = LinkError::parity);
  void verified();
  void found_error();
  void far_end_stopped(Time last_edge);
  void edge_seen(Time edge);
  Time skew_of(bool on_strobe) const { return on_strobe ? core_.parameters().skew : 0; }
  void lost_connection();
  void timeout();
  void silence_ends();
  void serve_timer(Time time);
  void arm_timer();
  void move_timer();
  Time now() const { return wheel_->now(); }

  // Members stand in the order in which a token needs them.
  WheelEntry select_;
  Wheel* wheel_;
  DsLink* peer_ = nullptr;  // the far end, where it can be told without the sockets
  Time begin_ = 0;
  Time bit_time_ = 0;  // of the bits of token_
  bool transmitting_ = false;
  bool steady_ = false;  // with its peer
  bool idle_ = false;    // begin_ is then a boundary between two NULs
  bool packet_begins_ = true;
  bool told_null_ = false;
  Token token_;     // on the wire, since begin_
  Token previous_;  // sent before it
  Token transit_;   // that comes in
  std::unique_ptr<Disturbances> disturbances_;

  LinkCore core_;

  PacketTag tag_;     // of the packet that is sent
  PacketTag tag_in_;  // of the packet that comes in

  // Receiver that may lose a token: the one before that in transit waits for its flag.
  WheelEntry verify_;
  Token held_;
  bool in_transit_ = false;
  bool transit_broken_ = false;  // parity of its payload will be wrong
  bool hunting_ = true;
  bool silent_ = false;    // until it is started by command
  Time transit_flag_ = 0;  // edge of its control flag
};

}  // namespace weft::token
