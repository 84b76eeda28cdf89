// What the units of the computation agent calculate.
#pragma once

#include <cstdint>

#include "hw/iwarp/isa/operations.hpp"
#include "hw/iwarp/isa/register_file.hpp"

namespace weft::isa {

/// The operation has a pair of registers as its result.
constexpr bool has_pair_result(Op op) {
  return op == Op::dadd || op == Op::dsub || op == Op::dmul || op == Op::ddiv || op == Op::itod ||
         op == Op::ftod || op == Op::ldd;
}

/// The result of an integer or floating-point operation. Floating point is that of IEEE 754,
/// rounded to the nearest. `divides_by_zero` is set by an integer division by 0.
std::uint64_t calculate(const Operation& op, const RegisterFile& registers, bool& divides_by_zero);

/// Whether a branch is taken.
bool takes(const Operation& branch, const RegisterFile& registers);

}  // namespace weft::isa
