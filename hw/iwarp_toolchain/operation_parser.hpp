// Reads operations and their operands.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/iwarp/isa/operations.hpp"
#include "hw/iwarp_toolchain/expression.hpp"
#include "hw/iwarp_toolchain/token_stream.hpp"

namespace weft::isa {

/// Where a program jumps to.
struct Target {
  std::int64_t address = 0;
  Token place;
};

/// Reads instructions from tokens; what is wrong is thrown as a TokenError.
class OperationParser {
 public:
  OperationParser(TokenStream& tokens, const SymbolTable& symbols)
      : tokens_(tokens), symbols_(symbols) {}

  /// A short instruction at `address`; its name has been taken.
  Instruction read_short(const Token& name, std::uint32_t address);
  /// A long word at `address`; its opening brace has been taken.
  Instruction read_long(const Token& brace, std::uint32_t address);

  unsigned read_register();
  Value read_value() { return read_expression(tokens_, symbols_); }
  /// A value in a range, of which a name that is not known yet gives 0.
  std::int32_t read_number(std::int64_t least, std::int64_t most, const char* what);

  /// Of what was read so far.
  const std::vector<Target>& targets() const { return targets_; }
  static std::vector<std::string> names();
  /// Those and the shorthands, which are one or two instructions.
  static std::vector<std::string> all_names();

 private:
  Operation read_operation(const Token& name, bool in_long_word);
  Operation read_move();
  void read_operand(Operation& operation, Operand operand);
  void read_memory(Operation& operation);
  void read_post_memory(Operation& operation);
  std::int32_t read_target(Operand operand);
  unsigned read_name(const std::vector<std::string>& names, const char* what);
  void read_slot(Instruction& instruction);

  TokenStream& tokens_;
  const SymbolTable& symbols_;
  std::uint32_t address_ = 0;
  std::vector<Target> targets_;
};

}  // namespace weft::isa
