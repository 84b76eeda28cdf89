// How much the narrowest cut through the middle of a platform carries.
#pragma once

#include <string>

#include "platforms/platform.hpp"

namespace weft {

/// A cut of a platform's links that parts its processors into two halves.
struct Bisection {
  std::string along;           ///< How the halves were found: "x", "the order of the processors".
  double links = 0;            ///< DS-Links in it.
  double bits_per_second = 0;  ///< That they carry, each way.

  /// Load of uniform traffic at which half of what `processors` offer fills the cut both ways, in
  /// bits a second of a processor (Dally and Towles 2004, 3.3: 2 B / N). A processor that sends to
  /// itself as often as to others is part of that convention.
  double capacity(std::size_t processors) const {
    return 4 * bits_per_second / static_cast<double>(processors);
  }
};

/// The narrowest of the cuts between the first and the second half of the processors in the order
/// of each of their coordinates, and in the order of their headers. Of each halving it is the least
/// cut that parts them, wherever it runs (maximum flow, Boykov and Kolmogorov 2004); links of
/// processors count too. On meshes, tori, hypercubes, rings, trees and Clos networks that is the
/// bisection; on irregular networks another halving may be narrower. Throws InputError, at the
/// workload, of a platform with fewer than two processors.
Bisection bisection_of(const Platform& platform);

}  // namespace weft
