#include "testbench/programs/command_sender.hpp"

#include <fmt/format.h>

#include "platforms/registry/quantity.hpp"

namespace weft {

namespace {

std::string text_of(const ControlRequest& request) {
  switch (request.command) {
    case ControlCommand::peek: return fmt::format("peek {:#06x}", request.address);
    case ControlCommand::poke:
      return fmt::format("poke {:#06x} {:#x}", request.address, request.value);
    case ControlCommand::boot:
      return fmt::format("boot {:#06x} {}", request.address, request.value);
    default: return std::string(name_of(request.command));
  }
}

}  // namespace

std::uint32_t CommandSender::Command::await_resume() const {
  const std::optional<ControlAnswer> answer = sender_->handshake();
  const std::string what = fmt::format("{}: `{}`", device_.name, text_of(request_));
  if (!answer) {
    throw ControlError(
        fmt::format("{} was not answered within {}: its control unit is not reached, or was not "
                    "started",
                    what, time_text(sender_->time_out())));
  }
  if (answer->status != ControlStatus::done) {
    throw ControlError(fmt::format("{}: {}", what, name_of(answer->status)));
  }
  return answer->value;
}

}  // namespace weft
