// Consecutive links of a C104.
#pragma once

namespace weft {

/// Consecutive links, any free one of which is taken (grouped adaptive routing; facts.md, C104).
struct HuntGroup {
  unsigned first_link = 0;
  unsigned size = 1;

  friend bool operator==(const HuntGroup&, const HuntGroup&) = default;
};

}  // namespace weft
