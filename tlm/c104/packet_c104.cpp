#include "tlm/c104/packet_c104.hpp"

namespace weft::packet {

C104::C104(sc_core::sc_module_name name, const C104Parameters& parameters,
           const std::vector<DsLinkParameters>& links, std::uint64_t framed, std::uint64_t seed,
           Wheel& wheel)
    : PacketSwitch(name, parameters, seed),
      crossbar_(wheel.bank().make<PacketCrossbar>(policy_, links, framed, wheel)) {}

// Null for none.
const C104::Transit* C104::head(unsigned input) const {
  const PacketCrossbar::Port* const port = crossbar_->port(input);
  return port == nullptr ? nullptr : port->first;
}

SwitchInputHead C104::input_head(unsigned port) const {
  const Transit* const first = head(port);
  if (first == nullptr || !first->decoded) return {};
  if (first->is_dropped()) return {SwitchInputState::dropping};
  if (!first->has_output()) return {SwitchInputState::waiting, first->packet.header};
  return {SwitchInputState::connected, first->packet.header, first->output};
}

SwitchLinkStatus C104::link_status(unsigned port) const {
  const PacketCrossbar::Port* const at = crossbar_->port(port);
  return {at != nullptr ? at->link.state() : LinkState::error_reset};
}

StandingPacket C104::packet_at(unsigned input, Time) const {
  using State = StandingPacket::State;
  const Transit* const first = head(input);
  if (first == nullptr) return {};
  if (!first->decoded) return {State::routing, first->packet.tag, first->packet.header, 0};
  if (first->has_output() || first->is_dropped()) return {};
  return {State::waits, first->packet.tag, first->packet.header, first->route.links()};
}

OutputState C104::output(unsigned port, Time) const {
  const PacketCrossbar::Port* const at = crossbar_->port(port);
  OutputState state;
  state.dead = at == nullptr;
  if (state.dead) return state;
  state.awaits_room = (crossbar_->blocked() >> port & 1) != 0;
  if (const Transit* const holder = crossbar_->holder(port); holder != nullptr) {
    state.holder = static_cast<int>(holder->input_number());
  }
  state.moved = at->link.counters().ends;
  return state;
}

// Without contention every packet in the switch is on its way.
bool C104::expects_event(Time) const {
  if (policy_.parameters().contention != Contention::full) return crossbar_->packets() != 0;
  for (unsigned port = 0; port < policy_.parameters().links; ++port) {
    for (const Transit* transit = head(port); transit != nullptr; transit = transit->next) {
      if (transit->entry.scheduled()) return true;
    }
  }
  return false;
}

}  // namespace weft::packet
