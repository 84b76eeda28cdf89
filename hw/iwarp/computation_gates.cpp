// The gates of the computation agent: when they stall, what goes through them.
#include "hw/iwarp/computation_port.hpp"

namespace weft {

using namespace port;

// Of one that names a gate that is not there nothing is told.
ComputationPort::GateUse ComputationPort::gates_used(const Operation& operation) {
  const auto one_gate = [](unsigned gate) { return static_cast<std::uint8_t>(1U << gate); };
  GateUse use;
  if (const auto* word = std::get_if<LongWord>(&operation)) {
    use.any = true;
    use.clocks = 2;
    for (unsigned gate = 0; gate < gate_count; ++gate) {
      if (word->reads[gate]) use.reads |= one_gate(gate);
      if (!word->writes[gate]) continue;
      use.writes |= one_gate(gate);
      use.written[gate] = *word->writes[gate];
    }
  } else if (const auto* instruction = std::get_if<Instruction>(&operation)) {
    use.any = true;
    use.memory = instruction->accesses[0].kind != MemoryAccess::Kind::none;
    use.clocks = instruction->clocks;
    use.reads = instruction->reads;
    use.writes = instruction->writes;
  } else if (const auto* read = std::get_if<Read>(&operation); read && read->gate < gate_count) {
    use.any = true;
    use.one_result = true;
    use.clocks = 1;
    use.reads = one_gate(read->gate);
  } else if (const auto* write = std::get_if<Write>(&operation);
             write && write->gate < gate_count) {
    use.any = true;
    use.clocks = 1;
    use.writes = one_gate(write->gate);
    use.written[write->gate] = write->value;
  }
  return use;
}

// A gate has been bound.
void ComputationPort::find_channels_of_gates() {
  for (unsigned gates = 0; gates < gate_sets; ++gates) {
    read_by_[gates] = channels_of_gates(gates_.inputs, gates);
    filled_by_[gates] = channels_of_gates(gates_.outputs, gates);
  }
}

// True if the program goes on at gates alone. What it does there is found as for any operation.
bool ComputationPort::fetch_at_gates(Time now) {
  const std::optional<GateAccess> access = program_->next_at_gates(now);
  if (!access) return false;
  auto* instruction = std::get_if<Instruction>(&operation_);
  if (instruction == nullptr || use_.memory) instruction = &operation_.emplace<Instruction>();
  instruction->clocks = use_.clocks = access->clocks;
  instruction->reads = use_.reads = access->reads;
  instruction->writes = use_.writes = access->writes;
  use_.any = true;
  use_.memory = false;
  use_.one_result = false;
  phase_ = Phase::stalled;
  if (!gates_are_bound()) stop(find_fault(operation_, *agent_, gates_), now);
  return true;
}

// All that are used.
bool ComputationPort::gates_are_bound() const {
  return read_by_[use_.reads].bound && filled_by_[use_.writes].bound;
}

// Those of an operation without memory, for which then nothing else is to be looked at.
bool ComputationPort::gates_are_free(Time now) const {
  const GateChannels& read = read_by_[use_.reads];
  const GateChannels& filled = filled_by_[use_.writes];
  return busses_free_ <= now && !read.twice && !filled.twice && !use_.memory &&
         agent_->are_ready(read.channels, filled.channels);
}

// Both gates of a kind may be bound to one channel: it needs two words, or room for two, then.
// What a gate needs it keeps, unless the memory agent takes or puts words too.
ComputationPort::GateStall ComputationPort::stall_of_gates(Time now) const {
  const unsigned read = read_by_[use_.reads].twice ? 2 : 1;
  const unsigned written = filled_by_[use_.writes].twice ? 2 : 1;
  ChannelSet looked_at = 0;
  const auto stall_of = [&](Stall why, Time until, const ClientWatch& watch) {
    return GateStall{why, until, memory_->idle() ? watch : ClientWatch{.inputs = looked_at}};
  };
  for (unsigned gate = 0; gate < gate_count; ++gate) {
    if ((use_.reads >> gate & 1U) != 0) {
      const auto input = static_cast<unsigned>(gates_.inputs[gate]);
      looked_at |= bit(input);
      if (!agent_->readable(input) || (read > 1 && agent_->queue_level(input) < read)) {
        return stall_of(
            Stall::empty_gate, never,
            read > 1 ? ClientWatch{.inputs = bit(input)} : ClientWatch{.words = bit(input)});
      }
      if (input_free_[gate] > now) return stall_of(Stall::gate_bus, input_free_[gate], {});
    }
    if ((use_.writes >> gate & 1U) != 0) {
      const auto input = static_cast<unsigned>(gates_.outputs[gate]);
      looked_at |= bit(input);
      if (agent_->room(input) < written) {
        return stall_of(
            Stall::full_gate, never,
            written > 1 ? ClientWatch{.inputs = bit(input)} : ClientWatch{.room = bit(input)});
      }
      if (output_free_[gate] > now) return stall_of(Stall::gate_bus, output_free_[gate], {});
    }
  }
  if (use_.memory && memory_->bus_free() > now) {
    return stall_of(Stall::memory_bus, memory_->bus_free(), {});
  }
  return {};
}

bool ComputationPort::gates_stall(Time now) {
  const GateStall stall = stall_of_gates(now);
  if (stall.why == Stall::none) return false;
  note(stall.why, now);
  due_ = stall.until;
  watch_ = stall.watch;
  return true;
}

// False if the operation waits, or the program was stopped.
bool ComputationPort::begin_at_gates(Time now) {
  if (!gates_are_free(now) && gates_stall(now)) return false;
  note(Stall::none, now);
  busses_free_ = now + gate_time_;
  for (unsigned gate = 0; gate < gate_count; ++gate) {
    if ((use_.reads >> gate & 1U) != 0) result_.words[use_.one_result ? 0 : gate] = read(gate);
    if ((use_.reads >> gate & 1U) != 0) input_free_[gate] = busses_free_;
    if ((use_.writes >> gate & 1U) != 0) output_free_[gate] = busses_free_;
  }
  phase_ = Phase::running;
  if (auto* instruction = std::get_if<Instruction>(&operation_)) {
    begin_instruction(*instruction, now);
  } else {
    due_ = now + use_.clocks * clock_;
  }
  return phase_ != Phase::ended;
}

// False if what an operation writes finds no room in a queue into which the memory agent puts words
// too, or finds it at work there.
bool ComputationPort::sends(Time now) {
  if (can_send()) {
    if (phase_ == Phase::sending) note(Stall::none, now);
    return true;
  }
  phase_ = Phase::sending;
  note(Stall::full_gate, now);
  due_ = now + clock_;
  return false;
}

bool ComputationPort::can_send() const {
  if (use_.any) {
    const GateChannels& filled = filled_by_[use_.writes];
    if (filled.twice) return agent_->can_send(static_cast<unsigned>(gates_.outputs[0]), 2);
    return agent_->can_send_to(filled.channels);
  }
  if (const auto* marker = std::get_if<SendMarker>(&operation_)) {
    return agent_->can_send(marker->input, 1);
  }
  const auto* word = std::get_if<SendWord>(&operation_);
  return word == nullptr || agent_->can_send(word->input, 1);
}

void ComputationPort::write_gates() {
  if (use_.writes == 0) return;
  if (use_.memory) load_gates(std::get<Instruction>(operation_));
  for (unsigned gate = 0; gate < gate_count; ++gate) {
    if ((use_.writes >> gate & 1U) != 0) write(gate, use_.written[gate]);
  }
}

// What was loaded from memory for a gate is written to it.
void ComputationPort::load_gates(const Instruction& instruction) {
  for (unsigned number = 0; number < instruction.accesses.size(); ++number) {
    const MemoryAccess& access = instruction.accesses[number];
    const std::uint64_t loaded = result_.loaded[number];
    for (unsigned gate = 0; gate < gate_count; ++gate) {
      const bool upper = gate != 0 && access.wide;
      if ((access.gates >> gate & 1U) == 0) continue;
      use_.written[gate] = static_cast<std::uint32_t>(upper ? loaded >> 32 : loaded);
    }
  }
}

Word ComputationPort::read(unsigned gate) {
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
