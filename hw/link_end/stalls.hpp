// The pauses of a bare link end.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hw/common/random.hpp"
#include "hw/common/time.hpp"

namespace weft {

/// How long the pause at a token is, ps; 0 for none. One in `every` tokens has one, of mean `mean`.
inline Time draw_stall(RandomStream& random, Time mean, std::uint32_t every) {
  if (mean == 0 || random.below(every) != 0) return 0;
  return random.exponential(mean);
}

/// All pauses at so many tokens.
inline Time draw_stalls(RandomStream& random, Time mean, std::uint32_t every, std::size_t tokens) {
  Time sum = 0;
  for (; tokens != 0; --tokens) sum += draw_stall(random, mean, every);
  return sum;
}

}  // namespace weft
