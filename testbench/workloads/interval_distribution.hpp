// Times between messages.
#pragma once

#include <cstdint>

namespace weft {

/// Times between the messages of one process.
enum class IntervalDistribution : std::uint8_t {
  exponential,
  fixed,
  normal,
  bernoulli,  ///< In each slot of time a message or none: geometric.
  on_off,     ///< Bursts.
};

}  // namespace weft
