#include "tlm/stream/stream_port.hpp"

#include <utility>

#include "hw/common/kernel_time.hpp"
#include "hw/dslink/parameter_check.hpp"

namespace weft {

StreamPort::StreamPort(const char* name, Time bit_time, StreamClient& client)
    : client_(&client), tokens_in_(bit_time), surroundings_(*this, name) {
  check_bit_time(bit_time);
}

void StreamPort::start() {
  receiver_ = Surroundings::port_of(out.far());
  transmitter_ = Surroundings::port_of(in.far());
  if (time_codes_ != nullptr) time_codes_->start();
}

// --- receiver

[[gnu::always_inline]] inline void StreamPort::take_begin(PacketTransfer&& packet, Time now) {
  answer(now);
  tokens_in_.flow(now);
  client_->packet_begins(std::move(packet), now);
}

void StreamPort::take_flow(bool flows, Time now) {
  answer(now);
  if (flows) {
    tokens_in_.flow(now);
  } else {
    tokens_in_.pause(now);
  }
  client_->flow_changes(flows, now);
}

[[gnu::always_inline]] inline void StreamPort::take_end(Time now) {
  answer(now);
  tokens_in_.end(now);
  client_->packet_ends(now);
}

// --- transmitter

Time StreamPort::earliest(Time stamp, Time now) {
  answer(now);
  return next_boundary(stamp);
}

// Between two tokens of what this end transmits, of a packet or NULs; what comes with a boundary
// waits for the next one.
Time StreamPort::next_boundary(Time stamp) const {
  if (stamp < since_) return since_;
  const Time period = bit_count(flows_ ? data_token(0) : null_token) * bit_time();
  return since_ + ((stamp - since_) / period + 1) * period;
}

void StreamPort::begin(PacketTransfer&& packet, Time now) {
  flow_from(now);
  sending_bytes_ = packet.bytes();
  if (receiver_ == nullptr || !unobserved_) keep(packet);
  if (receiver_ == nullptr) return tell_receiver(packet_begin);
  receiver_->take_begin(std::move(packet), now);
}

void StreamPort::keep(const PacketTransfer& packet) {
  sending_ = packet;
  if (packets.begins.bound()) packets.begins.write({packet.begin, packet.tag});
}

void StreamPort::flow(bool flows, Time now) {
  if (flows) {
    flow_from(now);
  } else {
    stop_at(now);
  }
  if (receiver_ == nullptr) return tell_receiver(flows ? stream_go : stream_stop);
  receiver_->take_flow(flows, now);
}

void StreamPort::end(Time now) {
  counters_.data += sending_bytes_;
  ++counters_.ends;
  stop_at(now);
  if ((receiver_ == nullptr || !unobserved_) && sending_.bit_time != 0) report_end(now);
  if (receiver_ != nullptr) receiver_->take_end(now);
}

// Of a packet that was kept.
void StreamPort::report_end(Time now) {
  if (packets.ends.bound()) {
    packets.ends.write({now, sending_.tag, sending_.begin, sending_bytes_, sending_.end_token()});
  }
  if (receiver_ == nullptr) tell_receiver(packet_end);
  sending_ = {};
}

// The flow control tokens and time-codes that went within the packet had its time.
void StreamPort::stop_at(Time now) {
  answer(now);
  flows_ = false;
  since_ = now + std::exchange(owed_, 0);
}

// While nothing flows each flow control token goes at the boundary after that at which what it
// answers is verified, or behind the one before it.
void StreamPort::send_answers(Time now) {
  const std::uint32_t fcts = tokens_in_.take_answers(now);
  const Time length = bit_count(fct_token) * bit_time();
  counters_.fcts += fcts;
  if (flows_) {
    owed_ += fcts * length;
  } else {
    since_ += (fcts - 1) * length;
    since_ = next_boundary(tokens_in_.answered()) + length;
  }
}

// --- pauses

void StreamPort::block(Time now) {
  if (transmitter_ != nullptr) return transmitter_->take_block(true, now, now);
  call_back(*in.far(), {}, stream_block);
}

void StreamPort::unblock(Time since, Time now) {
  const Time boundary = flows_ ? next_boundary(since) : earliest(since, now);
  if (transmitter_ != nullptr) return transmitter_->take_block(false, boundary, now);
  call_back(*in.far(), {}, stream_unblock, boundary - now);
}

void StreamPort::take_block(bool blocked, Time boundary, Time now) {
  if (!blocked) granted_ = boundary + (bit_count(fct_token) + 1) * bit_time();
  client_->block_changes(blocked, now);
}

// --- sockets

void StreamPort::take_forward(const PacketTransfer& packet, const tlm::tlm_phase& phase) {
  const Time now = kernel_time();
  if (phase == packet_begin) {
    take_begin(PacketTransfer(packet), now);
  } else if (phase == stream_stop || phase == stream_go) {
    take_flow(phase == stream_go, now);
  } else if (phase == packet_end) {
    take_end(now);
  } else if (phase == time_code_in) {
    count_time_code(static_cast<std::uint8_t>(packet.header), time_, counters_);
  }
}

void StreamPort::take_back(const PacketTransfer& /*told*/, const tlm::tlm_phase& phase,
                           Time delay) {
  if (phase != stream_block && phase != stream_unblock) return;
  const Time now = kernel_time();
  take_block(phase == stream_block, now + delay, now);
}

// --- time-codes

void StreamPort::send_time_codes(Time interval, Wheel& wheel) {
  time_codes_ = std::make_unique<TimeCodeSource>(interval, bit_time(), surroundings_, wheel);
}

Time StreamPort::take_time_code(Time now) {
  ++counters_.time_codes;
  if (flows_) {
    owed_ += time_codes_->length();
    return next_boundary(now);
  }
  const Time begin = earliest(now, now);
  since_ = begin + time_codes_->length();
  return begin;
}

}  // namespace weft
