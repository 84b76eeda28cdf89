// The operations of the computation agent: one table, from which assembler, disassembler, encoding
// and reference page are made.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::isa {

/// Names with a trailing underscore are words of C++; in a program they have none.
enum class Op : std::uint8_t {
  none,
  // integers
  add,
  sub,
  and_,
  or_,
  xor_,
  shl,
  shr,
  sar,
  slt,
  sltu,
  mul,
  div,
  rem,
  addi,
  andi,
  ori,
  xori,
  shli,
  shri,
  sari,
  slti,
  seti,
  sethi,
  // memory
  ld,
  st,
  ldd,
  std_,
  // control
  beq,
  bne,
  blt,
  bge,
  bltu,
  bgeu,
  jump,
  call,
  jr,
  callr,
  do_,
  loop,
  halt,
  // floating point
  fmov,
  fadd,
  fsub,
  fmul,
  fdiv,
  feq,
  flt,
  fle,
  itof,
  ftoi,
  dadd,
  dsub,
  dmul,
  ddiv,
  deq,
  dlt,
  dle,
  itod,
  dtoi,
  ftod,
  dtof,
  // communication
  acquire,
  tryacquire,
  assign,
  instate,
  outstate,
  marker,
  word,
  bind,
  join,
  redirect,
  restore,
  inbus,
  outbus,
  match,
  unmatch,
  freeze,
  wake,
  save,
  load,
  // memory agent
  spool,
  unspool,
  // events and special registers
  enable,
  await,
  vector,
  resume,
  get,
  put,
};

inline constexpr unsigned op_count = static_cast<unsigned>(Op::put) + 1;

/// What stands in a place of an operation's operand list, and where it is encoded. `d`, `a` and `b`
/// are the register fields.
enum class Operand : std::uint8_t {
  none,
  result,
  result_pair,  // d
  source,
  source_pair,  // d, read: what is stored, compared, or a third operand
  left,
  left_pair,  // a
  right,
  right_pair,  // b
  gate,        // d: in0, in1, out0 or out1
  event,       // d: name of an event
  immediate12,
  immediate7,
  immediate19,
  upper19,
  shift,
  memory,       // immediate12(a)
  post_memory,  // (a), (a)+4, (a)+s0: long words
  target12,
  target19,
  target26,
  level,
  pool,
  tag,
  match_uses,
  spool_gate,
  special,
};

/// What an operation occupies; its clocks follow.
enum class Unit : std::uint8_t {
  none,
  integer,
  integer_multiply,
  integer_divide,
  single,
  doubled,
  single_divide,
  double_divide,
  memory,
  control,
  agent,
};

enum class Group : std::uint8_t {
  integer,
  memory,
  control,
  floating,
  communication,
  spooling,
  events
};

/// A row of the table.
struct OpInfo {
  Op op = Op::none;
  const char* name = "";
  std::uint8_t opcode = 0;
  std::int8_t function = -1;  ///< In bits 0-4; -1 for none.
  std::array<Operand, 4> operands{};
  Unit unit = Unit::none;
  std::uint8_t clocks = 0;  ///< Of an operation on another agent.
  Group group = Group::integer;
  const char* help = "";
};

const std::vector<OpInfo>& all_operations();
const OpInfo& info(Op op);
/// Op::none if there is no such operation.
Op find_operation(std::string_view name);
/// The operation of a short instruction by its fields, or Op::none.
Op find_operation(unsigned opcode, unsigned function);

/// The operands of an operation as it stands in a long word: memory accesses count their address
/// on, immediates are shorter.
std::array<Operand, 4> operands_of(Op op, bool in_long_word);

/// Clocks of the units; those of floating point follow from the published 20 and 10 MFLOPS of an
/// adder and a multiplier that begin one operation at a time. The others are ours.
struct UnitClocks {
  unsigned integer = 1;
  unsigned integer_multiply = 2;  ///< In the multiplier.
  unsigned integer_divide = 34;   ///< A bit of the quotient a clock.
  unsigned single = 2;
  unsigned doubled = 4;
  unsigned single_divide = 26;  ///< A bit of the quotient a clock.
  unsigned double_divide = 55;
  unsigned long_word = 2;  ///< At least.
};

/// Of one operation that does not wait.
unsigned clocks_of(Op op, const UnitClocks& clocks);

/// Additions, subtractions, multiplications and divisions of floating point count as one.
unsigned flops_of(Op op);

/// A long word has four places for operations, and one for a loop.
enum class Slot : std::uint8_t { add, multiply, access, other };
inline constexpr unsigned slot_count = 4;

/// What a slot of a long word can do, by its code there.
const std::vector<Op>& operations_of(Slot slot);

/// One operation with its operands. `value` is an immediate; a distance in words; the code of a
/// post-increment; the number of a level, pool, tag, use, spooling gate or special register.
struct Operation {
  Op op = Op::none;
  std::uint8_t d = 0;
  std::uint8_t a = 0;
  std::uint8_t b = 0;
  std::int32_t value = 0;

  friend bool operator==(const Operation&, const Operation&) = default;
};

/// A short instruction has its operation in the first place; a long word by Slot.
struct Instruction {
  bool long_word = false;
  std::uint8_t loop = 0;  ///< Of a long word: 0 for none, else the level + 1.
  std::array<Operation, slot_count> operations{};

  unsigned words() const { return long_word ? 3 : 1; }
  friend bool operator==(const Instruction&, const Instruction&) = default;
};

inline constexpr unsigned loop_levels = 3;

}  // namespace weft::isa
