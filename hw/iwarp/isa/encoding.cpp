#include "hw/iwarp/isa/encoding.hpp"

#include <algorithm>
#include <bitset>

#include <fmt/format.h>

#include "hw/iwarp/event_registers.hpp"
#include "hw/iwarp/header_word.hpp"
#include "hw/iwarp/isa/registers.hpp"
#include "hw/iwarp/memory_agent.hpp"

namespace weft::isa {

namespace {

constexpr unsigned opcode_shift = 26;
constexpr unsigned d_shift = 19;
constexpr unsigned a_shift = 12;
constexpr unsigned b_shift = 5;
constexpr unsigned register_bits = 7;

constexpr std::uint32_t mask(unsigned bits) { return (std::uint32_t{1} << bits) - 1; }

// Bits of the number of an operand, at the lower end of the word; 0 if it has none.
unsigned number_bits(Operand operand) {
  switch (operand) {
    case Operand::immediate12:
    case Operand::memory:
    case Operand::target12:
    case Operand::special: return 12;
    case Operand::immediate19:
    case Operand::upper19:
    case Operand::target19: return 19;
    case Operand::target26: return 26;
    case Operand::shift:
    case Operand::level:
    case Operand::pool:
    case Operand::tag:
    case Operand::match_uses:
    case Operand::spool_gate: return 5;
    default: return 0;
  }
}

bool is_signed(Operand operand) { return range_of(operand).least < 0; }

std::int32_t extend(std::uint32_t bits, unsigned count) {
  const std::uint32_t sign = std::uint32_t{1} << (count - 1);
  return static_cast<std::int32_t>((bits ^ sign) - sign);
}

std::uint32_t encode_short(const Operation& op) {
  const OpInfo& row = info(op.op);
  std::uint32_t word = std::uint32_t{row.opcode} << opcode_shift;
  if (row.function >= 0) word |= static_cast<std::uint32_t>(row.function);
  word |= std::uint32_t{op.d} << d_shift | std::uint32_t{op.a} << a_shift |
          std::uint32_t{op.b} << b_shift;
  for (const Operand operand : row.operands) {
    const unsigned bits = number_bits(operand);
    if (bits != 0) word |= static_cast<std::uint32_t>(op.value) & mask(bits);
  }
  return word;
}

// Bit fields from the highest bit of the first word on.
class BitWriter {
 public:
  void put(std::uint32_t value, unsigned bits) {
    for (unsigned i = bits; i-- > 0; ++place_) {
      encoded_.word[place_ / 32] |= (value >> i & 1U) << (31 - place_ % 32);
    }
  }
  Encoded result() const { return {encoded_.word, 3}; }

 private:
  Encoded encoded_;
  unsigned place_ = 0;
};

class BitReader {
 public:
  explicit BitReader(const std::uint32_t* words) : words_(words) {}
  std::uint32_t get(unsigned bits) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < bits; ++i, ++place_) {
      value = value << 1 | (words_[place_ / 32] >> (31 - place_ % 32) & 1U);
    }
    return value;
  }
  std::uint8_t get_register() { return static_cast<std::uint8_t>(get(register_bits)); }

 private:
  const std::uint32_t* words_;
  unsigned place_ = 0;
};

constexpr std::array<unsigned, slot_count> code_bits{3, 2, 3, 4};

std::uint32_t code_of(Slot slot, Op op) {
  const std::vector<Op>& ops = operations_of(slot);
  return static_cast<std::uint32_t>(std::find(ops.begin(), ops.end(), op) - ops.begin());
}

// The last field of a slot: register b or a number.
std::uint32_t last_field(const Operation& op) {
  const bool number = is_access(op.op) || op.op == Op::addi;
  return number ? static_cast<std::uint32_t>(op.value) & mask(register_bits) : op.b;
}

Encoded encode_long(const Instruction& instruction) {
  BitWriter bits;
  bits.put(3, 2);
  for (unsigned i = 0; i < slot_count; ++i) {
    const Operation& op = instruction.operations[i];
    const auto slot = static_cast<Slot>(i);
    bits.put(code_of(slot, op.op), code_bits[i]);
    bits.put(op.d, register_bits);
    bits.put(op.a, register_bits);
    bits.put(last_field(op), slot == Slot::access ? 3 : register_bits);
    if (slot == Slot::add) bits.put(instruction.loop, 2);
  }
  return bits.result();
}

std::optional<Operation> read_slot(BitReader& bits, Slot slot) {
  const unsigned code = bits.get(code_bits[static_cast<unsigned>(slot)]);
  Operation op;
  op.d = bits.get_register();
  op.a = bits.get_register();
  const std::uint32_t last = bits.get(slot == Slot::access ? 3 : register_bits);
  if (code >= operations_of(slot).size()) return std::nullopt;
  op.op = operations_of(slot)[code];
  if (is_access(op.op)) {
    op.value = static_cast<std::int32_t>(last);
  } else if (op.op == Op::addi) {
    op.value = extend(last, register_bits);
  } else {
    op.b = static_cast<std::uint8_t>(last);
  }
  return op;
}

std::optional<Instruction> decode_long(const std::uint32_t* words) {
  BitReader bits(words);
  bits.get(2);
  Instruction instruction;
  instruction.long_word = true;
  for (unsigned i = 0; i < slot_count; ++i) {
    const auto slot = static_cast<Slot>(i);
    const std::optional<Operation> op = read_slot(bits, slot);
    if (!op) return std::nullopt;
    instruction.operations[i] = *op;
    if (slot == Slot::add) instruction.loop = static_cast<std::uint8_t>(bits.get(2));
  }
  return instruction;
}

std::optional<Instruction> decode_short(std::uint32_t word) {
  Instruction instruction;
  Operation& op = instruction.operations[0];
  op.op = find_operation(word >> opcode_shift, word & mask(b_shift));
  if (op.op == Op::none) return std::nullopt;
  for (const Operand operand : info(op.op).operands) {
    if (std::uint8_t Operation::*field = register_of(operand); field != nullptr) {
      const unsigned shift = field == &Operation::d   ? d_shift
                             : field == &Operation::a ? a_shift
                                                      : b_shift;
      op.*field = static_cast<std::uint8_t>(word >> shift & mask(register_bits));
    }
    const unsigned bits = number_bits(operand);
    if (bits == 0) continue;
    op.value = is_signed(operand) ? extend(word & mask(bits), bits)
                                  : static_cast<std::int32_t>(word & mask(bits));
  }
  return instruction;
}

bool numbers_in_range(const Operation& op, bool long_word) {
  for (const Operand operand : operands_of(op.op, long_word)) {
    const bool numbered = operand != Operand::event && register_of(operand) == nullptr;
    if (operand == Operand::event && op.d >= event_count) return false;
    if (operand == Operand::none || operand == Operand::event || (!numbered && !is_memory(operand)))
      continue;
    const Range range = range_of(operand);
    if (op.value < range.least || op.value > range.most) return false;
  }
  return true;
}

}  // namespace

// --- what no instruction can have

std::string find_operand_fault(const Operation& op, Operand operand) {
  std::uint8_t Operation::*field = register_of(operand);
  if (field == nullptr || operand == Operand::event) return {};
  const unsigned number = op.*field;
  const std::string name = register_name(number);
  if (operand == Operand::gate) {
    return is_gate(number) ? std::string() : fmt::format("{} is no gate", name);
  }
  if (is_gate(number) && info(op.op).unit == Unit::agent) {
    return fmt::format("a gate ({}) is no operand of '{}'", name, info(op.op).name);
  }
  if (is_memory(operand)) {
    return is_gate(number) ? fmt::format("a gate ({}) cannot hold an address", name)
                           : std::string();
  }
  if (is_pair(operand) && number % 2 != 0) {
    return fmt::format("{} is no pair: a double begins at an even register", name);
  }
  if (is_result(operand) && is_input_gate(number))
    return fmt::format("input gate {} cannot be written", name);
  if (!is_result(operand) && is_output_gate(number))
    return fmt::format("output gate {} cannot be read", name);
  return {};
}

namespace {

// Registers that an operation writes, and what it adds to its base.
class Results {
 public:
  std::string add(const Operation& op, bool long_word) {
    for (const Operand operand : operands_of(op.op, long_word)) {
      if (is_result(operand)) {
        if (std::string fault = add(op.d); !fault.empty()) return fault;
        if (is_pair(operand) && op.d != 0) {
          if (std::string fault = add(op.d + 1U); !fault.empty()) return fault;
        }
      }
      if (operand == Operand::post_memory && op.value != 0) {
        if (std::string fault = add(op.a); !fault.empty()) return fault;
      }
    }
    return {};
  }

 private:
  std::string add(unsigned number) {
    if (number == 0 || !written_[number]) {
      written_[number] = true;
      return {};
    }
    return fmt::format("{} gets two results", register_name(number));
  }
  std::bitset<register_count> written_;
};

}  // namespace

Range range_of(Operand operand) {
  switch (operand) {
    case Operand::immediate7: return {-64, 63};
    case Operand::immediate12:
    case Operand::memory:
    case Operand::target12: return {-2048, 2047};
    case Operand::immediate19:
    case Operand::target19: return {-262144, 262143};
    case Operand::upper19: return {0, 524287};
    case Operand::target26: return {-33554432, 33554431};
    case Operand::shift: return {0, 31};
    case Operand::post_memory: return {0, post_increment_count - 1};
    case Operand::level: return {0, loop_levels - 1};
    case Operand::pool: return {0, pool_count - 1};
    case Operand::tag: return {0, static_cast<unsigned>(WordTag::application)};
    case Operand::match_uses: return {0, 7};
    case Operand::spool_gate: return {0, spool_count - 1};
    case Operand::special: return {0, special_count - 1};
    case Operand::event: return {0, event_count - 1};
    default: return {};
  }
}

std::uint8_t Operation::*register_of(Operand operand) {
  switch (operand) {
    case Operand::result:
    case Operand::result_pair:
    case Operand::source:
    case Operand::source_pair:
    case Operand::gate:
    case Operand::event: return &Operation::d;
    case Operand::left:
    case Operand::left_pair:
    case Operand::memory:
    case Operand::post_memory: return &Operation::a;
    case Operand::right:
    case Operand::right_pair: return &Operation::b;
    default: return nullptr;
  }
}

Encoded encode(const Instruction& instruction) {
  if (instruction.long_word) return encode_long(instruction);
  return {{encode_short(instruction.operations[0])}, 1};
}

std::optional<Instruction> decode(const std::uint32_t* words, unsigned available) {
  if (available == 0 || available < words_of(words[0])) return std::nullopt;
  const std::optional<Instruction> instruction =
      words_of(words[0]) == 3 ? decode_long(words) : decode_short(words[0]);
  if (!instruction || !find_fault(*instruction).empty()) return std::nullopt;
  for (const Operation& op : instruction->operations) {
    if (!numbers_in_range(op, instruction->long_word)) return std::nullopt;
  }
  // what is not used must be 0
  const Encoded again = encode(*instruction);
  if (!std::equal(again.word.begin(), again.word.begin() + again.words, words)) return std::nullopt;
  return instruction;
}

std::string find_fault(const Instruction& instruction) {
  Results results;
  for (const Operation& op : instruction.operations) {
    if (op.op == Op::none) {
      if (op != Operation{}) return "a place without an operation is not empty";
      continue;
    }
    for (const Operand operand : operands_of(op.op, instruction.long_word)) {
      if (std::string fault = find_operand_fault(op, operand); !fault.empty()) return fault;
    }
    if (std::string fault = results.add(op, instruction.long_word); !fault.empty()) return fault;
  }
  const auto slot = [&](Slot which) {
    return instruction.operations[static_cast<unsigned>(which)].op;
  };
  if (instruction.long_word && is_access(slot(Slot::other)) && slot(Slot::access) == Op::none) {
    return "a second access to memory without a first one";
  }
  return {};
}

}  // namespace weft::isa
