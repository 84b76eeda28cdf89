#include "tlm/packet/packet_port.hpp"

#include <cstdint>
#include <limits>
#include <utility>

#include "hw/common/kernel_time.hpp"
#include "hw/dslink/parameter_check.hpp"

namespace weft {

PacketPort::PacketPort(const char* name, Time bit_time, unsigned frames, PacketClient& client,
                       unsigned port, bool restarts)
    : client_(&client),
      port_(static_cast<std::uint8_t>(port)),
      bit_time_(bit_time),
      frames_(frames),
      restarts_(restarts),
      surroundings_(*this, name) {
  check_bit_time(bit_time);
  check_port(port, std::numeric_limits<std::uint8_t>::max());
}

void PacketPort::start() {
  hears_ahead_ = client_->hears_ahead();
  receiver_ = Surroundings::port_of(out.far());
  if (time_codes_ != nullptr) time_codes_->source.start();
  if (in.size() == 0) return;
  transmitter_ = Surroundings::port_of(in.far());
  for (unsigned i = 0; i < frames_; ++i) free_frame();
}

void PacketPort::set_blocked(bool blocked, Time now) {
  if (blocked == blocked_) return;
  blocked_ = blocked;
  counters_.blocked = counters_.blocked_up_to(now);
  counters_.blocked_since = blocked ? now : never;
  if (blocked && hears_ahead_ && coming_at_ > now) client_->frame_free(port_, coming_at_);
}

inline void PacketPort::tell_client_of_room() { client_->frame_free(port_, kernel_time()); }

void PacketPort::lose(const PacketTransfer& packet) {
  ++lost_.packets;
  if (packet.end != never) lost_.bytes += packet.bytes();
}

inline void PacketPort::hand_to_client(PacketTransfer&& packet) {
  client_->packet_begins(port_, std::move(packet), kernel_time());
}

inline void PacketPort::take_in(PacketTransfer&& packet) {
  if (admit(packet)) hand_to_client(std::move(packet));
}

inline void PacketPort::room_is_free(std::uint32_t tokens) {
  far_room_ += tokens;
  far_all_ = std::max(far_all_, far_room_);
  tell_client_of_room();
}

// What tells its end at the begin, to another of these, is not kept.
void PacketPort::send(PacketTransfer&& packet) {
  const Time now = kernel_time();
  if (receiver_ != nullptr && packet.end != never && !sends_codes_) {
    if (begin_unsent(packet, packet.tokens(), now)) receiver_->hand_to_client(std::move(packet));
    return;
  }
  note_begin(packet, packet.tokens(), now);
  if (sending_ == nullptr) sending_ = std::make_unique<PacketTransfer>();
  *sending_ = packet;
  if (packet.end != never) end_is_known();
  if (receiver_ == nullptr) return tell_receiver(packet_begin);
  receiver_->take_in(PacketTransfer(*sending_));
}

void PacketPort::tell_end(Time end) {
  sending_end_ = end;
  end_is_known();
  if (receiver_ == nullptr) return tell_receiver(packet_end);
  receiver_->take_end(*sending_);
}

void PacketPort::end_is_known() {
  if (sends_codes_) make_room_for_codes();
  sending_->end = sending_end_;
  count(*sending_, sending_->bytes());
}

void PacketPort::halt() {
  if (state_ == LinkState::halted || state_ == LinkState::error_reset) return;
  state_ = LinkState::halted;
  cut();
  if (in.size() != 0) tell_transmitter(end_halted);
}

void PacketPort::restart() {
  if (state_ == LinkState::run) return;
  state_ = LinkState::run;
  if (in.size() != 0) tell_transmitter(end_started);
}

// One that is halted itself will find the silence when it starts.
void PacketPort::far_end_halts() {
  settle_room(kernel_time());
  coming_ = 0;
  cut();
  if (wheel_ == nullptr || state_ != LinkState::run) return notice_silence();
  if (notice_ == nullptr) {
    notice_.reset(
        new WheelEntry(WheelEntry::calling<&PacketPort::notice_silence>(this, Phase::act)));
  }
  wheel_->schedule(*notice_, kernel_time() + disconnect_timeout_);
}

void PacketPort::notice_silence() {
  far_halted_ = true;
  far_room_ = 0;
  if (!restarts_) halt();
  tell_client_of_room();  // there is none
}

// A start takes no time here: the end that was halted may be there again before it was missed.
void PacketPort::far_end_starts() {
  if (notice_ != nullptr && notice_->scheduled()) {
    wheel_->cancel(*notice_);
    notice_silence();
  }
  far_halted_ = false;
}

void PacketPort::cut() {
  if (sending_end_ == never || sending_end_ <= kernel_time()) return;
  if (receiver_ == nullptr) return tell_receiver(packet_cut);
  receiver_->take_cut();
}

void PacketPort::free_frame() {
  if (transmitter_ != nullptr) return transmitter_->frame_is_free();
  tell_transmitter(frame_free);
}

void PacketPort::free_room(std::uint32_t tokens) {
  if (transmitter_ != nullptr) return transmitter_->room_is_free(tokens);
  if (in.size() != 0) tell_transmitter(room_free, tokens);
}

void PacketPort::free_frame_at(Time when, Wheel& wheel) { leaves_at(when, 0, wheel); }

void PacketPort::leaves_at(Time when, std::uint32_t tokens, Wheel& wheel) {
  if (leaving_ == nullptr) leaving_ = std::make_unique<Leaving>(*this);
  leaving_->tokens = tokens;
  if (when <= kernel_time()) return has_left();
  wheel.schedule(leaving_->entry, when);
}

void PacketPort::has_left() {
  if (frames_ != 0) return free_frame();
  if (state_ == LinkState::run) free_room(leaving_->tokens);
}

void PacketPort::tell_transmitter(const tlm::tlm_phase& which, std::uint32_t room) {
  PacketTransfer told;
  told.header = room;
  call_back(*in.far(), std::move(told), which);
}

// --- receiver

void PacketPort::take_end(const PacketTransfer& packet) {
  if (hears_) return client_->packet_ends(port_, packet.end, kernel_time());
  lost_.bytes += packet.bytes();
}

void PacketPort::take_cut() {
  if (hears_) client_->packet_cut(port_, kernel_time());
}

void PacketPort::take_forward(const PacketTransfer& packet, const tlm::tlm_phase& phase) {
  if (phase == packet_begin) {
    take_in(PacketTransfer(packet));
  } else if (phase == packet_end) {
    take_end(packet);
  } else if (phase == packet_cut) {
    take_cut();
  } else if (phase == time_code_in) {
    count_time_code(static_cast<std::uint8_t>(packet.header), time_, counters_);
  }
}

void PacketPort::take_back(const PacketTransfer& told, const tlm::tlm_phase& phase,
                           Time /*delay*/) {
  if (phase == room_free) {
    room_is_free(told.header);
  } else if (phase == end_halted) {
    far_end_halts();
  } else if (phase == frame_free) {
    frame_is_free();
  } else {
    if (phase == end_started) far_end_starts();
    tell_client_of_room();
  }
}

void PacketPort::frame_is_free() {
  ++far_frames_;
  tell_client_of_room();
}

// --- time-codes

void PacketPort::send_time_codes(Time interval, Wheel& wheel) {
  time_codes_ = std::make_unique<TimeCodes>(*this, interval, wheel);
  sends_codes_ = true;
}

Time PacketPort::take_time_code(Time now) {
  if (state() != LinkState::run) return never;
  ++counters_.time_codes;
  const Time free_from = sending_ == nullptr ? 0 : sending_end_;
  if (free_from == never) {
    ++time_codes_->waiting;
  } else if (now >= free_from || now >= last_token() || !time_codes_->source.leaves_room()) {
    owe_until(std::max({now, free_from, time_codes_->owed_until}) + time_codes_->source.length());
  }
  return now;
}

// Where it pauses for what is still to come in, a code that goes in a pause costs nothing. Of codes
// that were taken before the end was known those that go behind it are owed.
void PacketPort::make_room_for_codes() {
  const TimeCodeSource& source = time_codes_->source;
  const Time without_pause = sending_->begin + sending_->bits() * bit_time_;
  const Time pauses = sending_end_ - std::min(sending_end_, without_pause);
  const Time within = source.codes_within(sending_->begin, last_token());
  sending_end_ += within * source.length() - std::min(within * source.length(), pauses);
  const Time taken = std::exchange(time_codes_->waiting, 0);
  const Time behind = (taken - std::min(taken, within)) * source.length();
  if (within + behind != 0) owe_until(sending_end_ + behind);
}

void PacketPort::owe_until(Time end) {
  time_codes_->owed_until = end;
  time_codes_->wheel->schedule(time_codes_->paid, end);
}

bool PacketPort::owes_time() const { return kernel_time() < time_codes_->owed_until; }

}  // namespace weft
