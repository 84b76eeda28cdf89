#include "hw/iwarp/isa/arithmetic.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace weft::isa {

namespace {

std::int32_t with_sign(std::uint32_t value) { return static_cast<std::int32_t>(value); }

float single(std::uint32_t bits) { return std::bit_cast<float>(bits); }
double doubled(std::uint64_t bits) { return std::bit_cast<double>(bits); }
std::uint64_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint64_t bits_of(double value) { return std::bit_cast<std::uint64_t>(value); }

std::uint64_t to_integer(double value) {
  using Limits = std::numeric_limits<std::int32_t>;
  if (std::isnan(value)) return 0;
  const double nearest = std::fmin(std::fmax(value, Limits::min()), Limits::max());
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(nearest));
}

// In 64 bits, where the least integer divided by -1 has room.
std::uint64_t divide(std::uint32_t a, std::uint32_t b, bool rest, bool& by_zero) {
  by_zero = by_zero || b == 0;
  if (b == 0) return 0;
  const std::int64_t left = with_sign(a);
  const std::int64_t right = with_sign(b);
  return static_cast<std::uint32_t>(rest ? left % right : left / right);
}

}  // namespace

std::uint64_t calculate(const Operation& op, const RegisterFile& registers, bool& divides_by_zero) {
  const std::uint32_t a = registers.word(op.a);
  const std::uint32_t b = registers.word(op.b);
  const auto number = static_cast<std::uint32_t>(op.value);
  const auto left = [&] { return doubled(registers.pair(op.a)); };
  const auto right = [&] { return doubled(registers.pair(op.b)); };
  switch (op.op) {
    case Op::add: return a + b;
    case Op::sub: return a - b;
    case Op::and_: return a & b;
    case Op::or_: return a | b;
    case Op::xor_: return a ^ b;
    case Op::shl: return a << (b & 31);
    case Op::shr: return a >> (b & 31);
    case Op::sar: return static_cast<std::uint32_t>(with_sign(a) >> (b & 31));
    case Op::slt: return with_sign(a) < with_sign(b) ? 1 : 0;
    case Op::sltu: return a < b ? 1 : 0;
    case Op::mul: return a * b;
    case Op::div: return divide(a, b, false, divides_by_zero);
    case Op::rem: return divide(a, b, true, divides_by_zero);
    case Op::addi: return a + number;
    case Op::andi: return a & number;
    case Op::ori: return a | number;
    case Op::xori: return a ^ number;
    case Op::shli: return a << (number & 31);
    case Op::shri: return a >> (number & 31);
    case Op::sari: return static_cast<std::uint32_t>(with_sign(a) >> (number & 31));
    case Op::slti: return with_sign(a) < op.value ? 1 : 0;
    case Op::seti: return number;
    case Op::sethi: return (registers.word(op.d) & 0x1fff) | number << 13;
    case Op::fmov: return a;
    case Op::fadd: return bits_of(single(a) + single(b));
    case Op::fsub: return bits_of(single(a) - single(b));
    case Op::fmul: return bits_of(single(a) * single(b));
    case Op::fdiv: return bits_of(single(a) / single(b));
    case Op::feq: return single(a) == single(b) ? 1 : 0;
    case Op::flt: return single(a) < single(b) ? 1 : 0;
    case Op::fle: return single(a) <= single(b) ? 1 : 0;
    case Op::itof: return bits_of(static_cast<float>(with_sign(a)));
    case Op::ftoi: return to_integer(single(a));
    case Op::dadd: return bits_of(left() + right());
    case Op::dsub: return bits_of(left() - right());
    case Op::dmul: return bits_of(left() * right());
    case Op::ddiv: return bits_of(left() / right());
    case Op::deq: return left() == right() ? 1 : 0;
    case Op::dlt: return left() < right() ? 1 : 0;
    case Op::dle: return left() <= right() ? 1 : 0;
    case Op::itod: return bits_of(static_cast<double>(with_sign(a)));
    case Op::dtoi: return to_integer(left());
    case Op::ftod: return bits_of(static_cast<double>(single(a)));
    case Op::dtof: return bits_of(static_cast<float>(left()));
    default: return 0;
  }
}

bool takes(const Operation& branch, const RegisterFile& registers) {
  const std::uint32_t d = registers.word(branch.d);
  const std::uint32_t a = registers.word(branch.a);
  switch (branch.op) {
    case Op::beq: return d == a;
    case Op::bne: return d != a;
    case Op::blt: return with_sign(d) < with_sign(a);
    case Op::bge: return with_sign(d) >= with_sign(a);
    case Op::bltu: return d < a;
    case Op::bgeu: return d >= a;
    default: return false;
  }
}

}  // namespace weft::isa
