// How often which value was seen.
#pragma once

#include <string>

#include "testbench/sweeps/results.hpp"

namespace weft {

/// An SVG document: the share of the samples in some 60 stretches of equal width, up to the 99.9th
/// percentile, with the mean, the median and the 99th percentile marked.
std::string draw_histogram(const MergedDistribution& distribution, const std::string& title);

}  // namespace weft
