// Numbers in a program's text.
#pragma once

#include "hw/iwarp_toolchain/expression.hpp"
#include "hw/iwarp_toolchain/token_stream.hpp"

namespace weft::isa {

/// A number with or without a point, and a sign before it. Throws a TokenError.
double read_real(TokenStream& tokens);

/// The same in single precision. Throws a TokenError for one that is too large for it.
float read_single(TokenStream& tokens);

/// An expression, or one number with a point: its bits in single precision. Throws a TokenError.
Value read_constant(TokenStream& tokens, const SymbolTable& symbols);

/// Throws a TokenError unless the value has 32 bits, with or without a sign, or is not known yet.
void check_word(const Token& at, Value value);

}  // namespace weft::isa
