// Queues of iWarp cells that go on in memory, as the library in assembly has them.
#pragma once

#include <cstdint>

#include "testbench/programs/cell_process.hpp"

namespace weft {

/// The queue of a channel that goes on in a ring of memory.
struct QueueExtension {
  unsigned from = 0;     ///< Logical input channel whose words come.
  unsigned own = 0;      ///< Own channel from which the program reads them.
  unsigned gate_in = 0;  ///< Spooling gates, which are the queue's then.
  unsigned gate_out = 0;
  std::uint32_t address = 0;  ///< Of the ring; a multiple of 8.
  std::uint32_t bytes = 0;    ///< A multiple of 8.
};

/// Words go through memory until the end of their message (Borkar et al. 1990, section 7.2). The
/// clocks are those of `extend_queue` of `platforms/programs/library/queues.s`.
Program extend_queue(CellProcess& cell, QueueExtension queue);

}  // namespace weft
