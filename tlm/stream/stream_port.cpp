#include "tlm/stream/stream_port.hpp"

#include <utility>

#include "hw/common/kernel_time.hpp"
#include "hw/dslink/parameter_check.hpp"

namespace weft {

StreamPort::StreamPort(const char* name, Time bit_time, StreamClient& client)
    : client_(&client), bit_time_(bit_time), surroundings_(*this, name) {
  check_bit_time(bit_time);
}

void StreamPort::start() {
  if (const auto* far = dynamic_cast<Surroundings*>(out.far())) receiver_ = &far->port();
  if (const auto* far = dynamic_cast<Surroundings*>(in.far())) transmitter_ = &far->port();
  if (time_codes_ != nullptr) time_codes_->start();
}

// --- transmitter

Time StreamPort::earliest(Time stamp) const {
  const Time at = next_boundary_of_nuls(free_from_, stamp);
  if (owed_ == 0 || at < owed_at_) return at;
  return next_boundary_of_nuls(owed_at_ + time_owed(), stamp);
}

// NULs of 8 bits from `since` on; what comes with a boundary waits for the next one.
Time StreamPort::next_boundary_of_nuls(Time since, Time stamp) const {
  if (stamp < since) return since;
  const Time period = bit_count(null_token) * bit_time_;
  return since + ((stamp - since) / period + 1) * period;
}

void StreamPort::begin(PacketTransfer&& packet, Time now) {
  settle(now);
  flows_ = true;
  since_ = now;
  sending_bytes_ = packet.bytes();
  if (receiver_ == nullptr || !unobserved_) keep(packet);
  if (receiver_ == nullptr) return call(packet_begin);
  receiver_->client_->packet_begins(std::move(packet), now);
}

void StreamPort::keep(const PacketTransfer& packet) {
  sending_ = packet;
  if (packets.begins.bound()) packets.begins.write({packet.begin, packet.tag});
}

void StreamPort::flow(bool flows, Time now) {
  if (flows) settle(now);
  flows_ = flows;
  since_ = now;
  if (!flows) stop_at(now);
  if (receiver_ == nullptr) return call(flows ? stream_go : stream_stop);
  receiver_->client_->flow_changes(flows, now);
}

void StreamPort::end(Time now) {
  flows_ = false;
  counters_.data += sending_bytes_;
  ++counters_.ends;
  stop_at(now);
  if ((receiver_ == nullptr || !unobserved_) && sending_.body != nullptr) report_end(now);
  if (receiver_ != nullptr) receiver_->take_end(sending_bytes_ + 1, now);
}

// Of a packet that was kept.
void StreamPort::report_end(Time now) {
  if (packets.ends.bound()) {
    packets.ends.write({now, sending_.tag, sending_.begin, sending_bytes_, sending_.body->end()});
  }
  if (receiver_ == nullptr) call(packet_end);
  sending_.body.reset();
}

void StreamPort::call(const tlm::tlm_phase& which) {
  tlm::tlm_phase phase = which;
  sc_core::sc_time delay;
  out->nb_transport_fw(sending_, phase, delay);
}

void StreamPort::stop_at(Time now) {
  free_from_ = now + time_owed() + std::exchange(owed_codes_, 0);
  owed_ = 0;
}

// While nothing flows: what was owed until now has gone.
void StreamPort::settle(Time now) {
  if (owed_ == 0 || owed_at_ > now) return;
  free_from_ = owed_at_ + time_owed();
  owed_ = 0;
}

// --- receiver

void StreamPort::take_end(std::uint32_t tokens, Time now) {
  has_come_in(tokens, now);
  client_->packet_ends(now);
}

void StreamPort::has_come_in(std::uint32_t tokens, Time now) {
  const std::uint32_t unanswered = unanswered_ + tokens;
  unanswered_ = unanswered % tokens_of_fct;
  const std::uint32_t fcts = unanswered / tokens_of_fct;
  if (fcts == 0) return;
  if (!flows_) {
    settle(now);
    if (owed_ == 0) owed_at_ = earliest(now);
  }
  owed_ += fcts;
  counters_.fcts += fcts;
}

// Between two tokens of what this end transmits, of a packet or NULs.
Time StreamPort::next_boundary(Time since) const {
  if (!flows_ || since < since_) return earliest(since);
  const Time token = bit_count(data_token(0)) * bit_time_;
  return since + token - (since - since_) % token;
}

void StreamPort::block(Time now) {
  if (transmitter_ != nullptr) return transmitter_->take_block(true, now, now);
  PacketTransfer none;
  tlm::tlm_phase phase = stream_block;
  sc_core::sc_time delay;
  in->nb_transport_bw(none, phase, delay);
}

void StreamPort::unblock(Time since, Time now) {
  const Time boundary = next_boundary(since);
  if (transmitter_ != nullptr) return transmitter_->take_block(false, boundary, now);
  PacketTransfer none;
  tlm::tlm_phase phase = stream_unblock;
  sc_core::sc_time delay = sc_core::sc_time::from_value(boundary - now);
  in->nb_transport_bw(none, phase, delay);
}

void StreamPort::take_block(bool blocked, Time boundary, Time now) {
  if (!blocked) granted_ = boundary + (bit_count(fct_token) + 1) * bit_time_;
  client_->block_changes(blocked, now);
}

// --- sockets

tlm::tlm_sync_enum StreamPort::Surroundings::nb_transport_fw(PacketTransfer& packet,
                                                             tlm::tlm_phase& phase,
                                                             sc_core::sc_time&) {
  StreamPort& self = *port_;
  const Time now = kernel_time();
  if (phase == packet_begin) {
    self.coming_ = std::make_unique<PacketTransfer>(packet);
    self.client_->packet_begins(PacketTransfer(packet), now);
  } else if (phase == stream_stop) {
    self.client_->flow_changes(false, now);
  } else if (phase == stream_go) {
    self.client_->flow_changes(true, now);
  } else if (phase == packet_end) {
    self.take_end(std::exchange(self.coming_, nullptr)->tokens(), now);
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
  time_codes_ = std::make_unique<TimeCodeSource>(interval, bit_time_, surroundings_, wheel);
}

Time StreamPort::take_time_code(Time now) {
  ++counters_.time_codes;
  const Time begin = next_boundary(now);
  if (flows_) {
    owed_codes_ += time_codes_->length();
  } else {
    free_from_ = begin + time_codes_->length();
    owed_ = 0;
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
