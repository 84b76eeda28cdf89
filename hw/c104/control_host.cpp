#include "hw/c104/control_host.hpp"

#include <algorithm>
#include <utility>

namespace weft {

void ControlHost::wake_at(Time time) {
  wake_ = time == never ? never : edge_from(time, parameters_.clock);
  if (wake_ != never) driver_->evaluate_at(wake_);
}

void ControlHost::receive(unsigned port, Token token, const PacketTag&, Time now) {
  chains_[port].port.receive(token, now);
  driver_->evaluate_at(edge_after(now, parameters_.clock));
}

void ControlHost::link_changed(unsigned port, Time) { chains_[port].port.link_changed(); }

void ControlHost::evaluate(Time now) {
  for (unsigned port = 0; port < chains_.size(); ++port) take_packets(port, now);
  if (now >= wake_) {
    wake_ = never;
    if (client_ != nullptr) client_->woken(now);
  }
  Time next = wake_;
  for (const Chain& chain : chains_) {
    if (chain.port.has_any()) next = std::min(next, edge_after(now, parameters_.clock));
  }
  if (next != never) driver_->evaluate_at(next);
}

void ControlHost::take_packets(unsigned port, Time now) {
  Chain& chain = chains_[port];
  while (chain.port.has(now)) {
    const bool cut = chain.port.cut();
    const Token token = chain.port.take(now);
    if (token.kind == TokenKind::data) {
      chain.packet.push_back(token.value);
      continue;
    }
    const std::vector<std::uint8_t> packet = std::exchange(chain.packet, {});
    if (cut || packet.empty() || client_ == nullptr) continue;
    if (packet.size() == 1) {
      client_->acknowledged(port, packet[0], now);
      continue;
    }
    chain.port.put_packet(packet[0], {}, now);
    client_->message(port, packet[0], {packet.begin() + 1, packet.end()}, now);
  }
}

}  // namespace weft
