#include "tlm/c104/packet_c104.hpp"

#include "hw/common/kernel_time.hpp"

namespace weft::packet {

C104::C104(sc_core::sc_module_name name, const C104Parameters& parameters,
           const std::vector<DsLinkParameters>& links, std::uint64_t framed, std::uint64_t seed,
           Wheel& wheel)
    : PacketSwitch(name, wheel, parameters, seed, links, framed) {}

SwitchPolicy& C104::policy_to_write() {
  crossbar_->tables_may_change(kernel_time());
  return crossbar_->policy();
}

SwitchInputHead C104::input_head(unsigned number) const {
  const PacketCrossbar::Port* const port = crossbar_->port(number);
  if (port == nullptr) return {};
  const Transit* const first = port->first;
  if (port->is_left_by_one(kernel_time())) {
    const std::uint32_t header =
        port->leaves == never ? first->packet.header : port->leaving_header;
    if (port->leaving_to == PacketCrossbar::nowhere) return {SwitchInputState::dropping};
    return {SwitchInputState::connected, header, port->leaving_to};
  }
  if (first == nullptr || first->entry.scheduled()) return {};
  if (first->is_dropped()) return {SwitchInputState::dropping};
  return {SwitchInputState::waiting, first->packet.header};
}

SwitchLinkStatus C104::link_status(unsigned port) const {
  const PacketCrossbar::Port* const at = crossbar_->port(port);
  return {at != nullptr ? at->link.state() : LinkState::error_reset};
}

StandingPacket C104::packet_at(unsigned input, Time now) const {
  using State = StandingPacket::State;
  const PacketCrossbar::Port* const port = crossbar_->port(input);
  if (port == nullptr || port->first == nullptr || port->is_left_by_one(now)) return {};
  const Transit& first = *port->first;
  if (first.entry.scheduled()) return {State::routing, first.packet.tag, first.packet.header, 0};
  if (first.is_dropped()) return {};
  return {State::waits, first.packet.tag, first.packet.header, first.route.links()};
}

OutputState C104::output(unsigned port, Time now) const {
  const PacketCrossbar::Port* const at = crossbar_->port(port);
  OutputState state;
  state.dead = at == nullptr;
  if (state.dead) return state;
  state.awaits_room = (crossbar_->blocked() >> port & 1) != 0;
  const unsigned holder = crossbar_->holder(port, now);
  if (holder != no_port) state.holder = static_cast<int>(holder);
  state.moved = at->link.counters().ends;
  return state;
}

// Without contention every packet in the switch is on its way.
bool C104::expects_event(Time now) const {
  const C104Parameters& parameters = policy().parameters();
  if (parameters.contention != Contention::full) return crossbar_->packets() != 0;
  for (unsigned port = 0; port < parameters.links; ++port) {
    const PacketCrossbar::Port* const at = crossbar_->port(port);
    if (at == nullptr) continue;
    if (at->is_left_by_one(now) && at->leaves != never) return true;
    if (at->first != nullptr && at->first->entry.scheduled()) return true;
  }
  return false;
}

}  // namespace weft::packet
