#include "platforms/components/c104_waits.hpp"

namespace weft {
namespace {

using State = StandingPacket::State;

// A link that an error has stopped for good, as far as the hardware goes.
bool is_dead(const LinkCore& link, Time now) {
  const DsLinkParameters& parameters = link.parameters();
  return link.down(now) && parameters.form == LinkForm::ieee1355 && parameters.auto_restart == 0;
}

}  // namespace

StandingPacket C104Waits::packet_at(unsigned input, Time now) const {
  const C104Core::InputStatus status = core_->input_status(input);
  if (status.state == C104Core::InputState::waiting) {
    return {status.request <= now ? State::waits : State::routing, status.tag, status.header,
            status.interval.links()};
  }
  if (status.state != C104Core::InputState::connected || !status.blocked) return {};
  return {State::crosses, status.tag, status.header, std::uint64_t{1} << status.output};
}

OutputState C104Waits::output(unsigned port, Time now) const {
  const LinkCore& link = core_->link_end(port);
  return {is_dead(link, now), link.state() == LinkState::run && link.credit() == 0, false,
          core_->connected_to(port), link.counters().data + link.counters().ends};
}

bool C104Waits::expects_event(Time now) const {
  for (unsigned input = 0; input < core_->parameters().links; ++input) {
    if (packet_at(input, now).state == State::routing) return true;
  }
  return false;
}

}  // namespace weft
