#include "testbench/pictures/grid_places.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace weft {

namespace {

constexpr double diagonal_step = 0.75;  // in x and in y
constexpr double diagonal_gap = 0.55;   // between the diagonals of two places
constexpr double block_gap = 0.8;

}  // namespace

GridPlaces::GridPlaces(std::vector<unsigned> sizes)
    : sizes_(std::move(sizes)), stride_(sizes_.size(), 1) {
  if (sizes_.size() == 3) {
    stride_[0] = stride_[1] = std::max(1.0, sizes_[2] * diagonal_step + diagonal_gap);
    return;
  }
  for (std::size_t d = 2; d < sizes_.size(); ++d) {
    stride_[d] = stride_[d - 2] * sizes_[d - 2] + block_gap;
  }
  hypercube_ = sizes_.size() > 3 &&
               std::all_of(sizes_.begin(), sizes_.end(), [](unsigned size) { return size == 2; });
}

Point GridPlaces::at(const std::vector<unsigned>& coordinates) const {
  if (sizes_.size() == 3) {
    const double depth = coordinates[2] * diagonal_step;
    return {coordinates[0] * stride_[0] + depth, coordinates[1] * stride_[1] - depth};
  }
  return {along(coordinates, 0), along(coordinates, 1)};
}

double GridPlaces::along(const std::vector<unsigned>& coordinates, std::size_t first) const {
  if (hypercube_) return in_gray_order(coordinates, first);
  double sum = 0;
  for (std::size_t d = first; d < sizes_.size(); d += 2) sum += coordinates[d] * stride_[d];
  return sum;
}

double GridPlaces::in_gray_order(const std::vector<unsigned>& coordinates,
                                 std::size_t first) const {
  std::uint32_t code = 0;
  for (std::size_t d = first; d < sizes_.size(); d += 2) code |= coordinates[d] << (d / 2);
  std::uint32_t rank = code;
  for (std::uint32_t rest = code >> 1U; rest != 0; rest >>= 1U) rank ^= rest;
  return rank;
}

}  // namespace weft
