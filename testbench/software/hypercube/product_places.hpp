// The layout of a matrix product in the memory of a hypercube node.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hw/hypercube/header_block.hpp"
#include "testbench/software/hypercube/broadcast_product.hpp"

namespace weft {

/// Where things are in the memory of a node.
struct ProductPlaces {
  static constexpr std::uint32_t value_bytes = 8;
  /// Of the broadcast; then of the receives, by source.
  static constexpr std::uint32_t first_header_block = 0x40;

  std::uint32_t nodes = 0;
  std::uint32_t rows = 0;

  std::uint64_t columns() const { return std::uint64_t{nodes} * rows; }
  std::uint64_t rows_bytes() const { return rows * columns() * value_bytes; }
  std::uint64_t a() const { return first_header_block + (nodes + 1ULL) * header_block::bytes; }
  std::uint64_t c() const { return a() + rows_bytes(); }
  std::uint64_t b() const { return c() + rows_bytes(); }
  std::uint64_t end() const { return b() + nodes * rows_bytes(); }
  std::uint32_t block_of(std::uint32_t source) const {
    return first_header_block + (source + 1) * header_block::bytes;
  }
  /// Of all of them, row by row from `matrix` on.
  std::uint32_t value(std::uint64_t matrix, std::uint64_t row, std::uint64_t column) const {
    return static_cast<std::uint32_t>(matrix + (row * columns() + column) * value_bytes);
  }
};

inline ProductPlaces places_of(const BroadcastProductParameters& parameters, std::size_t nodes) {
  return {static_cast<std::uint32_t>(nodes), parameters.rows};
}

}  // namespace weft
