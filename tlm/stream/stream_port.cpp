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
  if (const auto* far = dynamic_cast<Surroundings*>(out.far())) receiver_ = &far->port();
  if (const auto* far = dynamic_cast<Surroundings*>(in.far())) transmitter_ = &far->port();
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
  if (receiver_ == nullptr) return call(packet_begin);
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
  if (receiver_ == nullptr) return call(flows ? stream_go : stream_stop);
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
  if (receiver_ == nullptr) call(packet_end);
  sending_ = {};
}

void StreamPort::call(const tlm::tlm_phase& which) {
  tlm::tlm_phase phase = which;
  sc_core::sc_time delay;
  out->nb_transport_fw(sending_, phase, delay);
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
  PacketTransfer none;
  tlm::tlm_phase phase = stream_block;
  sc_core::sc_time delay;
  in->nb_transport_bw(none, phase, delay);
}

void StreamPort::unblock(Time since, Time now) {
  const Time boundary = flows_ ? next_boundary(since) : earliest(since, now);
  if (transmitter_ != nullptr) return transmitter_->take_block(false, boundary, now);
  PacketTransfer none;
  tlm::tlm_phase phase = stream_unblock;
  sc_core::sc_time delay = sc_core::sc_time::from_value(boundary - now);
  in->nb_transport_bw(none, phase, delay);
}

void StreamPort::take_block(bool blocked, Time boundary, Time now) {
  if (!blocked) granted_ = boundary + (bit_count(fct_token) + 1) * bit_time();
  client_->block_changes(blocked, now);
}

// --- sockets

tlm::tlm_sync_enum StreamPort::Surroundings::nb_transport_fw(PacketTransfer& packet,
                                                             tlm::tlm_phase& phase,
                                                             sc_core::sc_time&) {
  StreamPort& self = *port_;
  const Time now = kernel_time();
  if (phase == packet_begin) {
    self.take_begin(PacketTransfer(packet), now);
  } else if (phase == stream_stop || phase == stream_go) {
    self.take_flow(phase == stream_go, now);
  } else if (phase == packet_end) {
    self.take_end(now);
  } else if (phase == time_code_in) {
    count_time_code(static_cast<std::uint8_t>(packet.header), self.time_, self.counters_);
  }
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum StreamPort::Surroundings::nb_transport_bw(PacketTransfer&, tlm::tlm_phase& phase,
                                                             sc_core::sc_time& delay) {
  if (phase == stream_block || phase == stream_unblock) {
    const Time now = kernel_time();
    port_->take_block(phase == stream_block, now + delay.value(), now);
  }
  return tlm::TLM_ACCEPTED;
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

void StreamPort::time_code_arrives(std::uint8_t value) {
  PacketTransfer code;
  code.header = value;
  tlm::tlm_phase phase = time_code_in;
  sc_core::sc_time delay;
  out->nb_transport_fw(code, phase, delay);
}

}  // namespace weft
