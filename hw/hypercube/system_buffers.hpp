// Space for messages whose place is not the user's.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace weft {

/// A part of node memory from which the co-processor gives out buffers: the first gap that is long
/// enough, in steps of 16 bytes.
class HypercubeSystemBuffers {
 public:
  HypercubeSystemBuffers(std::uint32_t begin, std::uint32_t bytes) : begin_(begin), bytes_(bytes) {}

  std::uint32_t begin() const { return begin_; }
  /// The address of a buffer of at least so many bytes, 1 or more; none if no gap is long enough.
  std::optional<std::uint32_t> take(std::uint32_t bytes);
  /// False if there is no such buffer.
  bool give_back(std::uint32_t address);
  /// Bytes that are given out.
  std::uint32_t used() const { return used_; }
  /// The most that ever were.
  std::uint32_t most_used() const { return most_used_; }

 private:
  std::uint32_t begin_;
  std::uint32_t bytes_;
  std::map<std::uint32_t, std::uint32_t> given_;  // bytes, by address
  std::uint32_t used_ = 0;
  std::uint32_t most_used_ = 0;
};

}  // namespace weft
