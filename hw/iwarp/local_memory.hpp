// The memory of a cell as its agents see it.
#pragma once

#include <cstdint>
#include <vector>

namespace weft {

/// What an access to local memory brought.
struct MemoryAnswer {
  bool good = true;           ///< False if there is no memory at that address.
  std::uint64_t data = 0;     ///< Of a read.
  unsigned extra_clocks = 0;  ///< Beyond the one that every access takes.
};

/// Local memory: 64 bits wide, one access a clock. Addresses are in bytes; the lower word is at the
/// lower address.
class LocalMemory {
 public:
  /// `address` is a multiple of 8.
  virtual MemoryAnswer read(std::uint32_t address) = 0;
  /// Writes the words of `data` that `words` has a bit for: bit 0 the lower, bit 1 the upper one.
  virtual MemoryAnswer write(std::uint32_t address, std::uint64_t data, unsigned words) = 0;

  /// Nothing but the agents of this cell reads or writes it, and it has no delay.
  virtual bool is_private() { return false; }

 protected:
  ~LocalMemory() = default;
};

/// Static memory without a delay of its own.
class StaticMemory final : public LocalMemory {
 public:
  /// `bytes` is a multiple of 8.
  explicit StaticMemory(std::uint32_t bytes) : bytes_(bytes) {}

  MemoryAnswer read(std::uint32_t address) override {
    if (address >= bytes_) return {.good = false};
    return {.data = word(address)};
  }
  MemoryAnswer write(std::uint32_t address, std::uint64_t data, unsigned words) override {
    if (address >= bytes_) return {.good = false};
    constexpr std::uint64_t lower = 0xffff'ffff;
    const std::uint64_t mask = ((words & 1) != 0 ? lower : 0) | ((words & 2) != 0 ? ~lower : 0);
    word(address) = (word(address) & ~mask) | (data & mask);
    return {};
  }

  bool is_private() override { return true; }

 private:
  // Nothing is taken from the host before the first access.
  std::uint64_t& word(std::uint32_t address) {
    if (words_.empty()) words_.resize(bytes_ / 8);
    return words_[address / 8];
  }

  std::uint32_t bytes_;
  std::vector<std::uint64_t> words_;
};

}  // namespace weft
