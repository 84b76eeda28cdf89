// Which links of a C104 are grouped.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace weft {

/// The hunt groups of a switch, each a bit for each of its links (Interval::links). It finds those
/// that share some links, and not all, with another one.
class HuntGroups {
 public:
  /// Adds a group. The one that is there already and overlaps it, 0 if there is none.
  std::uint64_t add(std::uint64_t links);

 private:
  std::array<std::uint64_t, 64> group_of_link_{};
};

/// Of consecutive links: "link4" or "link0..link3".
std::string text_of_links(std::uint64_t links);

}  // namespace weft
