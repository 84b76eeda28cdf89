// Patterns in which every node sends to one other.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "platforms/registry/parameter_values.hpp"
#include "testbench/workloads/traffic_nodes.hpp"
#include "testbench/workloads/traffic_pattern_parameters.hpp"

namespace weft {

/// Throws InputError for a key that means nothing with the pattern that is chosen.
void check_pattern_keys(const ParameterValues& traffic);

/// Throws InputError for a pattern that does not fit the platform.
void check_pattern(const ParameterValues& traffic, const TrafficPatternParameters& parameters,
                   const TrafficNodes& nodes);

/// By node, the one that it sends to, or nothing: of itself, and of one that is out of reach.
/// Nothing at all for the patterns that draw: uniform, hot_spot and all_to_all.
///
/// - transpose: (x, y) to (y, x) on a square; else the number turned by half its bits.
/// - bit_complement, bit_reverse, shuffle: the bits of the number all inverted; in reverse order;
///   turned left by one.
/// - tornado: in each dimension of k nodes ceil(k / 2) - 1 further, around its end.
/// - neighbour: in each dimension one further, likewise.
/// - permutation: as the file says: lines of `source destination`, by component.
///
/// Dimensions are those of a generated network of coordinates, without one all nodes in a row.
/// A number is that of the node, x fastest, or the index in a row; of several processors of a node
/// the first sends to the first. Throws InputError where a pattern does not fit the platform: not
/// a power of two, nodes with different numbers of processors, a processor in the file that is not
/// there or not reached by exactly one other.
std::vector<std::optional<std::size_t>> fixed_destinations(const ParameterValues& traffic,
                                                           TrafficPattern pattern,
                                                           const TrafficNodes& nodes);

}  // namespace weft
