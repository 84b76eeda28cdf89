// Where a program on an iWarp cell is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft {

/// What waveforms show and messages name: a line of an assembly program, or the operation of a
/// coroutine.
class ProgramPosition {
 public:
  virtual std::uint64_t line() const = 0;
  /// "operation 12", "fir.s:7".
  virtual std::string text() const = 0;

 protected:
  ~ProgramPosition() = default;
};

/// By address of the cell; null where no program runs.
using ProgramPositions = std::vector<const ProgramPosition*>;

}  // namespace weft
