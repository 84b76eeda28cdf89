// The nodes of a hypercube of packet chips on a platform.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "hw/hypercube/parameters.hpp"
#include "platforms/platform.hpp"

namespace weft {

struct PlacedComponent;

/// Of a platform at most: node numbers have 14 bits (HypercubePacket).
inline constexpr std::size_t most_hypercube_nodes = 1U << 14U;

/// Components in the order of their numbers, which is that of Platform::components.
const std::vector<std::size_t>& hypercube_nodes_of(const Platform& platform);
/// The number of a component that is a node.
std::optional<unsigned> hypercube_node_of(const Platform& platform, std::size_t component);
/// Of the smallest cube that holds all of them, 1 or more.
unsigned hypercube_degree(const Platform& platform);
/// Links between them.
std::size_t hypercube_links_of(const Platform& platform);
/// All nodes and links of a cube of that degree are there.
bool hypercube_is_whole(const Platform& platform);
/// Of a node, with the degree of the cube and what its links are. Throws std::logic_error unless
/// it is one.
HypercubeChipParameters hypercube_parameters(const Platform& platform, std::size_t component);

/// ComponentType::enter of a node: gives it its number. Throws InputError for one too many.
void enter_hypercube_node(Platform& platform, std::size_t component);
/// ComponentType::check_placed of a node. Throws InputError: a link that does not lead to the
/// neighbour whose number differs in that bit, a clock of its own.
void check_hypercube_node(const PlacedComponent& placed);

}  // namespace weft
