// An iWarp cell as waveforms see it.
#pragma once

#include <array>
#include <vector>

#include "platforms/components/cells.hpp"
#include "platforms/system.hpp"
#include "testbench/programs/program_position.hpp"

namespace weft {

/// Where the waves of a cell come from.
struct TracedCell {
  CellView view;
  const ProgramPosition* position = nullptr;       ///< Null where no program runs.
  std::array<bool, bus_count> bus_leads{};         ///< Output busses that lead anywhere.
  std::array<const BusWires*, bus_count> lines{};  ///< Of these; null where there are none.
};

/// The cells of a system, by address.
std::vector<TracedCell> traced_cells(const System& system, const ProgramPositions& positions);
/// The busses whose transmitters are no cells, as far as there is anything to trace.
std::vector<BusProbe> traced_busses(const System& system);

/// How the waves of a cell are written.
namespace wave_code {

inline constexpr unsigned idle_bus = 6;        ///< Of `.tag`, beside the numbers of WordTag.
inline constexpr unsigned repeated_tag = 0x8;  ///< A bit, set in every second of equal tags.
inline constexpr unsigned program_ended = 0;   ///< Of `.state`.
inline constexpr unsigned program_runs = 1;
inline constexpr unsigned program_stalled = 2;

}  // namespace wave_code

}  // namespace weft
