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
/// other; anything else that stands at the far end is called as TLM-2.0 has it. It keeps what a
/// DS-Link sends besides packets as a debt of time: a flow control token for each eight tokens that
/// have come in, which goes out when no packet flows; and it begins after an idle stretch at a
/// boundary between two NULs. A time-code goes at the next boundary between two tokens; in a packet
/// that flows its 14 bits are owed too.
///
/// Of what happens at one time, ends and pauses are told first, in any order (Phase::select), then
/// what begins or goes on (Phase::act). A packet that may begin at the time at which one ends the
/// other way goes before the flow control tokens that are owed for that: the end is not verified
/// yet. If none begins then a NUL does, and they go behind it. Simplified: where a packet of its
/// own ends at that time too, and it is told of the other end first, they go at once.
class alignas(64) StreamPort final : public LaterEvents {
 public:
  /// Throws ParameterError, see check_bit_time.
  StreamPort(const char* name, Time bit_time, StreamClient& client);
  StreamPort(const StreamPort&) = delete;
  StreamPort& operator=(const StreamPort&) = delete;
  /// At the start of the simulation, by a module that StartsItsLinks.
  void start();

  // --- transmitter
  /// When what has been there since `stamp` may flow, while nothing else does.
  Time earliest(Time stamp) const;
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

  Time bit_time() const { return bit_time_; }
  /// A packet flows, or may begin only behind the flow control tokens that are owed.
  bool expects_event(Time now) const override { return flows_ || free_from_ > now; }
  /// What its packets are told to at the far end, for who fetches it from memory in time: the link
  /// end and its client. Null where that is not another of these.
  const void* far_end() const { return receiver_; }
  const void* far_client() const { return receiver_ != nullptr ? receiver_->client_ : nullptr; }

  /// What this end has transmitted, counted at the end of each packet, flow control tokens as they
  /// are owed, and the time-codes that came in.
  const LinkCounters& counters() const { return counters_; }

 private:
  static constexpr unsigned tokens_of_fct = 8;

  /// What stands around it: its name, its sockets' calls, its time-codes.
  class Surroundings final : public PacketForward, public PacketBackward, public TimeCodeLine {
   public:
    Surroundings(StreamPort& port, const char* name)
        : place(name, [&port] { port.start(); }), port_(&port) {}

    StreamPort& port() const { return *port_; }
    Time take_time_code(Time now) override { return port_->take_time_code(now); }
    void time_code_arrives(std::uint8_t value) override { port_->time_code_arrives(value); }

    LinkPlace place;

   private:
    tlm::tlm_sync_enum nb_transport_fw(PacketTransfer& packet, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    tlm::tlm_sync_enum nb_transport_bw(PacketTransfer& packet, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;

    StreamPort* port_;
  };

  void call(const tlm::tlm_phase& which);
  void keep(const PacketTransfer& packet);
  void report_end(Time now);
  Time next_boundary(Time since) const;
  void take_end(std::uint32_t tokens, Time now);
  void take_block(bool blocked, Time boundary, Time now);
  void has_come_in(std::uint32_t tokens, Time now);
  void stop_at(Time now);
  Time next_boundary_of_nuls(Time since, Time stamp) const;
  Time time_owed() const { return owed_ * bit_count(fct_token) * bit_time_; }
  void settle(Time now);
  Time take_time_code(Time now);
  void time_code_arrives(std::uint8_t value);

  // Members stand in the order in which packets need them.
  StreamClient* client_;
  StreamPort* receiver_ = nullptr;  // what its packets go to, where that is one of these
  Time bit_time_;
  Time since_ = 0;               // it flows
  Time free_from_ = 0;           // idle from then on, while nothing flows
  std::uint8_t unanswered_ = 0;  // tokens that came in since the last flow control token
  bool flows_ = false;
  bool unobserved_ = true;

  std::uint32_t owed_ = 0;  // flow control tokens
  std::uint32_t sending_bytes_ = 0;
  Time owed_at_ = 0;  // when they go, while nothing flows
  LinkCounters counters_;
  Time owed_codes_ = 0;                // the time that time-codes take
  StreamPort* transmitter_ = nullptr;  // what its packets come from, where that is one of these
  Time granted_ = 0;
  PacketTransfer sending_;  // where more than its length may be asked for; else without a body
  std::unique_ptr<PacketTransfer> coming_;  // from something else than one of these
  std::unique_ptr<TimeCodeSource> time_codes_;
  std::uint8_t time_ = 0;  // of the last time-code that came in
  Surroundings surroundings_;

 public:
  PacketOutput out{surroundings_.place, surroundings_, "out"};
  PacketInput in{surroundings_.place, surroundings_, "in"};
  PacketReports packets{unobserved_};  ///< What this end transmits.
};

}  // namespace weft
