// From the binary form of a program back to its text.
#pragma once

#include <cstdint>
#include <string>

#include "hw/iwarp/isa/instruction_trace.hpp"
#include "hw/iwarp/isa/operations.hpp"
#include "hw/iwarp/isa/program_image.hpp"

namespace weft::isa {

/// An instruction as the assembler reads it; `address` is where it stands.
std::string text_of(const Instruction& instruction, std::uint32_t address);

/// The instruction at an address of a program, or ".word 0x..." for a word that is none.
std::string text_at(const ProgramImage& image, std::uint32_t address);

/// An instruction that has ended.
std::string text_of(const InstructionEvent& event);

/// A program as text that assembles to the same code and data. Words of code that are no
/// instruction stand as comments.
std::string disassemble(const ProgramImage& image);

/// Address, words and source line of each instruction, then the data.
std::string listing(const ProgramImage& image);

}  // namespace weft::isa
