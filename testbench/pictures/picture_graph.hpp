// What of a platform a picture shows: routers, processors beside them, fat links.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "platforms/platform.hpp"

namespace weft {

/// All links between two components.
struct FatLink {
  std::size_t from = 0;            ///< Component; that with the lower index.
  std::size_t to = 0;              ///< Component.
  std::vector<std::size_t> links;  ///< Into Platform::links.
};

/// A component.
struct PictureNode {
  bool router = false;  ///< Else it is a processor.
  std::size_t links = 0;
  std::optional<std::size_t> home;  ///< Of a processor: the router that it stands beside.
  std::vector<std::size_t> hosted;  ///< Of a router: the processors that stand beside it.
};

/// A component is a router if the plan of the network says so or if it is no processor.
struct PictureGraph {
  std::vector<PictureNode> nodes;  ///< By component.
  std::vector<FatLink> fat_links;  ///< By the first of their links.

  std::size_t routers() const;
};

PictureGraph make_picture_graph(const Platform& platform);

}  // namespace weft
