#include "platforms/copy_transfer/index_array.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft::copy_transfer {

namespace {

constexpr std::size_t most_indices = 1'000'000;

}  // namespace

std::vector<std::uint64_t> IndexOrder::of(std::size_t blocks) {
  if (!given_.empty()) return given_;
  std::vector<std::uint64_t> order(blocks);
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_.below(i)]);
  return order;
}

std::vector<std::uint64_t> read_index_array(const Netlist& tree) {
  const Section section(tree.root, "an index array", {"indices"});
  const Node& list = section.at("indices", "expected a list such as [2, 0, 1]");
  const auto& items = require_list(list, "indices").items;
  if (items.empty() || items.size() > most_indices) {
    throw InputError(list.place, fmt::format("an index array of {} blocks", items.size()),
                     fmt::format("expected 1 to {}", most_indices));
  }
  std::vector<std::uint64_t> indices;
  std::vector<bool> seen(items.size(), false);
  for (const Node& item : items) {
    const std::uint64_t index = read_whole(item, "an index");
    if (index >= items.size()) {
      throw InputError(item.place,
                       fmt::format("index {} outside of {} blocks", index, items.size()),
                       fmt::format("expected 0 to {}", items.size() - 1));
    }
    if (seen[index]) {
      throw InputError(item.place, fmt::format("index {} for the second time", index),
                       "expected each block once");
    }
    seen[index] = true;
    indices.push_back(index);
  }
  return indices;
}

std::vector<std::uint64_t> load_index_array(const std::filesystem::path& file) {
  return read_index_array(load_tree(file));
}

}  // namespace weft::copy_transfer
