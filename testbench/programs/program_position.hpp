// Where a program is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

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

/// By component, of those on which such a program runs.
using ProgramPositions = std::unordered_map<std::size_t, const ProgramPosition*>;

/// Null where no program runs.
inline const ProgramPosition* position_at(const ProgramPositions& positions,
                                          std::size_t component) {
  const auto found = positions.find(component);
  return found == positions.end() ? nullptr : found->second;
}

}  // namespace weft
