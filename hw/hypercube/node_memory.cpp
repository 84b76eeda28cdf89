#include "hw/hypercube/node_memory.hpp"

#include <algorithm>

namespace weft {

void HypercubeMemory::write(std::uint32_t address, std::span<const std::uint8_t> bytes) {
  std::copy(bytes.begin(), bytes.end(), &bytes_[address]);
}

std::uint32_t HypercubeMemory::word(std::uint32_t address) const {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < 4; ++i) value |= std::uint32_t{bytes_[address + i]} << 8 * i;
  return value;
}

void HypercubeMemory::set_word(std::uint32_t address, std::uint32_t value) {
  for (unsigned i = 0; i < 4; ++i) {
    bytes_[address + i] = static_cast<std::uint8_t>(value >> 8 * i);
  }
}

}  // namespace weft
