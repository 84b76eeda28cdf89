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
    return {status.request <= now ? State::waits : State::routing, status.tag.trace.id,
            status.header, status.interval.first_link, status.interval.group_size};
  }
  if (status.state != C104Core::InputState::connected || !status.blocked) return {};
  return {State::crosses, status.tag.trace.id, status.header, static_cast<unsigned>(status.output),
          1};
}

OutputState C104Waits::output(unsigned port, Time now) const {
  const LinkCore& link = core_->link_end(port);
  return {is_dead(link, now), link.state() == LinkState::run && link.credit() == 0,
          core_->connected_to(port), link.counters().data + link.counters().ends};
}

}  // namespace weft
