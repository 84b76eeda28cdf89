#include "tlm/stream/stream_port.hpp"

#include <algorithm>
#include <utility>

#include "hw/common/kernel_time.hpp"
#include "hw/dslink/parameter_check.hpp"

namespace weft {

StreamPort::StreamPort(const char* name, Time bit_time, StreamClient& client, unsigned port)
    : place_(name, [this] { start(); }), bit_time_(bit_time), client_(&client), port_(port) {
  check_bit_time(bit_time);
}

void StreamPort::start() {
  receiver_ = dynamic_cast<StreamPort*>(out.far());
  transmitter_ = dynamic_cast<StreamPort*>(in.far());
  if (time_codes_ != nullptr) time_codes_->start();
}

// NULs of 8 bits from `free_from_` on; what comes with a boundary waits for the next one.
Time StreamPort::earliest(Time stamp) const {
  if (stamp < free_from_) return free_from_;
  const Time period = bit_count(null_token) * bit_time_;
  return free_from_ + ((stamp - free_from_) / period + 1) * period;
}

void StreamPort::begin(const PacketTransfer& packet) {
  flows_ = true;
  since_ = kernel_time();
  sending_ = packet;
  if (packets.begins.bound()) packets.begins.write({packet.begin, packet.tag});
  if (receiver_ == nullptr) return call(packet_begin);
  receiver_->client_->packet_begins(receiver_->port_, sending_, since_);
}

void StreamPort::flow(bool flows, Time now) {
  flows_ = flows;
  since_ = now;
  if (!flows) pay_debt(now);
  if (receiver_ == nullptr) return call(flows ? stream_go : stream_stop);
  receiver_->client_->flow_changes(receiver_->port_, flows, now);
}

void StreamPort::end(Time now) {
  flows_ = false;
  const std::uint64_t bytes = sending_.all_header_bytes() + sending_.body->size();
  counters_.data += bytes;
  ++counters_.ends;
  if (packets.ends.bound()) {
    packets.ends.write({now, sending_.tag, sending_.begin, bytes, sending_.body->end()});
  }
  pay_debt(now);
  if (receiver_ == nullptr) return call(packet_end);
  receiver_->take_end(sending_, now);
}

void StreamPort::pay_debt(Time from) {
  free_from_ = from + owed_ * bit_count(fct_token) * bit_time_ + std::exchange(owed_codes_, 0);
  counters_.fcts += owed_;
  owed_ = 0;
}

// Between two tokens of what this end transmits, of a packet or NULs.
Time StreamPort::next_boundary(Time now) const {
  if (!flows_) return earliest(now);
  const Time token = bit_count(data_token(0)) * bit_time_;
  return now + token - (now - since_) % token;
}

void StreamPort::block(bool blocked) {
  const Time now = kernel_time();
  const Time boundary = blocked ? now : next_boundary(now);
  if (transmitter_ != nullptr) return transmitter_->take_block(blocked, boundary, now);
  PacketTransfer none;
  tlm::tlm_phase phase = blocked ? stream_block : stream_unblock;
  sc_core::sc_time delay = sc_core::sc_time::from_value(boundary - now);
  in->nb_transport_bw(none, phase, delay);
}

void StreamPort::call(const tlm::tlm_phase& which) {
  tlm::tlm_phase phase = which;
  sc_core::sc_time delay;
  out->nb_transport_fw(sending_, phase, delay);
}

tlm::tlm_sync_enum StreamPort::nb_transport_fw(PacketTransfer& packet, tlm::tlm_phase& phase,
                                               sc_core::sc_time&) {
  if (phase == packet_begin) {
    coming_ = std::make_unique<PacketTransfer>(packet);
    client_->packet_begins(port_, packet, kernel_time());
  } else if (phase == stream_stop) {
    client_->flow_changes(port_, false, kernel_time());
  } else if (phase == stream_go) {
    client_->flow_changes(port_, true, kernel_time());
  } else if (phase == packet_end) {
    take_end(*std::exchange(coming_, nullptr), kernel_time());
  } else if (phase == time_code_in) {
    count_time_code(static_cast<std::uint8_t>(packet.header), time_, counters_);
  }
  return tlm::TLM_ACCEPTED;
}

void StreamPort::take_end(const PacketTransfer& packet, Time now) {
  has_come_in(packet, now);
  client_->packet_ends(port_, now);
}

void StreamPort::has_come_in(const PacketTransfer& packet, Time now) {
  unanswered_ += packet.tokens();
  owed_ += unanswered_ / tokens_of_fct;
  unanswered_ %= tokens_of_fct;
  if (!flows_ && owed_ != 0) pay_debt(earliest(now));
}

tlm::tlm_sync_enum StreamPort::nb_transport_bw(PacketTransfer&, tlm::tlm_phase& phase,
                                               sc_core::sc_time& delay) {
  if (phase == stream_block || phase == stream_unblock) {
    const Time now = kernel_time();
    take_block(phase == stream_block, now + delay.value(), now);
  }
  return tlm::TLM_ACCEPTED;
}

void StreamPort::take_block(bool blocked, Time boundary, Time now) {
  if (!blocked) granted_ = boundary + (bit_count(fct_token) + 1) * bit_time_;
  client_->block_changes(port_, blocked, now);
}

// --- time-codes

void StreamPort::send_time_codes(Time interval, Wheel& wheel) {
  time_codes_ = std::make_unique<TimeCodeSource>(interval, bit_time_,
                                                 static_cast<TimeCodeLine&>(*this), wheel);
}

Time StreamPort::take_time_code(Time now) {
  ++counters_.time_codes;
  const Time begin = next_boundary(now);
  if (flows_) {
    owed_codes_ += time_codes_->length();
  } else {
    free_from_ = begin + time_codes_->length();
  }
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
