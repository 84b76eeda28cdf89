// What instructions of the sequencer move: words of gates and of memory.
#include "hw/iwarp/isa/encoding.hpp"
#include "hw/iwarp/isa/sequencer.hpp"

namespace weft::isa {

port::Operation Sequencer::issue_moving(const Step& step) {
  const port::Instruction instruction = moving_instruction(step);
  if (step.accesses == 0) return instruction;
  for (const port::MemoryAccess& access : instruction.accesses) {
    if (access.kind != port::MemoryAccess::Kind::store) continue;
    if (access.address >= image_->code_bytes()) continue;
    return trap_store(access.address);
  }
  return instruction;
}

port::Instruction Sequencer::moving_instruction(const Step& step) {
  port::Instruction instruction;
  instruction.clocks = step.clocks;
  instruction.reads = step.reads;
  instruction.writes = step.writes;
  if (step.accesses == 0) return instruction;
  unsigned number = 0;
  for (const Operation& op : step.instruction.operations) {
    if (is_access(op.op)) {
      instruction.accesses[number++] = access_of(op, step.instruction.long_word);
    }
  }
  return instruction;
}

port::MemoryAccess Sequencer::access_of(const Operation& op, bool long_word) const {
  const std::uint32_t offset = long_word ? 0 : static_cast<std::uint32_t>(op.value);
  port::MemoryAccess access;
  access.kind = is_load(op.op) ? port::MemoryAccess::Kind::load : port::MemoryAccess::Kind::store;
  access.wide = is_wide_access(op.op);
  access.address = registers_.word(op.a) + offset;
  if (is_load(op.op) && is_output_gate(op.d)) {
    access.gates = static_cast<std::uint8_t>(access.wide ? 3 : 1U << (op.d - out0));
  }
  return access;
}

// Executes an instruction with memory and without gates at once, if it has no fault.
bool Sequencer::access_ahead(const Step& step, Time now) {
  if (step.reads != 0 || step.writes != 0) return false;
  port::Instruction instruction = moving_instruction(step);
  for (const port::MemoryAccess& access : instruction.accesses) {
    if (!harmless(access)) return false;
  }
  begin(step);
  compute({}, instruction);
  MemoryAgent& memory = cell_->memory();
  std::array<std::uint64_t, 2> loaded{};
  for (unsigned i = 0; i < step.accesses; ++i) {
    const port::MemoryAccess& access = instruction.accesses[i];
    if (access.kind == port::MemoryAccess::Kind::load) {
      loaded[i] =
          (access.wide ? memory.load_double(access.address, now) : memory.load(access.address, now))
              .data;
    } else if (access.wide) {
      memory.store_double(access.address, access.value, now);
    } else {
      memory.store(access.address, static_cast<std::uint32_t>(access.value), now);
    }
  }
  take_loaded(step, loaded);
  return true;
}

bool Sequencer::harmless(const port::MemoryAccess& access) const {
  if (access.kind == port::MemoryAccess::Kind::none) return true;
  const bool store = access.kind == port::MemoryAccess::Kind::store;
  return access.address % (access.wide ? 8 : 4) == 0 &&
         access.address < cell_->communication().parameters().memory_bytes &&
         !(store && access.address < image_->code_bytes());
}

void Sequencer::compute(const port::Result& operands, port::Instruction& instruction) {
  for (unsigned gate = 0; gate < gate_count; ++gate) {
    if ((instruction.reads >> gate & 1U) == 0) continue;
    registers_.set(in0 + gate, operands.words[gate].value);
    tags_[gate] = operands.words[gate].tag;
  }
  const Step& step = steps_[current_];
  if (step.accesses != 0) take_stored(step, instruction);
  perform(step);
  for (unsigned gate = 0; gate < gate_count; ++gate)
    instruction.written[gate] = registers_.word(out0 + gate);
}

// What its stores write is read as it begins.
void Sequencer::take_stored(const Step& step, port::Instruction& instruction) const {
  unsigned number = 0;
  for (const Operation& op : step.instruction.operations) {
    if (!is_access(op.op)) continue;
    if (is_store(op.op)) {
      instruction.accesses[number].value =
          is_wide_access(op.op) ? registers_.pair(op.d) : registers_.word(op.d);
    }
    ++number;
  }
}

void Sequencer::take_loaded(const Step& step, const std::array<std::uint64_t, 2>& loaded) {
  if (step.accesses == 0) return;
  unsigned number = 0;
  for (const Operation& access : step.instruction.operations) {
    if (!is_access(access.op)) continue;
    if (is_load(access.op) && !is_gate(access.d)) write(access, loaded[number]);
    ++number;
  }
}

}  // namespace weft::isa
