#include "testbench/programs/control_by_t9000.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <vector>

#include "testbench/programs/control_process.hpp"

namespace weft {

Socket ControlSockets::open(std::uint8_t label) {
  const T9000Parameters& parameters = core_->parameters();
  if (label < parameters.min_header || label > parameters.max_header) {
    throw std::out_of_range(fmt::format("label {} of a T9000 with headers {} to {}", label,
                                        parameters.min_header, parameters.max_header));
  }
  const unsigned channel = label - parameters.min_header;
  core_->open(channel, label, 0);
  return {*core_, channel, connections_.emplace_back()};
}

Program control(Process& self, Socket unit, ControlRequest request, ControlAnswer& answer) {
  co_await self.send(unit, bytes_of(request));
  co_await next_answer(self, unit, answer);
}

Program next_answer(Process& self, Socket unit, ControlAnswer& answer) {
  const ReceivedMessage message = co_await self.receive(unit);
  const auto found = answer_of(message.as<std::uint8_t>());
  if (!found) {
    throw ControlError(fmt::format("{} bytes on a control link that mean nothing", message.bytes));
  }
  answer = *found;
}

}  // namespace weft
