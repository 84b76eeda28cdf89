#include "hw/iwarp_toolchain/disassembler.hpp"

#include <iterator>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "hw/iwarp/event_registers.hpp"
#include "hw/iwarp/isa/encoding.hpp"
#include "hw/iwarp/isa/registers.hpp"
#include "hw/iwarp/word.hpp"

namespace weft::isa {

namespace {

std::string post_increment_text(const Operation& op) {
  const PostIncrement step = post_increment(static_cast<unsigned>(op.value));
  if (step.stride != 0) return fmt::format("+s{}", step.stride - first_stride);
  return step.units == 0 ? "" : fmt::format("{:+}", step.units * (is_wide_access(op.op) ? 8 : 4));
}

std::string operand_text(const Operation& op, Operand operand, std::uint32_t address) {
  switch (operand) {
    case Operand::memory: return fmt::format("{}({})", op.value, register_name(op.a));
    case Operand::post_memory:
      return fmt::format("({}){}", register_name(op.a), post_increment_text(op));
    case Operand::target12:
    case Operand::target19:
    case Operand::target26:
      return fmt::format("{}", std::int64_t{address} + 4 * std::int64_t{op.value});
    case Operand::event: return name_of(static_cast<AgentEvent>(op.d));
    case Operand::tag: return name_of(static_cast<WordTag>(op.value));
    case Operand::special: return info(static_cast<Special>(op.value)).name;
    default:
      if (std::uint8_t Operation::*field = register_of(operand); field != nullptr)
        return register_name(op.*field);
      return fmt::format("{}", op.value);
  }
}

std::string operation_text(const Operation& op, bool long_word, std::uint32_t address) {
  std::string text = info(op.op).name;
  const char* separator = " ";
  for (const Operand operand : operands_of(op.op, long_word)) {
    if (operand == Operand::none) break;
    text += separator + operand_text(op, operand, address);
    separator = ", ";
  }
  return text;
}

std::string words_text(const std::uint32_t* words, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) text += fmt::format("{}{:08x}", i == 0 ? "" : " ", words[i]);
  return text;
}

// Calls `visit(address, words, count, instruction)` for each instruction of a program.
template <class Visit>
void for_each_instruction(const ProgramImage& image, const Visit& visit) {
  for (std::size_t i = 0; i < image.code.size();) {
    const std::uint32_t* words = &image.code[i];
    const auto left = static_cast<unsigned>(image.code.size() - i);
    const std::optional<Instruction> instruction = decode(words, left);
    const unsigned count = instruction ? instruction->words() : 1;
    visit(static_cast<std::uint32_t>(4 * i), words, count, instruction);
    i += count;
  }
}

void append_data(const ProgramImage& image, std::string& text) {
  if (image.data.empty()) return;
  text += ".data\n";
  for (const std::uint32_t word : image.data)
    fmt::format_to(std::back_inserter(text), ".word {:#010x}\n", word);
}

}  // namespace

std::string text_of(const Instruction& instruction, std::uint32_t address) {
  if (!instruction.long_word) return operation_text(instruction.operations[0], false, address);
  std::string text;
  const auto add = [&text](const std::string& operation) {
    text += (text.empty() ? "" : "; ") + operation;
  };
  for (const Operation& op : instruction.operations) {
    if (op.op != Op::none) add(operation_text(op, true, address));
  }
  if (instruction.loop != 0) add(fmt::format("loop {}", instruction.loop - 1));
  return text.empty() ? "{ }" : "{ " + text + " }";
}

std::string text_at(const ProgramImage& image, std::uint32_t address) {
  const std::size_t place = address / 4;
  if (place >= image.code.size()) return {};
  const auto instruction =
      decode(&image.code[place], static_cast<unsigned>(image.code.size() - place));
  return instruction ? text_of(*instruction, address)
                     : fmt::format(".word {:#010x}", image.code[place]);
}

std::string text_of(const InstructionEvent& event) { return text_at(*event.image, event.address); }

std::string disassemble(const ProgramImage& image) {
  std::string text = fmt::format(".entry {}\n", image.entry);
  for_each_instruction(image, [&](std::uint32_t address, const std::uint32_t* words, unsigned,
                                  const std::optional<Instruction>& instruction) {
    fmt::format_to(
        std::back_inserter(text), "{:<56} # {:#07x}\n",
        instruction ? text_of(*instruction, address) : fmt::format("# .word {:#010x}", words[0]),
        address);
  });
  append_data(image, text);
  return text;
}

std::string listing(const ProgramImage& image) {
  std::string text;
  for_each_instruction(image, [&](std::uint32_t address, const std::uint32_t* words, unsigned count,
                                  const std::optional<Instruction>& instruction) {
    const SourceLine place = image.place(address);
    const std::vector<std::string>& source = image.files[place.file].lines;
    const bool known = place.line != 0 && place.line <= source.size();
    fmt::format_to(std::back_inserter(text), "{:05x}  {:<26}  {:>4}  {}\n", address,
                   words_text(words, count), text_of(place),
                   known         ? source[place.line - 1]
                   : instruction ? text_of(*instruction, address)
                                 : std::string("?"));
  });
  std::uint32_t address = image.data_address();
  for (const std::uint32_t word : image.data) {
    fmt::format_to(std::back_inserter(text), "{:05x}  {:08x}\n", address, word);
    address += 4;
  }
  for (const auto& [name, value] : image.symbols) {
    fmt::format_to(std::back_inserter(text), "{:05x}  {}:\n", value, name);
  }
  return text;
}

}  // namespace weft::isa
