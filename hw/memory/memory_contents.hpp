// What stands in a memory, beside its times.
#pragma once

#include <cstdint>

namespace weft {

/// The words of a memory as software finds them: no time passes, and nothing is simulated.
class MemoryContents {
 public:
  /// Of an address in bytes, a multiple of 8.
  virtual std::uint64_t word(std::uint64_t address) = 0;
  virtual void set_word(std::uint64_t address, std::uint64_t word) = 0;

 protected:
  ~MemoryContents() = default;
};

}  // namespace weft
