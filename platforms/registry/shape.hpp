// Sizes by dimension: `4x4x2`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/netlist/node.hpp"
#include "platforms/registry/parameter.hpp"

namespace weft {

inline constexpr std::size_t max_nodes = 65'536;   ///< Of a network or a grid of processes.
inline constexpr std::size_t max_dimensions = 16;  ///< 2^16 is the largest hypercube.

/// Product of the sizes; 1 for an empty shape.
std::size_t node_count(const Shape& shape);

/// Coordinates of a node, x first; x varies fastest.
std::vector<unsigned> coordinates_of(const Shape& shape, std::size_t node);
std::size_t node_at(const Shape& shape, const std::vector<unsigned>& coordinates);

/// Throws InputError unless it is sizes of 1 or more with `x` between them, at most
/// `max_dimensions` of them and at most `most` nodes.
Shape read_shape(const Node& node, std::string_view what, std::size_t most = max_nodes);

}  // namespace weft
