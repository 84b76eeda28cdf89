// Ways to do a communication operation, ranked (section 5 of the copy-transfer paper).
#pragma once

#include <string>
#include <vector>

#include "platforms/copy_transfer/estimate.hpp"

namespace weft::copy_transfer {

struct Composition {
  std::string style;  ///< "chained", "buffer packing", or with a buffer on one side only.
  std::string text;
  Estimate estimate;
};

/// A way that the machine has not all figures for.
struct UnknownComposition {
  std::string style;
  std::string text;
  std::string missing;  ///< The first transfer without figure.
};

struct Compositions {
  std::vector<Composition> known;  ///< The fastest first; of equal ones that with fewer transfers.
  std::vector<UnknownComposition> unknown;
};

/// All ways to move data between the memories of two nodes in which each node sends or receives by
/// its processor or in the background, in parallel with the network; with or without a copy through
/// a contiguous buffer on either side. Addresses travel with the data, or stay: then only data that
/// are contiguous can be deposited in the background, while a processor that stores them knows
/// where. `machine` must outlive the result.
Compositions find_compositions(const Operation& operation, const Machine& machine);

}  // namespace weft::copy_transfer
