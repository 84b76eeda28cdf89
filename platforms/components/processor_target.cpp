#include "platforms/components/processor_target.hpp"

namespace weft {

ControlAnswer ProcessorTarget::carry_out(const ControlRequest& request, Time now) {
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
    case ControlCommand::reset: control_.reset(now); break;
    default: answer.status = ControlStatus::unknown; break;
  }
  return answer;
}

}  // namespace weft
