// The rates at which transfers share busses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft {

/// Words that go at one rate: those that the same instructions move.
struct SharingWords {
  std::vector<std::uint32_t> busses;     ///< Numbers; one as often as they cross it.
  double most = 0;                       ///< Words a ps that these instructions can move.
  std::vector<std::size_t> behind = {};  ///< Places in the list of those that are no slower.
};

/// What round robin gives in the long run on busses that take `capacity` words a ps, by number: of
/// each bus all that wait for it have the same, and what one cannot use the others have (max-min
/// fairness). None is faster than one that it is `behind`. Words a ps, in the order of `all`.
std::vector<double> fair_shares(const std::vector<SharingWords>& all,
                                const std::vector<double>& capacity);

}  // namespace weft
