// In which order nodes do the exchanges of a step, and how congested the network is then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "platforms/copy_transfer/exchange.hpp"

namespace weft::copy_transfer {

/// Exchanges that nodes do side by side; before the next round all wait for each other.
struct Round {
  std::vector<std::size_t> exchanges;  ///< Their places in the step.
  std::uint64_t most_words = 0;        ///< Of the node that sends most.
  /// By how much more words the busiest link is crossed than that node sends.
  double congestion = 0;
};

/// The rounds in which a step is sent that way: its phases, and of each as many as it takes for one
/// sender at a time where engines store contiguous blocks only.
std::vector<Round> rounds_of(const NodeFile& file, const CommunicationStep& step, Way way);

/// Of all phases of a step, by the words of each.
double congestion_of(const NodeFile& file, const CommunicationStep& step);

}  // namespace weft::copy_transfer
