// What the parts of a picture are called: on hover, and written into it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "platforms/platform.hpp"
#include "testbench/pictures/picture_graph.hpp"

namespace weft {

/// "node[3,2].router: c104, token level, 20 links".
std::string component_title(const Component& component, std::size_t links);
/// "a.link0..link1 to hub.link2..link3: 2 links".
std::string link_title(const Platform& platform, const FatLink& fat_link);

/// By component, what is written on it: "3,2" for "node[3,2].router" unless another of its kind
/// and of its level of the network would be called the same.
std::vector<std::string> short_names(const Platform& platform, const PictureGraph& graph);

}  // namespace weft
