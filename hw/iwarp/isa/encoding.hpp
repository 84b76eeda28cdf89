// The binary form of instructions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "hw/iwarp/isa/operations.hpp"

namespace weft::isa {

/// A short instruction is one word:
///
/// | bits | field |
/// |---|---|
/// | 26-31 | opcode, 1 to 47 |
/// | 19-25 | register d, or the number of an event |
/// | 12-18 | register a |
/// | 5-11 | register b |
/// | 0-4 | function, or a small number |
/// | 0-11, 0-18, 0-25 | immediate, distance of a target in words, or number of a special register |
///
/// A long word is three words, 96 bits from the highest on: 2 ones; add 3, d 7, a 7, b 7; loop 2;
/// multiply 2, d 7, a 7, b 7; access 3, d 7, a 7, increment 3; other 4, d 7, a 7, and b 7, or an
/// immediate of 7, or an increment in the lower 3 of 7. Whatever is not used is 0; the word 0 is no
/// instruction.
struct Encoded {
  std::array<std::uint32_t, 3> word{};
  unsigned words = 0;
};

/// Registers and numbers must be in range.
Encoded encode(const Instruction& instruction);

/// Nothing if the words, of which three can be read if the first begins a long word, are no
/// instruction.
std::optional<Instruction> decode(const std::uint32_t* words, unsigned available);

/// How many words the instruction has that begins with this one.
constexpr unsigned words_of(std::uint32_t first) { return first >> 30 == 3 ? 3 : 1; }

/// Least and most of a number in an operand.
struct Range {
  std::int64_t least = 0;
  std::int64_t most = 0;
};
Range range_of(Operand operand);

/// The register field of an operand, or null if it has none. A memory operand has its base in a.
std::uint8_t Operation::*register_of(Operand operand);

constexpr bool is_pair(Operand operand) {
  return operand == Operand::result_pair || operand == Operand::source_pair ||
         operand == Operand::left_pair || operand == Operand::right_pair;
}
constexpr bool is_result(Operand operand) {
  return operand == Operand::result || operand == Operand::result_pair;
}
constexpr bool is_target(Operand operand) {
  return operand == Operand::target12 || operand == Operand::target19 ||
         operand == Operand::target26;
}
constexpr bool is_memory(Operand operand) {
  return operand == Operand::memory || operand == Operand::post_memory;
}
constexpr bool is_load(Op op) { return op == Op::ld || op == Op::ldd; }
constexpr bool is_store(Op op) { return op == Op::st || op == Op::std_; }
constexpr bool is_access(Op op) { return is_load(op) || is_store(op); }
constexpr bool is_wide_access(Op op) { return op == Op::ldd || op == Op::std_; }

/// What is wrong with the register of an operand, in words; empty if nothing is.
std::string find_operand_fault(const Operation& operation, Operand operand);

/// What no instruction can have, whatever its numbers are: an output gate that is read, an odd
/// pair, two results in one register. Empty if it can be; else what is wrong, in words.
std::string find_fault(const Instruction& instruction);

}  // namespace weft::isa
