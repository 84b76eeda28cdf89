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

/// What a link end at `stream` level serves: a router or a processor. Times are those of the call.
class StreamClient {
 public:
  /// A packet comes in, its first bit now, and flows.
  virtual void packet_begins(unsigned port, const PacketTransfer& packet, Time now) = 0;
  /// The packet that comes in pauses, or flows again.
  virtual void flow_changes(unsigned port, bool flows, Time now) = 0;
  /// Its last bit is in.
  virtual void packet_ends(unsigned port, Time now) = 0;
  /// The far end wants a pause, or is ready again.
  virtual void block_changes(unsigned port, bool blocked, Time now) = 0;

 protected:
  ~StreamClient() = default;
};

/// One end of a link in the stream protocol. Two of them that are bound to each other call each
/// other; anything else that stands at the far end is called as TLM-2.0 has it. It keeps what a
/// DS-Link sends besides packets as a debt of time: a flow control token for each eight tokens that
/// have come in, which goes out when no packet flows; and it begins after an idle stretch at a
/// boundary between two NULs. A time-code goes at the next boundary between two tokens; in a packet
/// that flows its 14 bits are owed too.
class StreamPort final : public LaterEvents,
                         public PacketForward,
                         public PacketBackward,
                         private TimeCodeLine {
 private:
  LinkPlace place_;

 public:
  PacketOutput out{place_, *this, "out"};
  PacketInput in{place_, *this, "in"};
  PacketReports packets;  ///< What this end transmits.

  /// Throws ParameterError, see check_bit_time.
  StreamPort(const char* name, Time bit_time, StreamClient& client, unsigned port);
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
  void begin(const PacketTransfer& packet);
  /// Pauses the packet, or goes on with it.
  void flow(bool flows, Time now);
  void end(Time now);

  // --- receiver
  /// Asks for a pause, or for its end.
  void block(bool blocked);

  /// It is master of time: it has a time-code to send at each multiple of `interval`, ps; before
  /// the run.
  void send_time_codes(Time interval, Wheel& wheel);

  Time bit_time() const { return bit_time_; }
  /// A packet flows, or may begin only behind the flow control tokens that are owed.
  bool expects_event(Time now) const override { return flows_ || free_from_ > now; }
  /// What this end has transmitted, counted at the end of each packet, and the time-codes that came
  /// in.
  const LinkCounters& counters() const { return counters_; }

 private:
  static constexpr unsigned tokens_of_fct = 8;

  tlm::tlm_sync_enum nb_transport_fw(PacketTransfer& packet, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(PacketTransfer& packet, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void call(const tlm::tlm_phase& which);
  Time next_boundary(Time now) const;
  void take_end(const PacketTransfer& packet, Time now);
  void take_block(bool blocked, Time boundary, Time now);
  void has_come_in(const PacketTransfer& packet, Time now);
  void pay_debt(Time from);
  // TimeCodeLine
  Time take_time_code(Time now) override;
  void time_code_arrives(std::uint8_t value) override;

  Time bit_time_;
  StreamClient* client_;
  unsigned port_;
  StreamPort* receiver_ = nullptr;     // what its packets go to, where that is one of these
  StreamPort* transmitter_ = nullptr;  // what its packets come from, likewise
  PacketTransfer sending_;
  std::unique_ptr<PacketTransfer> coming_;  // where that is something else
  bool flows_ = false;
  Time since_ = 0;  // it flows
  Time granted_ = 0;
  Time free_from_ = 0;       // idle from then on, while nothing flows
  unsigned unanswered_ = 0;  // tokens that came in since the last flow control token
  unsigned owed_ = 0;        // flow control tokens
  Time owed_codes_ = 0;      // the time that time-codes take
  std::unique_ptr<TimeCodeSource> time_codes_;
  std::uint8_t time_ = 0;  // of the last time-code that came in
  LinkCounters counters_;
};

}  // namespace weft
