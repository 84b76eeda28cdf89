// Messages at the times of a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/common/time.hpp"

namespace weft {

struct Platform;

/// A message of a trace.
struct TracedMessage {
  Time at = 0;                  ///< ps
  std::size_t source = 0;       ///< Index in processors_of.
  std::size_t destination = 0;  ///< Another one.
  std::uint32_t bytes = 0;      ///< 1..1 MiB
};

/// The trace of a platform's workload, in the order of its file: lines of time, source,
/// destination and bytes, as `1.5 us node[0].cpu node[3].cpu 64`. Throws InputError at the line:
/// another number of words, no time, an unknown processor, a message to itself or to one that
/// faults keep out of reach, a length out of range.
std::vector<TracedMessage> read_trace(const Platform& platform);

}  // namespace weft
