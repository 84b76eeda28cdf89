// What programs compute with, and whether they did it right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace weft {

/// `count` values between -1 and 1, drawn from a random stream of their own.
std::vector<double> drawn_values(std::uint64_t seed, std::string_view stream, std::size_t count);

/// The largest difference between two results, which is 0. Throws std::runtime_error unless they
/// are equal to the last bit: both were computed by the same operations in the same order.
double require_equal(const std::vector<double>& found, const std::vector<double>& expected,
                     std::string_view what);

}  // namespace weft
