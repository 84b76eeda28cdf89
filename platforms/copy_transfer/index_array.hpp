// Index arrays of indexed patterns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <utility>
#include <vector>

#include "hw/common/random.hpp"
#include "platforms/netlist/netlist.hpp"

namespace weft::copy_transfer {

/// In which order an index array goes through blocks.
class IndexOrder {
 public:
  /// In random order, another one for each array; or as `given` if that is not empty, of as many
  /// blocks.
  explicit IndexOrder(const RandomStream& random, std::vector<std::uint64_t> given = {})
      : random_(random), given_(std::move(given)) {}

  /// The block of each place of an array, each block once.
  std::vector<std::uint64_t> of(std::size_t blocks);

 private:
  RandomStream random_;
  std::vector<std::uint64_t> given_;
};

/// A list of whole numbers, `indices: [2, 0, 1]`: which block comes first, which next... Each of
/// them is there once (2.1 of the paper: "there are no duplicate entries"). Throws InputError:
/// none, more than a million, one outside of the blocks, one for the second time.
std::vector<std::uint64_t> read_index_array(const Netlist& tree);
std::vector<std::uint64_t> load_index_array(const std::filesystem::path& file);

}  // namespace weft::copy_transfer
