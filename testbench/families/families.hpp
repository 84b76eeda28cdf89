// The families that a run knows.
#pragma once

#include <memory>
#include <vector>

#include "testbench/families/family.hpp"

/// One line for each: `NAME_family()` is in the folder of the family. In the order in which they
/// report.
#define WEFT_FAMILIES(FAMILY) \
  FAMILY(control_links)       \
  FAMILY(transputer)          \
  FAMILY(dslink)              \
  FAMILY(iwarp)               \
  FAMILY(hypercube)           \
  FAMILY(memory_node)         \
  FAMILY(any_component)

namespace weft {

#define WEFT_DECLARE(name) Family name##_family();
WEFT_FAMILIES(WEFT_DECLARE)
#undef WEFT_DECLARE

/// Of the list.
std::vector<Family> families();

/// All that they can show of a system in a trace.
std::vector<std::unique_ptr<WaveSource>> wave_sources(const System& system,
                                                      const ProgramPositions& positions = {});

}  // namespace weft
