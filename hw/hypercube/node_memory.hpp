// The memory of a node of a hypercube.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

namespace weft {

/// Bytes from address 0 on; a word is four of them, the lowest first. Who accesses it asks `holds`
/// before.
class HypercubeMemory {
 public:
  /// All bytes are 0. They take no memory of the computer before they are written.
  explicit HypercubeMemory(std::uint32_t bytes)
      : size_(bytes), bytes_(static_cast<std::uint8_t*>(std::calloc(bytes, 1)), std::free) {
    if (!bytes_) throw std::bad_alloc();
  }

  std::uint32_t size() const { return size_; }
  bool holds(std::uint32_t address, std::uint64_t bytes) const { return address + bytes <= size_; }

  std::span<const std::uint8_t> bytes(std::uint32_t address, std::uint32_t count) const {
    return {&bytes_[address], count};
  }
  void write(std::uint32_t address, std::span<const std::uint8_t> bytes);
  std::uint32_t word(std::uint32_t address) const;
  void set_word(std::uint32_t address, std::uint32_t value);

 private:
  std::uint32_t size_;
  std::unique_ptr<std::uint8_t[], decltype(&std::free)> bytes_;
};

}  // namespace weft
