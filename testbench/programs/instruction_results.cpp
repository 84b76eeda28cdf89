#include "testbench/programs/instruction_results.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "hw/iwarp/isa/encoding.hpp"
#include "hw/iwarp/isa/operations.hpp"
#include "hw/iwarp/isa/registers.hpp"

namespace weft {
namespace {

/// It has a value by the instruction.
bool is_told(const isa::Operation& operation, isa::Operand operand, unsigned number) {
  if (operand == isa::Operand::post_memory) return operation.value != 0;  // counts on
  // these are named only
  if (operand == isa::Operand::gate || operand == isa::Operand::event) return false;
  if (!isa::is_result(operand)) return isa::is_input_gate(number);
  return !isa::is_load(operation.op) || !isa::is_gate(number);
}

std::vector<unsigned> registers_of(const isa::Instruction& instruction) {
  std::vector<unsigned> numbers;
  for (const isa::Operation& operation : instruction.operations) {
    if (operation.op == isa::Op::none) continue;
    for (const isa::Operand operand : isa::operands_of(operation.op, instruction.long_word)) {
      const auto field = isa::register_of(operand);
      if (field == nullptr) continue;
      const unsigned first = operation.*field;
      if (first == 0 || !is_told(operation, operand, first)) continue;
      for (unsigned number = first; number < first + (isa::is_pair(operand) ? 2 : 1); ++number) {
        if (std::find(numbers.begin(), numbers.end(), number) == numbers.end())
          numbers.push_back(number);
      }
    }
  }
  return numbers;
}

}  // namespace

std::string results_text(const isa::InstructionEvent& event, const isa::Sequencer& program) {
  const std::vector<std::uint32_t>& code = event.image->code;
  const std::size_t place = event.address / 4;
  const std::optional<isa::Instruction> instruction =
      isa::decode(&code[place], static_cast<unsigned>(code.size() - place));
  std::string text;
  if (!instruction) return text;
  for (const unsigned number : registers_of(*instruction)) {
    text += fmt::format("{}{} = {:#010x}", text.empty() ? "" : ", ", isa::register_name(number),
                        program.register_value(number));
  }
  return text;
}

}  // namespace weft
