// A link end at `packet` level.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include <systemc>

#include "hw/common/kernel_time.hpp"
#include "hw/common/later_events.hpp"
#include "hw/common/packet_events.hpp"
#include "hw/common/packet_line.hpp"
#include "hw/dslink/link_core.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/protocol/packet_protocol.hpp"
#include "tlm/time_codes/link_surroundings.hpp"
#include "tlm/time_codes/time_code_source.hpp"

namespace weft {

/// One end of a link in the packet protocol, for whatever has a PacketClient behind it. Two of them
/// that are bound to each other have no sockets; anything else that stands at the far end is called
/// as TLM-2.0 has it.
///
/// An end can be halted, and started again. The other end of its link then sees no edges any more:
/// when it has noticed that (`notice_silence_after`) it is halted as well unless it restarts by
/// itself (DsLinkParameters::auto_restart), which here takes no time. What it has sent until then
/// is lost (`lost` of the end that was halted).
///
/// A time-code goes at once. A packet takes 14 bits longer for each that will be due while it is on
/// the link; its header is there as if there were none. One that is due during the last token of a
/// packet, or between packets, keeps the next one for as long.
class alignas(64) PacketPort final : public PacketLine, public LaterEvents {
 public:
  /// `frames` are those of this end's receiver, 0 if it counts tokens (and tells them itself);
  /// `port`, below 256, is what the client knows it by; `bit_time` is its transmitter's; throws
  /// ParameterError, see check_bit_time. With `restarts` it goes on by itself after its far end was
  /// halted.
  PacketPort(const char* name, Time bit_time, unsigned frames, PacketClient& client, unsigned port,
             bool restarts = true);
  PacketPort(const PacketPort&) = delete;
  PacketPort& operator=(const PacketPort&) = delete;
  /// At the start of the simulation, by a module that StartsItsLinks.
  void start();

  bool started() const override { return out.size() != 0; }
  bool has_room(std::uint32_t tokens) const override {
    if (state() != LinkState::run || (sends_codes_ && owes_time())) return false;
    if (far_frames_ != 0 || far_all_ == 0) return far_frames_ != 0;
    const std::uint32_t needed = std::min(tokens, far_all_);
    return needed <= far_room_ || (coming_at_ <= kernel_time() && needed <= far_room_ + coming_);
  }
  /// From when on there is more room at the far end, where that is known and still to come.
  Time more_room_at() const { return coming_at_; }
  void set_blocked(bool blocked, Time now) override;
  void send(PacketTransfer&& packet) override;
  void prefetch_to_send() const override {
    if (receiver_ == nullptr) return;
    __builtin_prefetch(receiver_);
    __builtin_prefetch(receiver_->client_);
  }
  /// Between two of these, for who hands a packet of so many tokens, whose end is known, to the
  /// client of the other one himself: what `send` does before that. False if the other one is
  /// halted, and the packet lost. Not where it sends time-codes.
  bool begin_unsent(const PacketTransfer& packet, std::uint32_t tokens, Time now) {
    note_begin(packet, tokens, now);
    count(packet, tokens - 1);
    return receiver_->admit(packet);
  }
  void tell_end(Time end) override;
  void free_frame() override;
  void free_room(std::uint32_t tokens) override;
  /// The same from `when` on, unless it is halted then; at most one of either at a time.
  void free_frame_at(Time when, Wheel& wheel);
  void free_room_at(std::uint32_t tokens, Time when, Wheel& wheel) {
    if (transmitter_ != nullptr && transmitter_->hears_ahead_) {
      transmitter_->room_comes(tokens, when);
    } else {
      leaves_at(when, tokens, wheel);
    }
  }
  Time bit_time() const override { return bit_time_; }
  /// The packet that it transmits has not ended. Where that is not known, who sends it knows.
  bool expects_event(Time now) const override {
    return sending_end_ != never && sending_end_ >= now;
  }

  // --- for who starts and halts it
  /// It is silent until it is started; before the run.
  void hold() { state_ = LinkState::error_reset; }
  /// Takes back all room that was given by the token.
  void halt();
  /// Starts it, if it is silent or was halted; the room is still to be given, by the token.
  void restart();
  /// error_reset before it was started, halted, started while its far end is halted, or run.
  LinkState state() const {
    return state_ == LinkState::run && far_halted_ ? LinkState::started : state_;
  }
  /// It is not halted itself, whatever its far end is.
  bool is_running() const { return state_ == LinkState::run; }
  /// Cuts the packet that it transmits, if its end is known and still to come.
  void cut();
  /// It takes so long, ps, to notice that its far end was halted; else it notices at once. Before
  /// the run.
  void notice_silence_after(Time timeout, Wheel& wheel) {
    disconnect_timeout_ = timeout;
    wheel_ = &wheel;
  }

  /// It is master of time: it has a time-code to send at each multiple of `interval`, ps; before
  /// the run. For a client that asks for room before each packet, as it hears of a frame too when
  /// the link is free again.
  void send_time_codes(Time interval, Wheel& wheel);

  bool sends_time_codes() const { return sends_codes_; }
  /// The end that it sends to; null where that is not another of these.
  const PacketPort* receiver() const { return receiver_; }
  const PacketClient& client() const { return *client_; }
  /// What the client knows it by.
  unsigned number() const { return port_; }

  /// What this end has transmitted, counted when the end of a packet is known, and the time-codes
  /// that came in.
  const LinkCounters& counters() const { return counters_; }
  /// What came in while this end was halted.
  const LinkTraffic& lost() const { return lost_; }

  /// Fetches the two lines that a packet needs of it which will be sent soon.
  [[gnu::always_inline]] void prefetch() const {
    __builtin_prefetch(this);
    __builtin_prefetch(&receiver_);
  }
  /// Fetches what is needed to tell the far end of room.
  [[gnu::always_inline]] void prefetch_transmitter() const { __builtin_prefetch(transmitter_); }

 private:
  using Surroundings = LinkSurroundings<PacketPort>;
  friend Surroundings;

  /// What a master of time has.
  struct TimeCodes {
    TimeCodes(PacketPort& port, Time interval, Wheel& own_wheel)
        : source(interval, port.bit_time_, port.surroundings_, own_wheel),
          wheel(&own_wheel),
          paid(WheelEntry::calling<&PacketPort::tell_client_of_room>(&port, Phase::act)) {}

    TimeCodeSource source;
    Wheel* wheel;
    WheelEntry paid;
    Time owed_until = 0;   // the link is not free
    unsigned waiting = 0;  // codes in a packet whose end is not known
  };

  /// Room of this end that is told to who cannot hear of it ahead.
  struct Leaving {
    explicit Leaving(PacketPort& port)
        : entry(WheelEntry::calling<&PacketPort::has_left>(&port, Phase::select)) {}

    WheelEntry entry;
    std::uint32_t tokens = 0;  // where it does not count frames
  };

  void note_begin(const PacketTransfer& packet, std::uint32_t tokens, Time now) {
    take_far_room(tokens, now);
    if (!unobserved_) packets.begins.write({packet.begin, packet.tag});
    sending_end_ = packet.end;
  }
  void take_far_room(std::uint32_t tokens, Time now) {
    if (far_all_ != 0) {
      settle_room(now);
      const std::uint32_t taken = std::min(tokens, far_all_);
      far_room_ -= std::min(taken, far_room_);  // where contention is left out there is always room
    } else if (far_frames_ != 0) {
      --far_frames_;
    }
  }
  void settle_room(Time now) {
    if (coming_at_ <= now) far_room_ += std::exchange(coming_, 0);
  }
  // Over sockets, from its far end and to it.
  void take_forward(const PacketTransfer& packet, const tlm::tlm_phase& phase);
  void take_back(const PacketTransfer& told, const tlm::tlm_phase& phase, Time delay);
  void tell_receiver(const tlm::tlm_phase& which) { call_forward(*out.far(), *sending_, which); }
  void tell_transmitter(const tlm::tlm_phase& which, std::uint32_t room = 0);
  // One that comes in: false if this end is halted, and the packet is lost.
  bool admit(const PacketTransfer& packet) {
    hears_ = state_ == LinkState::run;
    if (!hears_) lose(packet);
    return hears_;
  }
  void lose(const PacketTransfer& packet);
  void take_in(PacketTransfer&& packet);
  void hand_to_client(PacketTransfer&& packet);
  void take_end(const PacketTransfer& packet);
  void take_cut();
  void far_end_halts();
  void notice_silence();
  void far_end_starts();
  void frame_is_free();
  void room_is_free(std::uint32_t tokens);
  // What came before is there: packets leave an input one after another.
  void room_comes(std::uint32_t tokens, Time when) {
    far_room_ += std::exchange(coming_, tokens);
    coming_at_ = when;
    if (blocked_) client_->frame_free(port_, when);
  }
  void leaves_at(Time when, std::uint32_t tokens, Wheel& wheel);
  void has_left();
  void tell_client_of_room();
  void end_is_known();
  void count(const PacketTransfer& packet, std::uint64_t bytes) {
    counters_.data += bytes;
    ++counters_.ends;
    counters_.carried += packet.end - packet.begin;
    if (!unobserved_) {
      packets.ends.write({packet.end, packet.tag, packet.begin, bytes, packet.end_token()});
    }
  }
  Time take_time_code(Time now);
  bool owes_time() const;
  void owe_until(Time end);
  void make_room_for_codes();
  /// When the last token of the packet that is sent begins; its end is known.
  Time last_token() const { return sending_end_ - bit_count(eop_token) * bit_time_; }

  // Members stand in the order in which packets need them. What its far end calls for, and what is
  // asked of its room, is the first line of the host's cache ...
  PacketClient* client_;
  PacketPort* transmitter_ = nullptr;  // what its packets come from, where that is one of these
  std::uint32_t far_frames_ = 0;       // free frames at the far end
  std::uint32_t far_all_ = 0;          // or its room in tokens, all of it ...
  std::uint32_t far_room_ = 0;         // ... and what is free,
  std::uint32_t coming_ = 0;           // and what is from then on
  Time coming_at_ = 0;
  std::uint8_t port_;
  LinkState state_ = LinkState::run;
  bool far_halted_ = false;
  bool hears_ = true;  // the packet that came in last
  bool unobserved_ = true;
  bool hears_ahead_ = false;  // its client
  bool blocked_ = false;      // a packet waits for room
  bool sends_codes_ = false;
  // ... and what it sends the second.
  PacketPort* receiver_ = nullptr;  // what its packets go to, likewise
  Time bit_time_;
  Time sending_end_ = never;  // of the packet that began last
  LinkCounters counters_;

  std::unique_ptr<TimeCodes> time_codes_;
  std::unique_ptr<Leaving> leaving_;
  // That packet, where more than its end may still be asked for; null as long as there was none.
  std::unique_ptr<PacketTransfer> sending_;
  unsigned frames_;
  bool restarts_;
  std::uint8_t time_ = 0;  // of the last time-code that came in
  Time disconnect_timeout_ = 0;
  Wheel* wheel_ = nullptr;              // with a time-out
  std::unique_ptr<WheelEntry> notice_;  // once the far end was halted
  LinkTraffic lost_;
  Surroundings surroundings_;

 public:
  PacketOutput out{surroundings_.place, surroundings_, "out"};
  PacketInput in{surroundings_.place, surroundings_, "in"};
  PacketReports packets{unobserved_};  ///< What this end transmits.
};

}  // namespace weft
