// What a person sees of a cell that stands still.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/programs/assembly_programs.hpp"

namespace weft {

/// "node[1,2] at clock 345: fir.s:12  add r1, r2, r3", and a line for each macro around it. The
/// instruction at `address` has not begun.
std::string where_text(const AssemblyProgram& program, std::uint32_t address, Time now);

/// A word as hexadecimal, as an integer and as a number in single precision.
std::string word_text(std::uint32_t word);

/// These registers, or all that are not 0; gates are none.
std::string registers_text(const AssemblyProgram& program, const std::vector<unsigned>& numbers);

/// Logical input channels with a word or a link, with their words from the first on, and output
/// channels that a pathway holds.
std::string queues_text(const AssemblyProgram& program);

/// What the systolic gates are bound to, and the spooling gates that are active.
std::string gates_text(const AssemblyProgram& program);

/// Words of memory from an address on.
std::string memory_text(const AssemblyProgram& program, std::uint32_t address, std::uint32_t words);

/// The cell, and where its program stands: "node[1,2]: fir.s:12, waits: empty_gate".
std::string standing_text(const AssemblyProgram& program);

}  // namespace weft
