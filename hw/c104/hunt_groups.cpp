#include "hw/c104/hunt_groups.hpp"

#include <fmt/format.h>

#include <bit>

namespace weft {

// Tables name few groups many times.
std::uint64_t HuntGroups::add(std::uint64_t links) {
  if (links == 0 || group_of_link_[static_cast<std::size_t>(std::countr_zero(links))] == links) {
    return 0;
  }
  for (std::uint64_t left = links; left != 0; left &= left - 1) {
    std::uint64_t& group = group_of_link_[static_cast<std::size_t>(std::countr_zero(left))];
    if (group != 0 && group != links) return group;
    group = links;
  }
  return 0;
}

std::string text_of_links(std::uint64_t links) {
  const int first = std::countr_zero(links);
  const int size = std::popcount(links);
  return size == 1 ? fmt::format("link{}", first)
                   : fmt::format("link{}..link{}", first, first + size - 1);
}

}  // namespace weft
