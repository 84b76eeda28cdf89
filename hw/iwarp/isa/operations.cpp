#include "hw/iwarp/isa/operations.hpp"

#include <algorithm>
#include <unordered_map>

namespace weft::isa {

namespace {

using O = Operand;
using U = Unit;
using G = Group;

constexpr std::uint8_t integer_code = 1;
constexpr std::uint8_t floating_code = 2;
constexpr std::uint8_t system_code = 3;

using Operands = std::array<Operand, 4>;
constexpr Operands three{O::result, O::left, O::right};
constexpr Operands immediate{O::result, O::left, O::immediate12};
constexpr Operands shifted{O::result, O::left, O::shift};
constexpr Operands branch{O::source, O::left, O::target12};
constexpr Operands pairs{O::result_pair, O::left_pair, O::right_pair};
constexpr Operands compared{O::result, O::left_pair, O::right_pair};
constexpr Operands two{O::result, O::left};

OpInfo integer(Op op, const char* name, int function, const char* help, Unit unit = U::integer) {
  return {op, name,       integer_code, static_cast<std::int8_t>(function), three, unit,
          0,  G::integer, help};
}
OpInfo with_immediate(Op op, const char* name, std::uint8_t opcode, const Operands& operands,
                      const char* help) {
  return {op, name, opcode, -1, operands, U::integer, 0, G::integer, help};
}
OpInfo floating(Op op, const char* name, int function, const Operands& operands, Unit unit,
                const char* help) {
  return {op, name,        floating_code, static_cast<std::int8_t>(function), operands, unit,
          0,  G::floating, help};
}
OpInfo memory(Op op, const char* name, std::uint8_t opcode, Operand data, const char* help) {
  return {op, name, opcode, -1, {data, O::memory}, U::memory, 0, G::memory, help};
}
OpInfo control(Op op, const char* name, std::uint8_t opcode, int function, const Operands& operands,
               const char* help) {
  return {op, name,       opcode, static_cast<std::int8_t>(function), operands, U::control,
          0,  G::control, help};
}
OpInfo agent(Op op, const char* name, std::uint8_t opcode, int function, const Operands& operands,
             std::uint8_t clocks, Group group, const char* help) {
  return {op,     name,  opcode, static_cast<std::int8_t>(function), operands, U::agent,
          clocks, group, help};
}

std::vector<OpInfo> make_table() {
  return {
      {},
      integer(Op::add, "add", 0, "d = a + b"),
      integer(Op::sub, "sub", 1, "d = a - b"),
      integer(Op::and_, "and", 2, "d = a and b, bit by bit"),
      integer(Op::or_, "or", 3, "d = a or b"),
      integer(Op::xor_, "xor", 4, "d = a xor b"),
      integer(Op::shl, "shl", 5, "d = a shifted left by the lower 5 bits of b"),
      integer(Op::shr, "shr", 6, "d = a shifted right, zeros come in"),
      integer(Op::sar, "sar", 7, "d = a shifted right, the sign comes in"),
      integer(Op::slt, "slt", 8, "d = 1 if a < b, with signs; else 0"),
      integer(Op::sltu, "sltu", 9, "d = 1 if a < b, without signs; else 0"),
      integer(Op::mul, "mul", 10, "d = lower 32 bits of a * b", U::integer_multiply),
      integer(Op::div, "div", 11, "d = a / b, with signs, towards zero; b = 0 is a fault",
              U::integer_divide),
      integer(Op::rem, "rem", 12, "d = what a / b leaves; b = 0 is a fault", U::integer_divide),
      with_immediate(Op::addi, "addi", 4, immediate, "d = a + immediate, -2048 to 2047"),
      with_immediate(Op::andi, "andi", 5, immediate, "d = a and immediate; its sign is extended"),
      with_immediate(Op::ori, "ori", 6, immediate, "d = a or immediate"),
      with_immediate(Op::xori, "xori", 7, immediate, "d = a xor immediate"),
      with_immediate(Op::shli, "shli", 8, shifted, "d = a shifted left by 0 to 31"),
      with_immediate(Op::shri, "shri", 9, shifted, "d = a shifted right, zeros come in"),
      with_immediate(Op::sari, "sari", 10, shifted, "d = a shifted right, the sign comes in"),
      with_immediate(Op::slti, "slti", 11, immediate, "d = 1 if a < immediate, with signs; else 0"),
      with_immediate(Op::seti, "seti", 12, {O::result, O::immediate19},
                     "d = immediate, -262144 to 262143"),
      with_immediate(Op::sethi, "sethi", 13, {O::result, O::upper19},
                     "bits 13-31 of d = immediate, 0 to 524287; the others stay"),
      memory(Op::ld, "ld", 14, O::result, "d = word of memory"),
      memory(Op::st, "st", 15, O::source, "word of memory = d"),
      memory(Op::ldd, "ldd", 16, O::result_pair, "pair d = double word of memory"),
      memory(Op::std_, "std", 17, O::source_pair, "double word of memory = pair d"),
      control(Op::beq, "beq", 18, -1, branch, "go to target if equal"),
      control(Op::bne, "bne", 19, -1, branch, "if not equal"),
      control(Op::blt, "blt", 20, -1, branch, "if less, with signs"),
      control(Op::bge, "bge", 21, -1, branch, "if greater or equal, with signs"),
      control(Op::bltu, "bltu", 22, -1, branch, "if less, without signs"),
      control(Op::bgeu, "bgeu", 23, -1, branch, "if greater or equal, without signs"),
      control(Op::jump, "jump", 24, -1, {O::target26}, "go to target"),
      control(Op::call, "call", 25, -1, {O::target26},
              "r123 = address of the next instruction; go to target"),
      control(Op::jr, "jr", system_code, 0, {O::left}, "go to the address in a"),
      control(Op::callr, "callr", system_code, 1, {O::left},
              "r123 = address of the next instruction; go to the address in a"),
      control(Op::do_, "do", 26, -1, {O::level, O::left},
              "loop of this level: a times, from the next instruction on; a = 0 counts as 2^32"),
      control(Op::loop, "loop", 27, -1, {O::level},
              "end of the loop: back to its begin unless it was the last time"),
      control(Op::halt, "halt", system_code, 2, {}, "the program ends"),
      floating(Op::fmov, "fmov", 0, two, U::single, "d = a, bit by bit, through the adder"),
      floating(Op::fadd, "fadd", 1, three, U::single, "d = a + b, single precision"),
      floating(Op::fsub, "fsub", 2, three, U::single, "d = a - b"),
      floating(Op::fmul, "fmul", 3, three, U::single, "d = a * b"),
      floating(Op::fdiv, "fdiv", 4, three, U::single_divide, "d = a / b"),
      floating(Op::feq, "feq", 5, three, U::single, "d = 1 if a = b, else 0"),
      floating(Op::flt, "flt", 6, three, U::single, "d = 1 if a < b, else 0"),
      floating(Op::fle, "fle", 7, three, U::single, "d = 1 if a <= b, else 0"),
      floating(Op::itof, "itof", 8, two, U::single, "single d = integer a"),
      floating(Op::ftoi, "ftoi", 9, two, U::single,
               "integer d = single a, towards zero; the nearest there is, 0 for no number"),
      floating(Op::dadd, "dadd", 10, pairs, U::doubled,
               "pair d = pair a + pair b, double precision"),
      floating(Op::dsub, "dsub", 11, pairs, U::doubled, "pair d = pair a - pair b"),
      floating(Op::dmul, "dmul", 12, pairs, U::doubled, "pair d = pair a * pair b"),
      floating(Op::ddiv, "ddiv", 13, pairs, U::double_divide, "pair d = pair a / pair b"),
      floating(Op::deq, "deq", 14, compared, U::doubled, "d = 1 if pair a = pair b, else 0"),
      floating(Op::dlt, "dlt", 15, compared, U::doubled, "d = 1 if pair a < pair b, else 0"),
      floating(Op::dle, "dle", 16, compared, U::doubled, "d = 1 if pair a <= pair b, else 0"),
      floating(Op::itod, "itod", 17, {O::result_pair, O::left}, U::doubled, "double d = integer a"),
      floating(Op::dtoi, "dtoi", 18, {O::result, O::left_pair}, U::doubled,
               "integer d = double a, as ftoi"),
      floating(Op::ftod, "ftod", 19, {O::result_pair, O::left}, U::doubled, "double d = single a"),
      floating(Op::dtof, "dtof", 20, {O::result, O::left_pair}, U::doubled,
               "single d = double a, rounded"),
      agent(Op::acquire, "acquire", 28, -1, {O::result, O::left, O::right, O::pool}, 3,
            G::communication,
            "an output channel of pool and bus b for own channel a; d = its number, or -1 if none "
            "leads there"),
      agent(Op::tryacquire, "tryacquire", 36, -1, {O::result, O::left, O::right, O::pool}, 3,
            G::communication, "as acquire, but d = -2 if none is free"),
      agent(Op::assign, "assign", system_code, 14, {O::result, O::left, O::right}, 2,
            G::communication,
            "output channel b for own channel a; d = b, -2 if it is held, -1 if it leads nowhere"),
      agent(Op::instate, "instate", system_code, 15, {O::result, O::left}, 1, G::communication,
            "d = state of logical input channel a"),
      agent(Op::outstate, "outstate", system_code, 16, {O::result, O::left}, 1, G::communication,
            "d = state of logical output channel a"),
      agent(Op::marker, "marker", 29, -1, {O::left, O::right, O::tag}, 2, G::communication,
            "a word b with a tag into own channel a"),
      agent(Op::word, "word", system_code, 3, {O::left, O::right}, 1, G::communication,
            "a word b without a tag into own channel a, past the gates"),
      agent(Op::bind, "bind", system_code, 4, {O::gate, O::left}, 1, G::communication,
            "binds a gate to logical input channel a"),
      agent(Op::join, "join", system_code, 5, {O::left, O::right}, 1, G::communication,
            "links input channel a to output channel b, its default output from now on"),
      agent(Op::redirect, "redirect", system_code, 13, {O::left, O::right}, 1, G::communication,
            "sends the rest of the message of input channel a to output channel b; its end marker "
            "splits them again"),
      agent(Op::restore, "restore", system_code, 6, {O::left}, 1, G::communication,
            "links input channel a to its default output again"),
      agent(Op::inbus, "inbus", system_code, 19, {O::left, O::right}, 1, G::communication,
            "puts input channel a at place b, as a context has it: on a bus, or as the cell's own"),
      agent(Op::outbus, "outbus", system_code, 20, {O::left, O::right}, 1, G::communication,
            "puts output channel a at place b: on a bus, or it is spare"),
      agent(Op::match, "match", 30, -1, {O::source, O::left, O::right, O::match_uses}, 3,
            G::communication,
            "entry d of the match CAM: value a, mask b; uses: 1 pathways + 2 messages + 4 guard"),
      agent(Op::unmatch, "unmatch", system_code, 7, {O::left}, 1, G::communication,
            "clears entry a of the match CAM"),
      agent(Op::freeze, "freeze", system_code, 8, {}, 1, G::communication,
            "the communication agent sleeps"),
      agent(Op::wake, "wake", system_code, 9, {}, 1, G::communication, "it goes on"),
      agent(Op::save, "save", system_code, 17, {O::left, O::right, O::source}, 1, G::communication,
            "the context registers of output channels b and input channels a, two sets, to memory "
            "from address d on: a clock each"),
      agent(Op::load, "load", system_code, 18, {O::left, O::right, O::source}, 2, G::communication,
            "loads them from memory, with a clock more for each; the agent must be frozen, and the "
            "queues of the inputs empty"),
      agent(Op::spool, "spool", 31, -1, {O::spool_gate, O::left, O::right, O::source}, 3,
            G::spooling, "starts a spooling gate: address a, limit b, control word d"),
      agent(Op::unspool, "unspool", 32, -1, {O::spool_gate}, 1, G::spooling,
            "stops a spooling gate"),
      agent(Op::enable, "enable", system_code, 10, {O::event, O::left}, 1, G::events,
            "enables an event for the channels of set a"),
      agent(Op::await, "await", system_code, 11, {O::result, O::left}, 1, G::events,
            "waits for an event of set a, takes it; d = kind in bits 8-11, channel in bits 0-7"),
      agent(Op::vector, "vector", 35, -1, {O::event, O::target19}, 1, G::events,
            "the service routine of an event"),
      agent(Op::resume, "resume", system_code, 12, {}, 1, G::events,
            "returns from a service routine"),
      agent(Op::get, "get", 33, -1, {O::result, O::special}, 1, G::events, "d = special register"),
      agent(Op::put, "put", 34, -1, {O::special, O::left}, 1, G::events, "special register = a"),
  };
}

}  // namespace

const std::vector<OpInfo>& all_operations() {
  static const std::vector<OpInfo> table = make_table();
  return table;
}

const OpInfo& info(Op op) { return all_operations()[static_cast<unsigned>(op)]; }

Op find_operation(std::string_view name) {
  static const std::unordered_map<std::string_view, Op> by_name = [] {
    std::unordered_map<std::string_view, Op> names;
    for (const OpInfo& row : all_operations()) {
      if (row.op != Op::none) names.emplace(row.name, row.op);
    }
    return names;
  }();
  const auto found = by_name.find(name);
  return found == by_name.end() ? Op::none : found->second;
}

Op find_operation(unsigned opcode, unsigned function) {
  for (const OpInfo& row : all_operations()) {
    if (row.op == Op::none || row.opcode != opcode) continue;
    if (row.function < 0 || static_cast<unsigned>(row.function) == function) return row.op;
  }
  return Op::none;
}

std::array<Operand, 4> operands_of(Op op, bool in_long_word) {
  std::array<Operand, 4> operands = info(op).operands;
  if (!in_long_word) return operands;
  std::replace(operands.begin(), operands.end(), Operand::memory, Operand::post_memory);
  std::replace(operands.begin(), operands.end(), Operand::immediate12, Operand::immediate7);
  return operands;
}

unsigned clocks_of(Op op, const UnitClocks& clocks) {
  const OpInfo& row = info(op);
  switch (row.unit) {
    case Unit::none: return 0;
    case Unit::integer: return clocks.integer;
    case Unit::integer_multiply: return clocks.integer_multiply;
    case Unit::integer_divide: return clocks.integer_divide;
    case Unit::single: return clocks.single;
    case Unit::doubled: return clocks.doubled;
    case Unit::single_divide: return clocks.single_divide;
    case Unit::double_divide: return clocks.double_divide;
    case Unit::memory:
    case Unit::control: return 1;
    case Unit::agent: return row.clocks;
  }
  return 0;
}

unsigned flops_of(Op op) {
  switch (op) {
    case Op::fadd:
    case Op::fsub:
    case Op::fmul:
    case Op::fdiv:
    case Op::dadd:
    case Op::dsub:
    case Op::dmul:
    case Op::ddiv: return 1;
    default: return 0;
  }
}

const std::vector<Op>& operations_of(Slot slot) {
  static const std::array<std::vector<Op>, slot_count> slots{{
      {Op::none, Op::fmov, Op::fadd, Op::fsub, Op::dadd, Op::dsub},
      {Op::none, Op::fmul, Op::dmul},
      {Op::none, Op::ld, Op::st, Op::ldd, Op::std_},
      {Op::none, Op::ld, Op::st, Op::ldd, Op::std_, Op::add, Op::sub, Op::and_, Op::or_, Op::xor_,
       Op::shl, Op::shr, Op::sar, Op::slt, Op::sltu, Op::addi},
  }};
  return slots[static_cast<unsigned>(slot)];
}

}  // namespace weft::isa
