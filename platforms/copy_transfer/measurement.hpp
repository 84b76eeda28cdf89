// Basic transfers, measured on a simulated node.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/node/parameters.hpp"
#include "platforms/copy_transfer/transfer.hpp"

namespace weft::copy_transfer {

/// What is moved in one measurement.
struct MeasurementOptions {
  std::uint64_t words = 8192;  ///< Of 64 bits; far more than a cache holds.
  std::uint64_t seed = 1;      ///< Of the permutations in index arrays.
  bool pairs = false;          ///< A processor sends or takes each word behind its address.
  /// That brings what is received, no faster than one of its links does; none: as fast as the port.
  std::optional<NetworkParameters> network = std::nullopt;
  std::vector<std::uint64_t> indices = {};  ///< Of as many words, in place of a permutation.
};

struct MeasuredTransfer {
  BasicTransfer transfer;
  std::uint64_t clocks = 0;  ///< From the first instruction until the last word is stored or sent.
  double rate = 0;           ///< MB/s of elements
};

/// MB/s of so many words in so many clocks of that period (ps).
double rate_in(std::uint64_t clocks, std::uint64_t words, Time clock);

/// Whether the node has what a transfer of this kind is done by.
bool can_measure(const NodeParameters& node, const BasicTransfer& transfer);

/// Runs a transfer on a node that does nothing else; what came out is compared word by word with
/// what went in. The network is there as a node sees it: it takes packets as fast as the port, and
/// brings them as the options say. Transfers across the network are not of a node, and cannot be
/// measured on one. Throws std::logic_error for a word that is not right, and for a transfer that
/// cannot be measured.
MeasuredTransfer measure_transfer(const NodeParameters& node, const BasicTransfer& transfer,
                                  const MeasurementOptions& options = {});

/// The transfers of tables 1 to 3 that the node can do.
std::vector<BasicTransfer> measurable_transfers(const NodeParameters& node);

}  // namespace weft::copy_transfer
