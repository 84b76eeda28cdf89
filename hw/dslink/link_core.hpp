// One end of a DS-Link without its wires: credit, priority, start-up, errors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "hw/common/counted.hpp"
#include "hw/common/near_ring.hpp"
#include "hw/common/packet_tag.hpp"
#include "hw/common/ring.hpp"
#include "hw/common/time.hpp"
#include "hw/common/token.hpp"
#include "hw/dslink/link_account.hpp"
#include "hw/dslink/link_service.hpp"
#include "hw/dslink/outbox.hpp"
#include "hw/dslink/parameters.hpp"
#include "hw/dslink/passage.hpp"

namespace weft {

/// States of a link end. SpaceWire runs through all but `halted`; IEEE 1355 is silent in
/// `error_reset` only after a restart, starts in `started` and stays in `halted` after an error.
enum class LinkState : std::uint8_t {
  error_reset,
  error_wait,
  ready,
  started,
  connecting,
  run,
  halted,
};

/// What took a link down.
enum class LinkError : std::uint8_t { none, disconnect, parity, escape, credit, protocol };

const char* name_of(LinkState state);
const char* name_of(LinkError error);

/// Tokens that a link end has transmitted, NULs not counted, and time-codes that came in.
struct LinkCounters {
  std::uint64_t data = 0;
  std::uint64_t ends = 0;  ///< EOP and EOM.
  /// At `packet` level, ps: how long packets had the link, and how long those that had their turn
  /// waited for room at the far end, but for one that waits since `blocked_since`.
  Time carried = 0;
  Time blocked = 0;
  Time blocked_since = never;
  std::uint64_t fcts = 0;
  std::uint64_t time_codes = 0;
  std::uint64_t time_codes_in = 0;  ///< That came in, and
  std::uint64_t ticks = 0;          ///< of these, those whose time was the next one.

  std::uint64_t tokens() const { return data + ends + fcts + time_codes; }
  std::uint64_t bits() const { return 10 * data + 4 * (ends + fcts) + 14 * time_codes; }
  Time blocked_up_to(Time now) const {
    return blocked + (now > blocked_since ? now - blocked_since : 0);
  }

  /// What was counted since `before`.
  friend LinkCounters operator-(const LinkCounters& now, const LinkCounters& before) {
    return {now.data - before.data,
            now.ends - before.ends,
            now.carried - before.carried,
            now.blocked - before.blocked,
            now.blocked_since,
            now.fcts - before.fcts,
            now.time_codes - before.time_codes,
            now.time_codes_in - before.time_codes_in,
            now.ticks - before.ticks};
  }
  friend bool operator==(const LinkCounters&, const LinkCounters&) = default;
};

/// What a link end serves: a port of the crossbar, of a virtual channel processor, or a testbench.
/// All times are the times of the call, but where `receives_ahead`.
class LinkClient {
 public:
  /// A data token, EOP or EOM came out of the receiver, verified. The client has room for it (it
  /// was covered by credit) and tells LinkCore::consumed once it left the input buffer. `tag`
  /// counts for the first token of a packet only.
  virtual void receive(unsigned port, Token token, const PacketTag& tag, Time now) = 0;
  /// `receive` may be called up to a bit time before its `now`: nothing that is decided or seen
  /// before that time hangs on the token. Asked once, when the run starts.
  virtual bool receives_ahead() const { return false; }

  /// Takes the next token to be transmitted, if there has been one since before `now`. Sets `tag`
  /// with the first token of a packet. False when there is none.
  virtual bool transmit(unsigned port, Token& token, PacketTag& tag, Time now) = 0;

  /// The time that the token which `transmit` gives next has been there since; `never` without one.
  virtual Time next_token(unsigned port) const = 0;

  /// Where in memory begins what a function touches first; null where nothing is told.
  struct Places {
    const void* transmit = nullptr;
    const void* receive = nullptr;
  };
  /// Of a port, to be fetched into the host's caches in time. Asked once, when the run starts.
  virtual Places places(unsigned /*port*/) const { return {}; }
  /// Where the tokens of a port are that `transmit` gives; the link end may take those that are
  /// plain by itself. Null for a client that wants to be asked. Asked once, when the run starts.
  virtual Outbox* outbox(unsigned /*port*/) { return nullptr; }
  /// Where what comes in at a port goes on to; the link end may pass on what that takes by itself.
  /// Null for a client that wants to be told. Asked once, when the run starts.
  virtual Passage* passage(unsigned /*port*/) { return nullptr; }

  /// LinkCore::down has changed. An EOM that comes in while the link is down is none that was sent:
  /// it closes a packet that the error has cut.
  virtual void link_changed(unsigned /*port*/, Time /*now*/) {}

 protected:
  ~LinkClient() = default;
};

/// What carries the tokens of a link end: wires at `signal`, TLM calls at `token`.
class LinkLine {
 public:
  /// Something may be sent at the first token boundary after `stamp`.
  virtual void wake(Time stamp) = 0;
  /// Begins a stream of tokens with its first token boundary now.
  virtual void start(Time now) = 0;
  /// The receiver is switched on: it sees edges later than now and hunts for a NUL.
  virtual void listen(Time now) = 0;
  /// No bit begins after now, and what was coming in is dropped.
  virtual void stop(Time now) = 0;
  /// Calls LinkCore::start at the present time and keeps its deadline.
  virtual void restart() = 0;
  /// What comes in next touches `place` at the client, a line of the host's cache: to be fetched in
  /// time. Decides nothing.
  virtual void needs(const void* /*place*/) {}
  /// News for observers; `error` is the last error since the start.
  virtual void changed(LinkState state, LinkError error, Time now) = 0;

 protected:
  ~LinkLine() = default;
};

/// The logic of a link end. A decision at a time uses only what was known before that time, as
/// registers do: what is received at t counts for a token that begins after t. So it makes no
/// difference in which order the ends of a network are served within one time.
class LinkCore final : public LinkService {
 public:
  /// Throws ParameterError, see check_parameters.
  LinkCore(const DsLinkParameters& parameters, unsigned input_buffer, LinkClient& client,
           unsigned port, LinkLine& line);

  /// Power-on (time of the first call) or, on a halted link, the restart command. A restarted
  /// IEEE 1355 link sends FCTs only once it received a NUL: before, the far end may be deaf.
  void start(Time now);
  /// The restart command, for a client: takes the present time from the line.
  void restart() { line_->restart(); }

  // --- transmitter
  /// The token that begins now, at a token boundary: time-code before FCT before data before NUL.
  /// Sets `tag` with the first token of a packet.
  Token select(Time now, PacketTag& tag);
  /// The same for an end that runs steadily and whose first NUL has begun.
  Token select_steadily(Time now, PacketTag& tag);
  /// The last token that was sent and needed credit was data.
  bool transmits_packet() const { return transmitting_packet_; }
  Time bit_time_in_run() const { return run_bit_time_; }
  /// Bit time of the token that begins now.
  Time bit_time() const override {
    return state_ == LinkState::run ? bit_time_in_run() : parameters_->startup_bit_time;
  }
  /// In Run an idle link need not be simulated: `wake` tells when to ask again.
  bool may_idle() const { return state_ == LinkState::run; }
  /// Whether the line has use for `wake`: one that asks again by itself is left in peace.
  void let_idle(bool idle) {
    if (idle == line_idles_) return;
    line_idles_ = idle;
    if (outbox_ != nullptr) outbox_->link_waits = idle;
  }
  bool line_idles() const { return line_idles_; }

  // --- receiver
  bool receiving(Time now) const { return receiving_ && now > receiving_since_; }
  /// A verified token.
  void received(Token token, const PacketTag& tag, Time now);
  void failed(LinkError error, Time now);
  /// Stops as by an error, but without one, and stays silent until it is started: of the form
  /// IEEE 1355, by command.
  void halt(Time now);

  // --- a link that stays in Run
  /// Once this end and the one that it is joined to are in Run, no parameter of this one takes
  /// either of them out: no error, cut or disabled end, no time-code, and neither end can be sent
  /// more than it has room for.
  bool is_steady_with(const LinkCore& far) const;
  /// Both ends are steady with each other, nothing else stops them, and both clients know of tokens
  /// ahead; before the start.
  void keep_steady() {
    steady_ = true;
    outbox_ = client_->outbox(port_);
    passage_ = client_->passage(port_);
    if (outbox_ != nullptr) outbox_->link_waits = line_idles_;
  }
  /// In Run for good, if the far end is as well.
  bool runs_steadily() const { return steady_ && state_ == LinkState::run; }
  /// Data, EOP or EOM that will be verified at `at`, later than now; of a link in Run for good.
  void receive_ahead(Token token, const PacketTag& tag, Time at) {
    if (passage_ == nullptr || !passage_->takes(token)) {
      return client_->receive(port_, token, tag, at);
    }
    const Time edge = passage_->edge_for(at);
    consumed(edge);
    passage_->pass(token, edge);
  }
  /// The same for an FCT. The one before it is in by now: a token is longer than a bit.
  void grant_ahead(Time at) {
    take_grant_of_before(never);
    granted_at_ = at;
  }

  // --- client
  void consumed(Time stamp) override {
    const bool is_steady_and_owes_no_fct = steady_ && unoffered_ + 1 < std::int32_t{tokens_per_fct};
    if (!is_steady_and_owes_no_fct) return account_for_room(stamp);
    ++unoffered_;
    // what the FCT needs after the next token, but for that nothing
    const bool is_last_but_one = unoffered_ == std::int32_t{tokens_per_fct} - 1;
    __builtin_prefetch(is_last_but_one ? static_cast<const void*>(&line_) : this);
  }
  void offer(Time stamp) override {
    if (!line_idles_ || state_ != LinkState::run) return;
    if (credit_ == 0 && !spilling_) {
      if (granted_at_ == never) return;
      stamp = std::max(stamp, granted_at_);
    }
    line_->wake(stamp);
  }

  /// For a client, see LinkLine.
  void needs(const void* place) { line_->needs(place); }

  LinkClient::Places client_places() const { return client_->places(port_); }

  /// The time after which there is something to send; `never` when nothing is in sight.
  Time next_offer() const;

  // --- timers of the start-up
  Time deadline() const { return deadline_; }
  /// What ends at the deadline is silence. Like the choice of a token it uses only what was known
  /// before: it is to be served before anything that is received at the same time, the other
  /// time-outs after it.
  bool deadline_ends_silence() const {
    return state_ == LinkState::error_reset || state_ == LinkState::error_wait ||
           state_ == LinkState::ready;
  }
  /// To be called at `deadline()`.
  void timeout(Time now);

  // --- status
  LinkState state() const { return state_; }
  /// It has been in Run since the start of the run.
  bool has_run() const { return has_run_; }
  bool started() const override { return powered_; }
  /// Last error; cleared by the restart of a halted link.
  LinkError error_flag() const { return error_flag_; }
  bool down(Time now) const override { return now > down_changed_ ? down_ : was_down_; }
  /// Tokens that may be sent, by what came in before `time`.
  unsigned credit(Time time = never) const {
    return credit_ + (granted_at_ < time ? tokens_per_fct : 0);
  }
  const LinkCounters& counters() const { return counters_; }
  /// For lost_between, up to `now`; all zero on a link that stays in Run, where nothing is lost.
  LinkAccount account(Time now) const;
  const DsLinkParameters& parameters() const { return *parameters_; }

 private:
  static constexpr unsigned tokens_per_fct = 8;

  struct SharedParameters final : DsLinkParameters, Counted {
    explicit SharedParameters(const DsLinkParameters& own) : DsLinkParameters(own) {}
  };
  static CountedPtr<SharedParameters> shared(const DsLinkParameters& parameters);

  void wake(Time stamp) {
    if (line_idles_) line_->wake(stamp);
  }
  Token next_time_code(Time now);
  void time_code_in(std::uint8_t value);
  void leave_ready(Time now);
  bool may_send_fct() const;
  bool fct_due(Time now) const;
  bool fct_waits_since_before(Time now) const { return fcts_wait_ && fct_stamps_.front() < now; }
  Token send_fct();
  Token send_from_client(Time now, PacketTag& tag);
  void account_for_room(Time stamp);
  bool make_room(Time stamp);
  bool offer_fct(Time stamp);
  // Without a branch, as a processor could not guess it.
  void take_grant_of_before(Time now) {
    const bool granted = granted_at_ < now;
    credit_ += tokens_per_fct * unsigned{granted};
    granted_at_ |= never * Time{granted};
  }
  void listen(Time now);
  void enter_run(Time now);
  void enter_error_reset(Time now);
  void reset_flow_control(Time now);
  LinkTraffic sent() const;
  LinkTraffic taken_in() const;
  void set_down(bool down, Time now);
  void change(LinkState state, Time now);

  // What each token needs comes first: with LinkService's it is a line of the host's cache up to
  // the count of data. What FCTs need, and start-up, is the line after the counters.
  LinkClient* client_;
  Passage* passage_ = nullptr;       // of a steady end, if its client has one
  Outbox* outbox_ = nullptr;         // the same
  Time granted_at_ = never;          // an FCT that was told ahead and is not in credit_
  unsigned credit_ = 0;              // tokens that may be sent
  std::int32_t unoffered_ = 0;       // room that no FCT covers, sent or in fct_stamps_
  std::uint32_t run_bit_time_ : 20;  // that of the parameters, which is a microsecond at most
  std::uint32_t port_ : 12;
  bool steady_ = false;
  bool line_idles_ = true;
  bool fcts_wait_ = false;  // in fct_stamps_
  bool transmitting_packet_ = false;
  LinkCounters counters_;
  NearRing<Time, 4> fct_stamps_;  // of FCTs to be sent: since when
  unsigned outstanding_ = 0;      // tokens that may come in by the FCTs sent; unless steady
  LinkState state_ = LinkState::error_reset;
  LinkLine* line_;
  CountedPtr<SharedParameters> parameters_;  // one for all ends that have the same
  Time next_time_code_ = never;              // when there is one to send

  bool sent_null_ = false;  // the first token after a start is a NUL
  bool spilling_ = false;   // after an error: drop the rest of the packet that was cut
  bool got_null_ = false;
  bool receiving_packet_ = false;
  bool receiving_ = false;
  bool powered_ = false;
  bool has_run_ = false;
  bool await_null_;  // ieee1355: no FCT before a NUL was received
  LinkError error_flag_ = LinkError::none;
  bool down_ = false;
  bool was_down_ = false;  // until `down_changed_`
  std::uint8_t time_ = 0;  // of the last time-code that came in
  unsigned buffer_;        // tokens

  // For `account`.
  struct Stops {
    LinkTraffic sent_before;  // the last reset
    LinkTraffic received_before;
    std::uint64_t cut_out = 0;        // packets
    std::uint64_t dropped_bytes = 0;  // behind what was cut
    std::uint64_t cut_in = 0;         // packets since the last reset
  };
  std::uint64_t empty_out_ = 0;   // of the ends that were sent, those that no data was before
  LinkTraffic came_in_;           // bytes and whole packets since the last reset, unless steady
  std::unique_ptr<Stops> stops_;  // once an error or a command has stopped it

  // For a reset.
  std::int64_t occupied_ = 0;  // tokens in the input buffer, without those that `consumed` told of
  Ring<Time> leaving_;         // when those leave it; some that have left may still be there
  Time received_at_ = 0;       // when the last token came in
  Time down_changed_ = 0;
  Time receiving_since_ = 0;
  Time deadline_ = never;
};

// It has come this way in Run only: no NUL is owed, no time-code, and nothing is spilled. Of an FCT
// that waits there is room within the input buffer, and by that within max_credit.
[[gnu::always_inline]] inline Token LinkCore::select_steadily(Time now, PacketTag& tag) {
  take_grant_of_before(now);
  if (fct_waits_since_before(now)) return send_fct();
  return send_from_client(now, tag);
}

// NUL if there is no credit, or nothing to send.
[[gnu::always_inline]] inline Token LinkCore::send_from_client(Time now, PacketTag& tag) {
  if (credit_ == 0) return null_token;
  Token token;
  if (outbox_ != nullptr && !outbox_->has_token(now)) return null_token;
  if (outbox_ != nullptr && outbox_->is_plain()) {
    token = outbox_->take(now);
  } else {
    Token given;
    if (!client_->transmit(port_, given, tag, now)) return null_token;
    token = given;
  }
  --credit_;
  if (ends_packet(token)) {
    if (!transmitting_packet_) ++empty_out_;
    ++counters_.ends;
    transmitting_packet_ = false;
  } else {
    ++counters_.data;
    transmitting_packet_ = true;
  }
  return token;
}

}  // namespace weft
