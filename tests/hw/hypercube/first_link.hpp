// How often two messages meet at the first link.
#pragma once

#include <cmath>

#include "hw/hypercube/parameters.hpp"

namespace weft {

/// The chance that two messages which are generated at once on a node of an idle cube want the same
/// first link; destinations are uniform over the 2^n - 1 other nodes. Equations (1) and (2) of
/// section 5.1, which the scan has lost, from the text around them:
/// fixed: dimension k is the first of 2^(n-1-k) of the destinations; the sum over k of the squares
/// is (2^n + 1) / (3 (2^n - 1)), with the limit 1/3. Quasi-adaptive: the second message has no
/// choice but the link that the first took, which leaves it the one destination behind that link:
/// 1 / (2^n - 1), with the limit 0.
inline double hypercube_first_link_collision(HypercubeRouting routing, unsigned degree) {
  const double nodes = std::exp2(degree);
  if (routing == HypercubeRouting::fixed) return (nodes + 1) / (3 * (nodes - 1));
  return 1 / (nodes - 1);
}

}  // namespace weft
