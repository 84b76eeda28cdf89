// Logical channels that a program puts on busses.
#include <fmt/format.h>

#include "hw/iwarp/allocation_check.hpp"
#include "hw/iwarp/computation_port.hpp"

namespace weft {

using namespace port;

// They go out channel by channel by themselves, whoever waits for them.
bool ComputationPort::waits_for_signals() const {
  const auto* op = std::get_if<AllocateInput>(&operation_);
  return op != nullptr && (agent_->signals_waiting() >> op->input & 1U) != 0;
}

// A gate that sends into a channel which is the cell's own no longer.
std::string ComputationPort::find_feeder(unsigned input, const InputPlace& place) const {
  if (place.own) return {};
  const auto bound = [input](const char* kind, unsigned gate) {
    return fmt::format("logical input channel {} cannot be put on a bus: {} {} sends into it",
                       input, kind, gate);
  };
  for (unsigned gate = 0; gate < gate_count; ++gate) {
    if (gates_.outputs[gate] == static_cast<int>(input)) return bound("output gate", gate);
  }
  for (unsigned gate = 0; gate < spool_count; ++gate) {
    if (memory_->feeds(gate, input)) return bound("spooling gate", gate);
  }
  return {};
}

// What was found when the operation began need not hold at its end: a pathway may have come.
void ComputationPort::allocate(const AllocateInput& op) {
  if (op.place == agent_->channels().place_of_input(op.input)) return;
  std::string fault = find_allocation_fault(*agent_, op.input, op.place);
  if (fault.empty()) fault = find_feeder(op.input, op.place);
  if (!fault.empty()) return stop(fault, due_);
  agent_->allocate_input(op.input, op.place);
}

void ComputationPort::allocate(const AllocateOutput& op) {
  if (op.place == agent_->channels().place_of_output(op.output)) return;
  const std::string fault = find_allocation_fault(*agent_, op.output, op.place);
  if (!fault.empty()) return stop(fault, due_);
  agent_->allocate_output(op.output, op.place);
}

}  // namespace weft
