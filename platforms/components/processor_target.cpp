#include "platforms/components/processor_target.hpp"

#include "hw/c104/register_map.hpp"

namespace weft {

bool ProcessorTarget::is_of_links(const ControlRequest& request) const {
  const bool accesses =
      request.command == ControlCommand::peek || request.command == ControlCommand::poke;
  return accesses && processor_.links && request.address >= ProcessorControl::link_base;
}

// A command register, which can be written, and a status register of each link.
ControlAnswer ProcessorTarget::carry_out_on_links(const ControlRequest& request, Time now) {
  const std::uint32_t offset = request.address - ProcessorControl::link_base;
  const unsigned link = offset / ProcessorControl::link_every;
  const std::uint32_t which = offset % ProcessorControl::link_every;
  const bool reads = request.command == ControlCommand::peek;
  if (link >= processor_.core->parameters().links ||
      which != (reads ? ProcessorControl::link_status : ProcessorControl::link_command)) {
    return handshake(request, ControlStatus::no_register);
  }
  ControlAnswer answer = handshake(request, ControlStatus::done);
  if (reads) {
    namespace bits = c104_map::link::status;
    const SwitchLinkStatus end = processor_.links->status(link);
    answer.value = bits::state.in(static_cast<std::uint32_t>(end.state)) |
                   bits::error.in(static_cast<std::uint32_t>(end.error)) |
                   bits::credit.in(end.credit);
  } else if (request.value == 1) {
    processor_.links->start(link, now);
  } else {
    answer.status = ControlStatus::refused;
  }
  return answer;
}

ControlAnswer ProcessorTarget::carry_out(const ControlRequest& request, Time now) {
  if (is_of_links(request)) return carry_out_on_links(request, now);
  ControlAnswer answer = handshake(request, ControlStatus::done);
  const auto end_unless = [&answer](bool done, ControlStatus status) {
    if (!done) answer.status = status;
  };
  switch (request.command) {
    case ControlCommand::identify: answer.value = control_.identity(); break;
    case ControlCommand::peek: {
      const auto word = control_.read(request.address);
      answer.value = word.value_or(0);
      end_unless(word.has_value(), ControlStatus::no_register);
      break;
    }
    case ControlCommand::poke:
      end_unless(control_.write(request.address, request.value), ControlStatus::no_register);
      break;
    case ControlCommand::boot:
      end_unless(control_.begin_load(request.address, request.value), ControlStatus::no_register);
      break;
    case ControlCommand::boot_data:
      end_unless(control_.load(request.data), ControlStatus::refused);
      break;
    case ControlCommand::run: end_unless(control_.run(now), ControlStatus::refused); break;
    case ControlCommand::stop: end_unless(control_.stop(now), ControlStatus::refused); break;
    case ControlCommand::reset:
      control_.reset(now);
      for (unsigned link = 0; processor_.links && link < processor_.core->parameters().links;
           ++link) {
        processor_.links->halt(link, now);
      }
      break;
    default: answer.status = ControlStatus::unknown; break;
  }
  return answer;
}

}  // namespace weft
