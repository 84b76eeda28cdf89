#include "testbench/software/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "hw/common/random.hpp"

namespace weft {

std::vector<double> drawn_values(std::uint64_t seed, std::string_view stream, std::size_t count) {
  RandomStream random(seed, stream);
  std::vector<double> values(count);
  for (double& value : values) {  // 53 bits, all of them in a double
    value = static_cast<double>(random() >> 11U) / static_cast<double>(1ULL << 52U) - 1;
  }
  return values;
}

double require_equal(const std::vector<double>& found, const std::vector<double>& expected,
                     std::string_view what) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  double largest = found.size() == expected.size() ? 0 : infinite;
  for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i) {
    const double error = std::abs(found[i] - expected[i]);
    largest = std::isnan(error) ? infinite : std::max(largest, error);
  }
  if (largest == 0) return largest;
  throw std::runtime_error(fmt::format(
      "{} is wrong by up to {:.3g}; expected what one processor computes, to the last bit", what,
      largest));
}

}  // namespace weft
