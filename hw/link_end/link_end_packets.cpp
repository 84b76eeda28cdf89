// A bare link end whose link carries whole packets.
#include <algorithm>
#include <span>
#include <utility>

#include "hw/link_end/link_end_core.hpp"
#include "hw/link_end/stalls.hpp"

namespace weft {

void LinkEndCore::attach(PacketLine& line, unsigned header_bytes, CycleDriver& driver) {
  line_ = &line;
  header_bytes_ = header_bytes;
  driver_ = &driver;
}

void LinkEndCore::evaluate(Time now) {
  if (now >= sent_ && line_->idle()) finish_packet(now);
  if (sent_ == never && !outgoing_.empty()) send_packet(now);
  while (!arrived_.empty() && arrived_.front().taken <= now) {
    arrived_.pop();
    line_->free_frame();
  }
  for (std::uint32_t i = 0; i < arrived_.size(); ++i) {
    Arrived& arrived = arrived_[i];
    if (arrived.taken == never && arrived.packet.end <= now) hand_over(arrived, now);
    driver_->evaluate_at(arrived.taken == never ? arrived.packet.end : arrived.taken);
  }
}

// --- what goes out

void LinkEndCore::send_packet(Time now) {
  if (ready_ > now) return driver_->evaluate_at(ready_);
  const LinkEndPacket& packet = outgoing_.front();
  const auto tokens = static_cast<std::uint32_t>(packet.bytes.size() + 1);
  if (!line_->idle() || !line_->has_room(tokens)) return;  // frame_free tells
  PacketTransfer transfer;
  transfer.header_bytes = static_cast<std::uint8_t>(header_bytes_);
  for (unsigned i = 0; i < header_bytes_; ++i) {
    transfer.header = (transfer.header << 8) | packet.bytes[i];
  }
  transfer.body = bodies_.take();
  transfer.body->fill(std::as_bytes(std::span(packet.bytes).subspan(header_bytes_)), packet.end,
                      now);
  transfer.begin = now;
  transfer.bit_time = line_->bit_time();
  transfer.end = now + transfer.bits() * transfer.bit_time;
  sent_ = transfer.end;
  driver_->evaluate_at(sent_);
  line_->send(std::move(transfer));
}

void LinkEndCore::finish_packet(Time now) {
  const std::size_t bytes = outgoing_.front().bytes.size();
  counters_.bytes_sent += bytes;
  ++counters_.packets_sent;
  outgoing_.pop_front();
  sent_ = never;
  ready_ = now + draw_stalls(send_stalls_, parameters_.send_stall, parameters_.send_stall_every,
                             bytes + 1);
}

// --- what comes in

void LinkEndCore::packet_begins(unsigned port, PacketTransfer&& packet, Time now) {
  coming_ = packet;
  if (packet.end != never) packet_ends(port, packet.end, now);
}

void LinkEndCore::packet_ends(unsigned, Time end, Time now) {
  Arrived arrived{std::exchange(coming_, {})};
  arrived.packet.end = std::max(end, now);
  arrived_.push(arrived);
  driver_->evaluate_at(arrived.packet.end);
}

void LinkEndCore::hand_over(Arrived& arrived, Time now) {
  const PacketTransfer& packet = arrived.packet;
  std::vector<std::uint8_t> bytes;
  const auto add_header = [&bytes](std::uint32_t header, unsigned count) {
    for (; count != 0; --count) {
      bytes.push_back(static_cast<std::uint8_t>(header >> (8 * (count - 1))));
    }
  };
  add_header(packet.header, packet.header_bytes);
  add_header(packet.inner_header, packet.inner_bytes);
  const PacketBodyPtr body = packet.content();
  bytes.insert(bytes.end(), body->bytes().begin(), body->bytes().end());
  counters_.bytes_received += bytes.size();
  ++counters_.packets_received;
  taken_ = std::max(taken_, now) + draw_stalls(receive_stalls_, parameters_.receive_stall,
                                               parameters_.receive_stall_every, bytes.size() + 1);
  arrived.taken = taken_;
  if (listener_ == nullptr) return;
  for (const std::uint8_t byte : bytes) listener_->token_in(data_token(byte), now);
  listener_->token_in(body->end(), now);
}

}  // namespace weft
