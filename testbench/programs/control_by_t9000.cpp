#include "testbench/programs/control_by_t9000.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <vector>

#include "testbench/programs/alternative.hpp"
#include "testbench/programs/pending_send.hpp"
#include "testbench/programs/process_messages.hpp"

namespace weft {

Socket ControlSockets::open(std::uint8_t label) {
  const T9000Parameters& parameters = core_->parameters();
  if (label < parameters.min_header || label > parameters.max_header) {
    throw std::out_of_range(fmt::format("label {} of a T9000 with headers {} to {}", label,
                                        parameters.min_header, parameters.max_header));
  }
  const unsigned channel = label - parameters.min_header;
  core_->open(channel, label, 0);
  const Socket socket(*core_, channel);
  opened_.insert_or_assign(label, socket);
  return socket;
}

std::coroutine_handle<> ControlByT9000::send(const ControlledDevice& device,
                                             const ControlRequest& request,
                                             std::coroutine_handle<> program) {
  handshake_.reset();
  const Socket unit = sockets_->to(device.label);
  exchange_ = exchange(*this, unit, request, unanswered_[device.label]);
  exchange_.handle().promise().caller = program;
  return exchange_.handle();
}

Program ControlByT9000::exchange(ControlByT9000& own, Socket unit, ControlRequest request,
                                 unsigned& unanswered) {
  Process& self = *own.self_;
  const T9000Parameters& parameters = self.core().parameters();
  const Time tick = self.priority() == Priority::high ? parameters.high_tick : parameters.low_tick;
  const Ticks latest = self.timer() + static_cast<Ticks>(own.time_out_ / tick + 1);
  const PendingSend sent = self.post(unit, bytes_of(request));
  ++unanswered;
  while (!own.handshake_) {
    if (co_await self.alt(unit, Guard::after(latest)) != 0) co_return;
    ControlAnswer answer;
    co_await next_answer(self, unit, answer);
    if (answer.kind == ControlAnswer::Kind::error) {
      own.told_.push_back(answer);
    } else if (unanswered > 1) {
      --unanswered;  // that of one before, which has come too late
    } else if (answer.command == request.command) {
      unanswered = 0;
      own.handshake_ = answer;
    }
  }
}

std::optional<ControlAnswer> ControlByT9000::handshake() {
  exchange_.rethrow();
  return handshake_;
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
