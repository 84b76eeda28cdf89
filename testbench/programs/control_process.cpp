#include "testbench/programs/control_process.hpp"

#include <algorithm>
#include <utility>

#include "testbench/programs/program_error.hpp"

namespace weft {

ControlProcess::ControlProcess(std::string name, ControlHost& host)
    : name_(std::move(name)), host_(&host) {
  host.serve(*this);
}

void ControlProcess::start(Program program) {
  program_ = std::move(program);
  suspended_ = program_.handle();
  go_on(0);
}

std::coroutine_handle<> ControlProcess::send(const ControlledDevice& device,
                                             const ControlRequest& request,
                                             std::coroutine_handle<> program) {
  suspended_ = program;
  sending_ = true;
  device_ = device;
  acknowledged_ = answered_ = false;
  if (request.command == ControlCommand::start) known_.push_back(device);
  host_->send(device.port, device.label, bytes_of(request), now_);
  host_->wake_at(now_ + host_->parameters().time_out);
  return std::noop_coroutine();
}

void ControlProcess::acknowledged(unsigned port, std::uint8_t label, Time now) {
  if (!is_current(port, label)) return;
  acknowledged_ = true;
  go_on_if_done(now);
}

void ControlProcess::message(unsigned port, std::uint8_t label,
                             const std::vector<std::uint8_t>& bytes, Time now) {
  const auto answer = answer_of(bytes);
  if (!answer) return;
  if (answer->kind == ControlAnswer::Kind::error) {
    const auto device = std::find_if(known_.begin(), known_.end(), [&](const auto& one) {
      return one.port == port && one.label == label;
    });
    if (device == known_.end()) return;
    told_.push_back({*device, answer->value, static_cast<LinkError>(answer->error), now});
    if (std::exchange(waits_for_error_, false)) go_on(now);
    return;
  }
  if (!is_current(port, label)) return;
  answered_ = true;
  answer_ = *answer;
  go_on_if_done(now);
}

void ControlProcess::go_on_if_done(Time now) {
  if (!acknowledged_ || !answered_) return;
  host_->wake_at(never);
  go_on(now);
}

void ControlProcess::woken(Time now) { go_on(now); }

void ControlProcess::go_on(Time now) {
  now_ = now;
  std::exchange(suspended_, nullptr).resume();
  if (!program_.done()) return;
  finished_ = true;
  rethrow(program_, name_);
}

std::optional<ControlAnswer> ControlProcess::handshake() {
  sending_ = false;
  if (!acknowledged_ || !answered_) return {};
  return answer_;
}

}  // namespace weft
