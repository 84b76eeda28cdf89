#include "hw/iwarp/isa/decoded_program.hpp"

#include <algorithm>
#include <optional>

#include "hw/iwarp/isa/encoding.hpp"
#include "hw/iwarp/isa/registers.hpp"

namespace weft::isa {

namespace {

void add_gates(const Operation& op, bool long_word, Step& step) {
  for (const Operand operand : operands_of(op.op, long_word)) {
    std::uint8_t Operation::*field = register_of(operand);
    if (field == nullptr || operand == Operand::event || operand == Operand::gate) continue;
    const unsigned number = op.*field;
    if (!is_gate(number)) continue;
    const unsigned gates = is_pair(operand) ? 3 : 1U << (number & 1U);
    std::uint8_t& set = is_input_gate(number) ? step.reads : step.writes;
    set = static_cast<std::uint8_t>(set | gates);
  }
}

Step make_step(const Instruction& instruction, const UnitClocks& clocks) {
  Step step;
  step.instruction = instruction;
  step.words = static_cast<std::uint8_t>(instruction.words());
  unsigned longest = instruction.long_word ? clocks.long_word : 0;
  for (unsigned i = 0; i < slot_count; ++i) {
    const Operation& op = instruction.operations[i];
    if (op.op == Op::none) continue;
    step.slots = static_cast<std::uint8_t>(step.slots | 1U << i);
    longest = std::max(longest, clocks_of(op.op, clocks));
    step.flops = static_cast<std::uint8_t>(step.flops + flops_of(op.op));
    step.accesses = static_cast<std::uint8_t>(step.accesses + (is_access(op.op) ? 1 : 0));
    add_gates(op, instruction.long_word, step);
  }
  step.clocks = static_cast<std::uint16_t>(longest);
  const Op op = instruction.operations[0].op;
  if (op == Op::halt) {
    step.kind = StepKind::halt;
  } else if (info(op).unit == Unit::agent) {
    step.kind = StepKind::agent;
  } else {
    const bool moves = step.reads != 0 || step.writes != 0 || step.accesses != 0;
    step.kind = moves ? StepKind::moving : StepKind::plain;
  }
  return step;
}

}  // namespace

std::vector<Step> decode_program(const ProgramImage& image, const UnitClocks& clocks) {
  std::vector<Step> steps(image.code.size());
  for (std::size_t i = 0; i < image.code.size();) {
    const auto left = static_cast<unsigned>(image.code.size() - i);
    const std::optional<Instruction> instruction = decode(&image.code[i], left);
    if (instruction) steps[i] = make_step(*instruction, clocks);
    i += instruction ? instruction->words() : 1;
  }
  return steps;
}

}  // namespace weft::isa
