#include "hw/hypercube/comparator_cache.hpp"

#include <algorithm>

namespace weft {

std::optional<unsigned> HypercubeComparators::follow(std::uint32_t next, std::uint32_t end) {
  const auto free = std::find_if(entries_.begin(), entries_.end(),
                                 [](const Entry& entry) { return entry.end == 0; });
  if (free == entries_.end()) return {};
  *free = {next, end};
  return static_cast<unsigned>(free - entries_.begin());
}

bool HypercubeComparators::overrun(std::uint32_t address, std::uint32_t bytes) const {
  return std::any_of(entries_.begin(), entries_.end(), [address, bytes](const Entry& entry) {
    return address < entry.end && std::uint64_t{address} + bytes > entry.next;
  });
}

}  // namespace weft
