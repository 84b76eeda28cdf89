// A bare link end: bytes in, bytes out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "hw/common/cycle_driver.hpp"
#include "hw/common/later_events.hpp"
#include "hw/common/packet_line.hpp"
#include "hw/common/packet_losses.hpp"
#include "hw/common/random.hpp"
#include "hw/common/ring.hpp"
#include "hw/dslink/link_core.hpp"
#include "hw/link_end/link_end_packet.hpp"
#include "hw/link_end/parameters.hpp"

namespace weft {

/// Hears of what comes in at a bare link end.
class LinkEndListener {
 public:
  /// A data token, EOP or EOM was received, verified.
  virtual void token_in(Token token, Time now) = 0;

 protected:
  ~LinkEndListener() = default;
};

/// What is behind a link that has no hardware at its end: packets that are sent one after the
/// other, and a listener. Tokens leave the input buffer one after the other, each in the time of a
/// bit, so that the link can be RTL as well, unless there is a pause; then they fill it, and the
/// far end waits for credit.
///
/// A packet that a link error cuts on its way out is lost: the rest of it is dropped, and nobody
/// asks for it again. One that is cut on its way in ends with an EOM for its listener.
///
/// Where its link carries whole packets, the first bytes of each are its header, and the pauses of
/// its tokens are made behind it: before the next one is sent, and before its frame is given back.
/// The listener then hears of all tokens of a packet at its end.
class LinkEndCore final : public LinkClient,
                          public PacketClient,
                          public LaterEvents,
                          public LosesPackets {
 public:
  struct Counters {
    std::uint64_t packets_sent = 0;  ///< Whose end has gone, or was dropped.
    std::uint64_t bytes_sent = 0;
    std::uint64_t packets_received = 0;
    std::uint64_t bytes_received = 0;
    std::uint64_t packets_cut = 0;  ///< Of those received, that a link error here has cut.
  };

  /// `seed` is the component's. Throws ParameterError for a `_stall_every` of 0.
  LinkEndCore(const LinkEndParameters& parameters, std::uint64_t seed);

  /// To be called once, with the link that it serves.
  void attach(LinkService& link) { link_ = &link; }
  /// The same for a link of packets with headers of so many bytes, 1 or 2. Packets that it sends
  /// must not be shorter; `driver` evaluates it.
  void attach(PacketLine& line, unsigned header_bytes, CycleDriver& driver);
  void listen(LinkEndListener& listener) { listener_ = &listener; }

  /// Queues a packet, to be sent after `now`; in a run or, with 0, before it.
  void send(LinkEndPacket packet, Time now);
  /// Packets that have not gone to their end.
  std::size_t waiting() const { return outgoing_.size(); }

  void receive(unsigned port, Token token, const PacketTag& tag, Time now) override;
  bool transmit(unsigned port, Token& token, PacketTag& tag, Time now) override;
  Time next_token(unsigned) const override { return outgoing_.empty() ? never : ready_; }
  void link_changed(unsigned, Time) override { is_down_ = !is_down_; }

  /// Called by the CycleDriver.
  void evaluate(Time now);
  void packet_begins(unsigned port, PacketTransfer&& packet, Time now) override;
  void packet_ends(unsigned port, Time end, Time now) override;
  void frame_free(unsigned, Time now) override { driver_->evaluate_at(now); }

  const Counters& counters() const { return counters_; }
  PacketLosses losses() const override { return {0, counters_.packets_cut, 0, 0}; }
  /// It makes a pause.
  bool expects_event(Time now) const override {
    return (!outgoing_.empty() && ready_ > now) || taken_ > now;
  }

 private:
  /// A packet that has come in, or of which the end is known.
  struct Arrived {
    PacketTransfer packet;
    Time taken = never;  // its frame is free from then on; `never` before it was handed over
  };

  void finish_packet(Time now);
  void send_packet(Time now);
  void hand_over(Arrived& arrived, Time now);

  LinkEndParameters parameters_;
  RandomStream send_stalls_;
  RandomStream receive_stalls_;
  LinkService* link_ = nullptr;
  LinkEndListener* listener_ = nullptr;
  std::deque<LinkEndPacket> outgoing_;
  std::size_t position_ = 0;  // in the first of them
  Time ready_ = 0;            // since when its next token is there
  Time taken_ = 0;            // when the last token that came in leaves the buffer
  bool is_down_ = false;
  Counters counters_;

  // of a link of packets
  PacketLine* line_ = nullptr;
  CycleDriver* driver_ = nullptr;
  unsigned header_bytes_ = 1;
  PacketBodyPool bodies_;
  Time sent_ = never;      // when the packet on its way out has left, if nothing stops it; never
                           // if there is none
  PacketTransfer coming_;  // whose end is not known
  Ring<Arrived> arrived_;
};

}  // namespace weft
