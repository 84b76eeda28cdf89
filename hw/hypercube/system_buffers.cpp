#include "hw/hypercube/system_buffers.hpp"

#include <algorithm>

namespace weft {

std::optional<std::uint32_t> HypercubeSystemBuffers::take(std::uint32_t bytes) {
  constexpr std::uint64_t step = 16;
  const std::uint64_t rounded = (bytes + step - 1) / step * step;
  std::uint64_t gap = begin_;
  for (const auto& [address, length] : given_) {
    if (gap + rounded <= address) break;
    gap = std::uint64_t{address} + length;
  }
  if (gap + rounded > std::uint64_t{begin_} + bytes_) return {};
  const auto taken = static_cast<std::uint32_t>(rounded);
  given_.emplace(static_cast<std::uint32_t>(gap), taken);
  used_ += taken;
  most_used_ = std::max(most_used_, used_);
  return static_cast<std::uint32_t>(gap);
}

bool HypercubeSystemBuffers::give_back(std::uint32_t address) {
  const auto place = given_.find(address);
  if (place == given_.end()) return false;
  used_ -= place->second;
  given_.erase(place);
  return true;
}

}  // namespace weft
