// What of a platform a picture shows: routers, processors beside them, fat links.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "platforms/platform.hpp"

namespace weft {

/// A link or a bus of a platform.
struct PictureLink {
  LinkEnd from;
  LinkEnd to;
  bool one_way = false;  ///< A bus.
};

/// Links of a platform are numbered as they stand there, and its busses behind them.
std::size_t picture_links(const Platform& platform);
PictureLink picture_link(const Platform& platform, std::size_t number);

/// All links between two components.
struct FatLink {
  std::size_t from = 0;            ///< Component; that with the lower index.
  std::size_t to = 0;              ///< Component.
  std::vector<std::size_t> links;  ///< See picture_link.
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
