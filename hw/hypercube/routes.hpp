// Which way packets take through a hypercube.
#pragma once

#include <bit>
#include <cstdint>

namespace weft {

/// Of a node: node numbers have 14 bits.
inline constexpr unsigned most_hypercube_links = 14;

/// A set of steps: bit i for the link along dimension i.
using StepSet = std::uint32_t;

constexpr StepSet step_bit(unsigned step) { return StepSet{1} << step; }
constexpr bool has_step(StepSet set, unsigned step) { return (set >> step & 1) != 0; }
/// The lowest of a set that is not empty.
constexpr unsigned lowest_step(StepSet set) { return static_cast<unsigned>(std::countr_zero(set)); }

/// A set of steps, as it stands in 16 bits.
constexpr std::uint16_t narrow_steps(StepSet steps) { return static_cast<std::uint16_t>(steps); }

/// The neighbour of a node along a dimension.
constexpr unsigned hypercube_neighbour(unsigned node, unsigned step) { return node ^ (1u << step); }

/// Links of a shortest way between two nodes.
constexpr unsigned hypercube_hops(unsigned from, unsigned to) {
  return static_cast<unsigned>(std::popcount(from ^ to));
}

/// Steps that bring a packet closer to its destination; none if it is there.
constexpr StepSet steps_closer(unsigned node, unsigned destination) { return node ^ destination; }

/// The fixed route: the lowest dimension first, so that it takes half of all messages out by
/// dimension 0, half of the rest by dimension 1, and so on (section 5.1). Dimensions rise along it.
/// `degree`, one more than the last step, stands for a packet that is at its destination.
constexpr unsigned fixed_step(unsigned node, unsigned destination, unsigned degree) {
  const StepSet closer = steps_closer(node, destination);
  return closer == 0 ? degree : lowest_step(closer);
}

}  // namespace weft
