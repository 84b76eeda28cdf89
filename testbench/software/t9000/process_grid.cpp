#include "testbench/software/t9000/process_grid.hpp"

#include <numeric>

#include "testbench/workloads/node_numbers.hpp"

namespace weft {

std::vector<std::size_t> processors_of_grid(const Platform& platform, const Shape& grid) {
  std::vector<std::size_t> processors(node_count(grid));
  std::iota(processors.begin(), processors.end(), 0);
  const NodeNumbers numbers(traffic_processors(platform));
  if (!numbers.regular() || numbers.shape() != grid) return processors;
  for (std::size_t i = 0; i < processors.size(); ++i) processors[i] = numbers.at(i, 0);
  return processors;
}

}  // namespace weft
