// The timetable of a cell's phase as steps in which it uses the same connections.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "platforms/conset/linkages.hpp"
#include "platforms/conset/schedule.hpp"

namespace weft {

/// Words of one connection that goes out of a cell.
struct StepEnd {
  std::size_t end = 0;      ///< In CellPhase::sends, or CellPhase::receives.
  std::uint64_t first = 0;  ///< Number of the first word.
};

/// What a cell sends and receives by the same instructions.
struct ConnectionStep {
  std::optional<StepEnd> sends;
  std::optional<StepEnd> receives;
  std::uint64_t words = 0;
};

/// All words of a cell's phase by the timetable: those of a send and of a receive that have the
/// same place in it are a step, and so are those that are alone.
std::vector<ConnectionStep> steps_of(const conset::Schedule& schedule,
                                     const conset::CellPhase& phase);

}  // namespace weft
