// What an observer of a computation agent is told.
#pragma once

#include <cstdint>

#include "hw/common/time.hpp"
#include "hw/iwarp/isa/program_image.hpp"

namespace weft::isa {

/// An instruction that has ended.
struct InstructionEvent {
  const ProgramImage* image = nullptr;
  std::uint32_t address = 0;
  std::uint32_t line = 0;  ///< Of the program's text.
  Time begin = 0;          ///< When it could have begun.
  Time end = 0;
  Time stalled = 0;  ///< Of that time it waited.
};

/// Is told of every instruction, in their order.
class InstructionObserver {
 public:
  virtual void executed(const InstructionEvent& event) = 0;

 protected:
  ~InstructionObserver() = default;
};

/// Is called before an instruction begins: its operands have not been read, and all that the
/// program did before has ended. While the call lasts, time stands still. An instruction that is
/// given up for an event begins once more.
class InstructionStop {
 public:
  /// `address` is that of the instruction.
  virtual void before(std::uint32_t address, Time now) = 0;

 protected:
  ~InstructionStop() = default;
};

}  // namespace weft::isa
