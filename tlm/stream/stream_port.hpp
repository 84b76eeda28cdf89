// A link end at `stream` level.
#pragma once

#include <cstdint>
#include <memory>

#include <systemc>

#include "hw/common/later_events.hpp"
#include "hw/common/packet_events.hpp"
#include "hw/dslink/link_core.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/protocol/stream_protocol.hpp"
#include "tlm/stream/tokens_in.hpp"
#include "tlm/time_codes/link_surroundings.hpp"
#include "tlm/time_codes/time_code_source.hpp"

namespace weft {

/// What a link end at `stream` level serves: a port of a router or a processor. Times are those of
/// the call.
class StreamClient {
 public:
  /// A packet comes in, its first bit now, and flows.
  virtual void packet_begins(PacketTransfer&& packet, Time now) = 0;
  /// The packet that comes in pauses, or flows again.
  virtual void flow_changes(bool flows, Time now) = 0;
  /// Its last bit is in.
  virtual void packet_ends(Time now) = 0;
  /// The far end wants a pause, or is ready again.
  virtual void block_changes(bool blocked, Time now) = 0;

 protected:
  ~StreamClient() = default;
};

/// One end of a link in the stream protocol. Two of them that are bound to each other call each
/// other; anything else that stands at the far end is called as TLM-2.0 has it. It sends what a
/// DS-Link sends besides packets: a flow control token for each eight tokens that have come in and
/// are verified. While nothing flows it goes at the next boundary between two NULs, as all that
/// begins after an idle stretch; while a packet flows it is owed, and what comes behind that packet
/// waits for it. A time-code goes at the next boundary between two tokens; in a packet that flows
/// its 14 bits are owed too.
///
/// Of what happens at one time, ends and pauses are told first, in any order (Phase::select), then
/// what begins or goes on (Phase::act). A packet that may begin at the time at which one ends the
/// other way goes before the flow control token that answers that end, which is not verified yet.
/// Simplified: a packet is not longer by the flow control tokens that go within it, as they go
/// behind it, where they may take the place of a NUL; and they answer what is verified, wherever it
/// has gone since.
class alignas(64) StreamPort final : public LaterEvents {
 public:
  /// Throws ParameterError, see check_bit_time.
  StreamPort(const char* name, Time bit_time, StreamClient& client);
  StreamPort(const StreamPort&) = delete;
  StreamPort& operator=(const StreamPort&) = delete;
  /// At the start of the simulation, by a module that StartsItsLinks.
  void start();

  // --- transmitter
  /// When what has been there since `stamp` may flow, by what is known now and while nothing else
  /// flows; to be asked again then.
  Time earliest(Time stamp, Time now);
  /// The same of what has waited for the packet that has just ended.
  Time free_from() const { return since_; }
  /// When the end of the last pause is known: the flow control token that grants room has waited
  /// for the token that the far end transmitted, and is verified by the bit behind it.
  Time granted() const { return granted_; }
  /// A packet of which all is known; its body may go along.
  void begin(PacketTransfer&& packet, Time now);
  /// Pauses the packet, or goes on with it.
  void flow(bool flows, Time now);
  void end(Time now);

  // --- receiver
  /// Asks for a pause.
  void block(Time now);
  /// Asks for its end, as there has been room since a time before now.
  void unblock(Time since, Time now);

  /// It is master of time: it has a time-code to send at each multiple of `interval`, ps; before
  /// the run.
  void send_time_codes(Time interval, Wheel& wheel);

  Time bit_time() const { return tokens_in_.bit_time(); }
  /// A packet flows, or may begin only behind the flow control tokens that are owed.
  bool expects_event(Time now) const override { return flows_ || since_ > now; }
  /// What its packets are told to at the far end, for who fetches it from memory in time: the link
  /// end and its client. Null where that is not another of these.
  const void* far_end() const { return receiver_; }
  const void* far_client() const { return receiver_ != nullptr ? receiver_->client_ : nullptr; }

  /// What this end has transmitted, counted at the end of each packet, flow control tokens as it is
  /// known when they go, and the time-codes that came in.
  const LinkCounters& counters() const { return counters_; }

 private:
  using Surroundings = LinkSurroundings<StreamPort>;
  friend Surroundings;

  // Over sockets, from its far end and to it.
  void take_forward(const PacketTransfer& packet, const tlm::tlm_phase& phase);
  void take_back(const PacketTransfer& told, const tlm::tlm_phase& phase, Time delay);
  void tell_receiver(const tlm::tlm_phase& which) { call_forward(*out.far(), sending_, which); }
  void keep(const PacketTransfer& packet);
  void report_end(Time now);
  Time next_boundary(Time stamp) const;
  void take_begin(PacketTransfer&& packet, Time now);
  void take_flow(bool flows, Time now);
  void take_end(Time now);
  void take_block(bool blocked, Time boundary, Time now);
  void flow_from(Time now) {
    flows_ = true;
    since_ = now;
  }
  void stop_at(Time now);
  void answer(Time now) {
    if (tokens_in_.has_answers(now)) send_answers(now);
  }
  void send_answers(Time now);
  Time take_time_code(Time now);

  // Members stand in the order in which packets need them.
  StreamClient* client_;
  StreamPort* receiver_ = nullptr;  // what its packets go to, where that is one of these
  Time since_ = 0;                  // it flows, or is idle, from then on
  TokensIn tokens_in_;
  Time owed_ = 0;  // what flow control tokens and time-codes take that go within what flows
  std::uint32_t sending_bytes_ = 0;
  bool flows_ = false;
  bool unobserved_ = true;

  LinkCounters counters_;
  StreamPort* transmitter_ = nullptr;  // what its packets come from, where that is one of these
  Time granted_ = 0;
  PacketTransfer sending_;  // where more than its length may be asked for; else without a body
  std::unique_ptr<TimeCodeSource> time_codes_;
  std::uint8_t time_ = 0;  // of the last time-code that came in
  Surroundings surroundings_;

 public:
  PacketOutput out{surroundings_.place, surroundings_, "out"};
  PacketInput in{surroundings_.place, surroundings_, "in"};
  PacketReports packets{unobserved_};  ///< What this end transmits.
};

}  // namespace weft
