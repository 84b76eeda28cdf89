// Which addresses of messages under way have not been written yet.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace weft {

/// Section 4: a cache of entries, each with a pair of comparators at the address bus of the node's
/// CPU. An entry holds the address of the next byte of a message and that of the end of it; a
/// request for an address between them is an overrun.
class HypercubeComparators {
 public:
  explicit HypercubeComparators(unsigned entries) : entries_(entries) {}

  /// Begins to follow a message; gives the number of its entry, none if all are taken.
  std::optional<unsigned> follow(std::uint32_t next, std::uint32_t end);
  void advance(unsigned entry, std::uint32_t next) { entries_[entry].next = next; }
  void forget(unsigned entry) { entries_[entry] = {}; }
  /// One of these bytes is expected and has not come.
  bool overrun(std::uint32_t address, std::uint32_t bytes) const;

 private:
  struct Entry {
    std::uint32_t next = 0;
    std::uint32_t end = 0;  // 0: free
  };

  std::vector<Entry> entries_;
};

}  // namespace weft
