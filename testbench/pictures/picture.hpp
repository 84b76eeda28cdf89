// A platform as a picture in SVG.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "platforms/platform.hpp"

namespace weft {

/// How busy both directions of a DS-Link were, 0..1.
struct LinkLoad {
  double forth = 0;  ///< What LinkSpec::from transmitted.
  double back = 0;   ///< What LinkSpec::to transmitted.
};

/// What a picture shows beside components and links.
struct PictureExtras {
  /// By Platform::links, then by Platform::busses (`back` is nothing there), or empty. Each half of
  /// a link has the colour of what the component beside it transmits, the mean over a fat link.
  std::vector<LinkLoad> loads;
  std::vector<std::size_t> dead_links;  ///< Likewise: dashed, in red.
  /// Channels one behind the other, each as the end that transmits: numbered arrows in red.
  std::vector<LinkEnd> cycle;
};

/// The links that die in this platform, at whatever time, for `PictureExtras::dead_links`.
std::vector<std::size_t> dead_links(const Platform& platform);

/// The same text for the same platform (and version of Graphviz, for irregular networks). Every
/// component and link has a title, which browsers show on hover. Throws std::invalid_argument for
/// extras that the platform does not have, std::runtime_error if Graphviz fails.
std::string draw_picture(const Platform& platform, const PictureExtras& extras = {});

}  // namespace weft
