#include "hw/link_end/link_end_core.hpp"

#include <algorithm>
#include <utility>

#include "hw/link_end/parameter_check.hpp"
#include "hw/link_end/stalls.hpp"

namespace weft {

LinkEndCore::LinkEndCore(const LinkEndParameters& parameters, std::uint64_t seed)
    : parameters_(parameters),
      send_stalls_(seed, "send_stall"),
      receive_stalls_(seed, "receive_stall") {
  check_parameters(parameters);
}

void LinkEndCore::send(LinkEndPacket packet, Time now) {
  const bool was_idle = outgoing_.empty();
  outgoing_.push_back(std::move(packet));
  if (!was_idle) return;
  ready_ = std::max(ready_, now);
  if (line_ != nullptr) return driver_->evaluate_at(ready_);
  link_->offer(ready_);
}

bool LinkEndCore::transmit(unsigned, Token& token, PacketTag& tag, Time now) {
  if (outgoing_.empty() || ready_ >= now) return false;
  const LinkEndPacket& packet = outgoing_.front();
  if (position_ == 0) tag = {};
  if (position_ < packet.bytes.size()) {
    token = data_token(packet.bytes[position_++]);
    ++counters_.bytes_sent;
  } else {
    token = packet.end;
    position_ = 0;
    outgoing_.pop_front();
    ++counters_.packets_sent;
  }
  const Time stall = draw_stall(send_stalls_, parameters_.send_stall, parameters_.send_stall_every);
  if (stall != 0) ready_ = now + stall;
  return true;
}

void LinkEndCore::receive(unsigned, Token token, const PacketTag&, Time now) {
  if (ends_packet(token)) {
    ++counters_.packets_received;
    if (is_down_) ++counters_.packets_cut;
  } else {
    ++counters_.bytes_received;
  }
  taken_ = std::max(taken_, now) + link_->bit_time() +
           draw_stall(receive_stalls_, parameters_.receive_stall, parameters_.receive_stall_every);
  link_->consumed(taken_);
  if (listener_ != nullptr) listener_->token_in(token, now);
}

}  // namespace weft
