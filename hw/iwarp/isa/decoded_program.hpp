// A program made ready for execution.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/iwarp/isa/operations.hpp"
#include "hw/iwarp/isa/program_image.hpp"

namespace weft::isa {

enum class StepKind : std::uint8_t {
  none,    ///< No instruction begins here.
  plain,   ///< Works on registers only, control included.
  moving,  ///< Has gates or memory.
  agent,   ///< An operation on another agent, or on a special register.
  halt,
};

/// An instruction, and what its execution needs to know of it.
struct Step {
  Instruction instruction;
  StepKind kind = StepKind::none;
  std::uint8_t words = 0;
  std::uint8_t reads = 0;     ///< Input gates, one bit each.
  std::uint8_t writes = 0;    ///< Output gates.
  std::uint8_t accesses = 0;  ///< To memory.
  std::uint8_t flops = 0;
  std::uint8_t slots = 0;    ///< Places that hold an operation, one bit each.
  std::uint16_t clocks = 0;  ///< Unless it waits.
};

/// One step for each word of code.
std::vector<Step> decode_program(const ProgramImage& image, const UnitClocks& clocks);

}  // namespace weft::isa
