// What a DS-Link end at `token` level does, without SystemC's module around it.
#pragma once

#include <cstdint>
#include <memory>

#include "hw/common/observer_port.hpp"
#include "hw/dslink/bit_errors.hpp"
#include "hw/dslink/link_core.hpp"
#include "hw/dslink/link_events.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/protocol/link_protocol.hpp"

namespace weft::token {

/// Transmitter and receiver of a DsLink, see there. Lines of a platform stand side by side in its
/// Bank, as a token goes from one of them to the next and needs a few lines of the host's cache of
/// each.
class TokenLine final : public LinkLine {
 public:
  /// What leads out of it: TLM calls over the sockets of its module.
  class Surroundings {
   public:
    /// Something leads to the far end.
    virtual bool leads_somewhere() const = 0;
    /// To the far end's receiver.
    virtual void pass_on(const tlm::tlm_phase& phase, LinkPayload& message) = 0;
    /// To what transmits to this end.
    virtual tlm::tlm_sync_enum tell_back(const tlm::tlm_phase& phase, LinkPayload& message) = 0;

   protected:
    ~Surroundings() = default;
  };

  TokenLine(const DsLinkParameters& parameters, unsigned input_buffer, LinkClient& client,
            unsigned port, std::uint64_t seed, Wheel& wheel, Surroundings& surroundings);

  LinkCore& core() { return core_; }
  ObserverPort<TokenEvent>& tokens() { return tokens_; }
  ObserverPort<LinkStateEvent>& states() { return states_; }

  /// It does not start with the run, but by `restart`, and may be halted; before the run.
  void hold() { silent_ = true; }
  /// At the start of the run. `peer` is the far end, where it can be told without the sockets; with
  /// `mutual` that tells this one in the same way.
  void begin_run(TokenLine* peer, bool mutual);
  /// The far end tells something over the socket.
  void told(const tlm::tlm_phase& phase, LinkPayload& payload);

  // LinkLine
  void wake(Time stamp) override;
  void start(Time now) override;
  void listen(Time now) override;
  void stop(Time now) override;
  /// Restart command (IEEE 1355 form); nothing on a link that leads nowhere or was cut at 0.
  void restart() override;
  void needs(const void* place) override;
  void changed(LinkState state, LinkError error, Time now) override;

 private:
  static constexpr unsigned null_bits = bit_count(null_token);

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
    Disturbances(TokenLine& link, const DsLinkParameters& parameters, std::uint64_t seed,
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
  void begin_token(Wheel& wheel);
  void begin(Time now);
  void begin_in_step(Wheel& wheel);
  void begin_idle(Time now);
  void wake_for_offer(Time now);
  void put_on_wire(Token token, Time now);
  /// Both ends are in Run for good: its tokens are taken up as the next one begins.
  bool is_told_ahead() const { return core_.runs_steadily() && peer_->core_.runs_steadily(); }
  template <void (TokenLine::*receive)(const Begin&)>
  void tell(const tlm::tlm_phase& which, const Begin& what);
  void tell_by_socket(const tlm::tlm_phase& which, const Begin& what);
  void call(const tlm::tlm_phase& which, LinkPayload& message);
  void call(const tlm::tlm_phase& which, Time edge, bool on_strobe);
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
  void confirm(Token token, const PacketTag* next_tag, Time flag);
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

  // Members stand in the order in which a token needs them: to transmit it is one line of the
  // host's cache up to the core, of which it is the first line, as to receive it.
  [[no_unique_address]] WheelEntry select_;
  Token token_;                // on the wire, since begin_
  bool in_step_ = false;       // is_told_ahead(), and nobody looks on, since the token before
  TokenLine* peer_ = nullptr;  // the far end, where it can be told without the sockets
  alignas(64) LinkCore core_;

  // A line that idles needs these, on one line of the cache.
  Time begin_ = 0;     // of token_; where the line idles, a boundary between two NULs
  Time bit_time_ = 0;  // of its bits
  Wheel* wheel_;
  std::unique_ptr<Disturbances> disturbances_;
  Token previous_;  // sent before token_
  Token transit_;   // that comes in, where it is not told ahead
  bool transmitting_ = false;
  bool steady_ = false;  // with its peer
  bool told_null_ = false;

  ObserverPort<TokenEvent> tokens_{in_step_};
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
  ObserverPort<LinkStateEvent> states_;
  Surroundings* surroundings_;
};

}  // namespace weft::token
