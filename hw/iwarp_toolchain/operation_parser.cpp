#include "hw/iwarp_toolchain/operation_parser.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "hw/common/nearest_name.hpp"
#include "hw/iwarp/isa/encoding.hpp"
#include "hw/iwarp/isa/registers.hpp"

namespace weft::isa {

namespace {

constexpr const char* move_name = "mov";

// Slots that can do an operation, the first one first.
std::vector<Slot> slots_for(Op op) {
  std::vector<Slot> slots;
  for (unsigned i = 0; i < slot_count; ++i) {
    const std::vector<Op>& ops = operations_of(static_cast<Slot>(i));
    if (std::find(ops.begin(), ops.end(), op) != ops.end()) slots.push_back(static_cast<Slot>(i));
  }
  return slots;
}

const char* name_of(Slot slot) {
  switch (slot) {
    case Slot::add: return "the adder";
    case Slot::multiply: return "the multiplier";
    case Slot::access: return "memory";
    case Slot::other: return "integers or a second access to memory";
  }
  return "";
}

std::vector<std::string> names_in_long_words() {
  std::vector<std::string> names{"loop", move_name};
  for (unsigned i = 0; i < slot_count; ++i) {
    for (const Op op : operations_of(static_cast<Slot>(i))) {
      if (op != Op::none) names.emplace_back(info(op).name);
    }
  }
  return names;
}

[[noreturn]] void fail_name(const Token& name, const char* expected,
                            const std::vector<std::string>& names) {
  TokenStream::fail(name, "unknown instruction '" + name.text + "'", expected,
                    nearest_name(name.text, names));
}

}  // namespace

std::vector<std::string> OperationParser::names() {
  std::vector<std::string> names{move_name};
  for (const OpInfo& row : all_operations()) {
    if (row.op != Op::none) names.emplace_back(row.name);
  }
  return names;
}

std::vector<std::string> OperationParser::all_names() {
  std::vector<std::string> all = names();
  all.insert(all.end(), {"li", "nop", "ret", "b"});
  return all;
}

Instruction OperationParser::read_short(const Token& name, std::uint32_t address) {
  address_ = address;
  Instruction instruction;
  instruction.operations[0] = read_operation(name, false);
  if (std::string fault = find_fault(instruction); !fault.empty())
    TokenStream::fail(name, fault, "");
  return instruction;
}

Instruction OperationParser::read_long(const Token& brace, std::uint32_t address) {
  address_ = address;
  Instruction instruction;
  instruction.long_word = true;
  while (!tokens_.take_if("}")) {
    if (tokens_.take_if(";")) continue;
    if (tokens_.peek().kind == TokenKind::newline) {
      tokens_.take();
      continue;
    }
    if (tokens_.peek().kind == TokenKind::end)
      TokenStream::fail(brace, "a long word that does not end", "expected '}'");
    read_slot(instruction);
    if (!tokens_.peek().is(";") && !tokens_.peek().is("}") && !tokens_.at_end_of_line()) {
      TokenStream::fail(tokens_.peek(), "expected ';', a new line or '}'");
    }
  }
  if (std::string fault = find_fault(instruction); !fault.empty())
    TokenStream::fail(brace, fault, "");
  return instruction;
}

void OperationParser::read_slot(Instruction& instruction) {
  const Token name = tokens_.take();
  if (name.kind != TokenKind::name) TokenStream::fail(name, "expected an operation");
  const Op op = name.text == move_name ? Op::add : find_operation(name.text);
  if (op == Op::loop) {
    if (instruction.loop != 0)
      TokenStream::fail(name, "a second loop in a long word", "expected at most one");
    instruction.loop = static_cast<std::uint8_t>(1 + read_operation(name, true).value);
    return;
  }
  if (op == Op::none)
    fail_name(name, "expected an operation of a long word", names_in_long_words());
  const std::vector<Slot> slots = slots_for(op);
  if (slots.empty()) {
    TokenStream::fail(name, fmt::format("'{}' is no operation of a long word", name.text),
                      "expected a short instruction of its own");
  }
  for (const Slot slot : slots) {
    Operation& place = instruction.operations[static_cast<unsigned>(slot)];
    if (place.op != Op::none) continue;
    place = read_operation(name, true);
    return;
  }
  TokenStream::fail(name, fmt::format("'{}' finds no room in this long word", name.text),
                    fmt::format("expected one operation for {}", name_of(slots.back())));
}

Operation OperationParser::read_operation(const Token& name, bool in_long_word) {
  if (name.text == move_name) return read_move();
  Operation operation;
  operation.op = find_operation(name.text);
  if (operation.op == Op::none) fail_name(name, "expected an instruction or a directive", names());
  bool first = true;
  for (const Operand operand : operands_of(operation.op, in_long_word)) {
    if (operand == Operand::none) break;
    if (!first) tokens_.expect(",");
    first = false;
    read_operand(operation, operand);
  }
  return operation;
}

// `mov d, a` is `add d, a, r0`.
Operation OperationParser::read_move() {
  Operation operation;
  operation.op = Op::add;
  read_operand(operation, Operand::result);
  tokens_.expect(",");
  read_operand(operation, Operand::left);
  return operation;
}

void OperationParser::read_operand(Operation& operation, Operand operand) {
  const Token at = tokens_.peek();
  const Range range = range_of(operand);
  switch (operand) {
    case Operand::memory: read_memory(operation); break;
    case Operand::post_memory: read_post_memory(operation); break;
    case Operand::target12:
    case Operand::target19:
    case Operand::target26: operation.value = read_target(operand); break;
    case Operand::event:
      operation.d = static_cast<std::uint8_t>(read_name(event_names(), "event"));
      break;
    case Operand::tag:
      operation.value = static_cast<std::int32_t>(read_name(tag_names(), "tag"));
      break;
    case Operand::special:
      operation.value = static_cast<std::int32_t>(read_name(special_names(), "special register"));
      if (operation.op == Op::put && !info(static_cast<Special>(operation.value)).writable) {
        TokenStream::fail(at, fmt::format("'{}' can only be read", at.text),
                          "expected back, dispatch or traps");
      }
      break;
    default:
      if (std::uint8_t Operation::*field = register_of(operand); field != nullptr) {
        operation.*field = static_cast<std::uint8_t>(read_register());
      } else {
        operation.value = read_number(range.least, range.most, "a number");
      }
  }
  if (std::string fault = find_operand_fault(operation, operand); !fault.empty()) {
    TokenStream::fail(at, fault, "");
  }
}

unsigned OperationParser::read_register() {
  const Token token = tokens_.take();
  if (token.kind == TokenKind::name) {
    if (const auto number = find_register(token.text)) return *number;
    TokenStream::fail(token, "there is no register '" + token.text + "'",
                      "expected r0 to r123, link, s0 to s3, in0, in1, out0 or out1");
  }
  TokenStream::fail(token, "expected a register");
}

std::int32_t OperationParser::read_number(std::int64_t least, std::int64_t most, const char* what) {
  const Token at = tokens_.peek();
  const Value value = read_value();
  if (!value.known) return 0;
  if (value.number < least || value.number > most) {
    TokenStream::fail(at, fmt::format("{} is out of range", value.number),
                      fmt::format("expected {} of {} to {}", what, least, most));
  }
  return static_cast<std::int32_t>(value.number);
}

unsigned OperationParser::read_name(const std::vector<std::string>& names, const char* what) {
  const Token token = tokens_.take();
  const auto found = std::find(names.begin(), names.end(), token.text);
  if (token.kind == TokenKind::name && found != names.end()) {
    return static_cast<unsigned>(found - names.begin());
  }
  if (token.kind != TokenKind::name)
    TokenStream::fail(token, fmt::format("expected the name of a {}", what));
  TokenStream::fail(token, fmt::format("there is no {} '{}'", what, token.text),
                    "expected " + list_names(names), nearest_name(token.text, names));
}

void OperationParser::read_memory(Operation& operation) {
  const bool bare =
      tokens_.peek().is("(") && find_register(tokens_.peek(1).text) && tokens_.peek(2).is(")");
  const Range range = range_of(Operand::memory);
  if (!bare) operation.value = read_number(range.least, range.most, "an offset");
  tokens_.expect("(");
  operation.a = static_cast<std::uint8_t>(read_register());
  tokens_.expect(")");
}

void OperationParser::read_post_memory(Operation& operation) {
  tokens_.expect("(");
  operation.a = static_cast<std::uint8_t>(read_register());
  tokens_.expect(")");
  const Token at = tokens_.peek();
  if (!at.is("+") && !at.is("-")) return;
  const auto stride = find_register(tokens_.peek(1).text);
  if (at.is("+") && stride && *stride >= first_stride && *stride < first_stride + stride_count) {
    tokens_.take();
    tokens_.take();
    operation.value = static_cast<std::int32_t>(4 + *stride - first_stride);
    return;
  }
  const int size = is_wide_access(operation.op) ? 8 : 4;
  const Value value = read_value();
  if (!value.known) return;
  for (unsigned code = 0; code < 4; ++code) {
    if (post_increment(code).units * size != value.number) continue;
    operation.value = static_cast<std::int32_t>(code);
    return;
  }
  TokenStream::fail(at, fmt::format("{} is no step of this access", value.number),
                    fmt::format("expected +{}, +{}, -{} or +s0 to +s3", size, 2 * size, size));
}

std::int32_t OperationParser::read_target(Operand operand) {
  const Token at = tokens_.peek();
  const Value value = read_value();
  if (!value.known) return 0;
  if (!symbols_.lenient) targets_.push_back({value.number, at});
  const std::int64_t distance = (value.number - std::int64_t{address_}) / 4;
  const Range range = range_of(operand);
  if (distance < range.least || distance > range.most) {
    TokenStream::fail(at, fmt::format("the target is {} words away", distance),
                      fmt::format("expected {} to {}", range.least, range.most));
  }
  return static_cast<std::int32_t>(distance);
}

}  // namespace weft::isa
