// The gates of the computation agent: when they stall, what goes through them.
#include "hw/common/overloaded.hpp"
#include "hw/iwarp/computation_port.hpp"

namespace weft {

using namespace port;

// Both gates of a kind may be bound to one channel: it needs two words, or room for two, then.
Stall ComputationPort::stall_of_gates(unsigned reads, unsigned writes, Time now) const {
  const bool two_reads = reads == 3 && gates_.inputs[0] == gates_.inputs[1];
  const bool two_writes = writes == 3 && gates_.outputs[0] == gates_.outputs[1];
  Stall stall = Stall::none;
  for (unsigned gate = 0; gate < gate_count && stall == Stall::none; ++gate) {
    if ((reads >> gate & 1U) != 0) stall = stall_of_input(gate, two_reads ? 2 : 1, now);
    if (stall == Stall::none && (writes >> gate & 1U) != 0) {
      stall = stall_of_output(gate, two_writes ? 2 : 1, now);
    }
  }
  return stall;
}

// False if what an operation writes finds no room in a queue into which the memory agent puts words
// too, or finds it at work there.
bool ComputationPort::sends(Time now) {
  if (can_send(operation_)) {
    if (phase_ == Phase::sending) note(Stall::none, now);
    return true;
  }
  phase_ = Phase::sending;
  note(Stall::full_gate, now);
  due_ = now + clock_;
  return false;
}

bool ComputationPort::can_send(const Operation& operation) const {
  return std::visit(
      Overloaded{[this](const SendMarker& op) { return agent_->can_send(op.input, 1); },
                 [this](const SendWord& op) { return agent_->can_send(op.input, 1); },
                 [this](const Write& op) { return gates_can_send(1U << op.gate); },
                 [this](const LongWord& op) {
                   return gates_can_send((op.writes[0] ? 1U : 0U) | (op.writes[1] ? 2U : 0U));
                 },
                 [this](const Instruction& op) { return gates_can_send(op.writes); },
                 [](const auto&) { return true; }},
      operation);
}

bool ComputationPort::gates_can_send(unsigned writes) const {
  const bool both = writes == 3 && gates_.outputs[0] == gates_.outputs[1];
  for (unsigned gate = 0; gate < gate_count; ++gate) {
    if ((writes >> gate & 1U) == 0) continue;
    if (!agent_->can_send(static_cast<unsigned>(gates_.outputs[gate]), both ? 2 : 1)) return false;
  }
  return true;
}

void ComputationPort::write_gates(Instruction instruction) {
  if (instruction.writes == 0) return;
  for (unsigned number = 0; number < instruction.accesses.size(); ++number) {
    const MemoryAccess& access = instruction.accesses[number];
    const std::uint64_t loaded = result_.loaded[number];
    for (unsigned gate = 0; gate < gate_count; ++gate) {
      const bool upper = gate != 0 && access.wide;
      if ((access.gates >> gate & 1U) == 0) continue;
      instruction.written[gate] = static_cast<std::uint32_t>(upper ? loaded >> 32 : loaded);
    }
  }
  for (unsigned gate = 0; gate < gate_count; ++gate) {
    if ((instruction.writes >> gate & 1U) != 0) write(gate, instruction.written[gate]);
  }
}

Stall ComputationPort::stall_of_input(unsigned gate, unsigned words, Time now) const {
  const auto input = static_cast<unsigned>(gates_.inputs[gate]);
  if (!agent_->readable(input)) return Stall::empty_gate;
  if (words > 1 && agent_->queue_level(input) < words) return Stall::empty_gate;
  return input_free_[gate] <= now ? Stall::none : Stall::gate_bus;
}

Stall ComputationPort::stall_of_output(unsigned gate, unsigned words, Time now) const {
  if (agent_->room(static_cast<unsigned>(gates_.outputs[gate])) < words) return Stall::full_gate;
  return output_free_[gate] <= now ? Stall::none : Stall::gate_bus;
}

Word ComputationPort::read(unsigned gate, Time now) {
  input_free_[gate] = now + gate_time_;
  const Word word = agent_->receive(gate, static_cast<unsigned>(gates_.inputs[gate]));
  if (word.tag == WordTag::data) ++words_received_;
  return word;
}

void ComputationPort::write(unsigned gate, std::uint32_t value) {
  send(gate, static_cast<unsigned>(gates_.outputs[gate]), value);
}

void ComputationPort::send(unsigned gate, unsigned input, std::uint32_t value) {
  ++words_sent_;
  agent_->send(gate, input, {value, WordTag::data});
}

}  // namespace weft
