#include "tlm/c104/stream_c104.hpp"

#include "hw/common/kernel_time.hpp"

namespace weft::stream {

C104::C104(sc_core::sc_module_name name, const C104Parameters& parameters,
           const std::vector<DsLinkParameters>& links, std::uint64_t seed, Wheel& wheel)
    : PacketSwitch(name, wheel, parameters, seed, links) {}

// Null for none.
const C104::Flow* C104::head(unsigned input) const {
  const StreamCrossbar::Port* const port = crossbar_->port(input);
  return port == nullptr ? nullptr : port->input.first;
}

SwitchInputHead C104::input_head(unsigned port) const {
  const Flow* const first = head(port);
  if (first == nullptr || !first->requested) return {};
  if (first->dropped()) return {SwitchInputState::dropping};
  if (!first->has_output()) return {SwitchInputState::waiting, first->packet.header};
  const bool full = crossbar_->is_full(first->out->output, kernel_time());
  return {SwitchInputState::connected, first->packet.header, first->out->number, full};
}

SwitchLinkStatus C104::link_status(unsigned port) const {
  const bool runs = crossbar_->port(port) != nullptr && !crossbar_->is_held(port);
  return {runs ? LinkState::run : LinkState::error_reset};
}

StandingPacket C104::packet_at(unsigned input, Time now) const {
  using State = StandingPacket::State;
  const Flow* const first = head(input);
  if (first == nullptr) return {};
  const auto standing = [first](State state, std::uint64_t outputs) {
    return StandingPacket{state, first->packet.tag, first->packet.header, outputs};
  };
  if (!first->requested) {
    return crossbar_->decodes(input) ? standing(State::routing, 0) : StandingPacket{};
  }
  if (first->dropped()) return {};
  if (!first->has_output()) return standing(State::waits, first->route.links());
  const StreamCrossbar::Output& output = first->out->output;
  const bool moves =
      output.flows || StreamCrossbar::is_live(*first) || crossbar_->has_crossed(*first, now);
  if (moves || !output.blocked) return {};
  return standing(State::crosses, std::uint64_t{1} << first->out->number);
}

OutputState C104::output(unsigned port, Time now) const {
  const StreamCrossbar::Port* const at = crossbar_->port(port);
  OutputState state;
  state.dead = at == nullptr;
  if (state.dead) return state;
  const StreamCrossbar::Output& output = at->output;
  state.full = output.blocked;
  if (output.crossing != nullptr) state.holder = static_cast<int>(output.crossing->input);
  state.moved = crossbar_->moved(output, now);
  return state;
}

}  // namespace weft::stream
