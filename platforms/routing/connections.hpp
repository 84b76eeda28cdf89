// Who is at the other end of each link.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "platforms/platform.hpp"

namespace weft {

/// The far end of every port of every component of a platform.
class Connections {
 public:
  explicit Connections(const Platform& platform);

  /// Nothing where the port is not connected.
  std::optional<LinkEnd> far_end(LinkEnd end) const;
  /// Ports up to the last one that is connected.
  unsigned ports(std::size_t component) const {
    return static_cast<unsigned>(far_ends_[component].size());
  }

 private:
  std::vector<std::vector<LinkEnd>> far_ends_;
};

}  // namespace weft
