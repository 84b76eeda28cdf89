// The tables of the instruction set's reference page.
#pragma once

#include <string>

namespace weft::isa {

/// Markdown made from the tables that assembler and encoding use: operations by group with their
/// operands, codes and clocks; slots of a long word; special registers; constants.
std::string reference_tables();

}  // namespace weft::isa
