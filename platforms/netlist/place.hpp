// Where something stands in a user's file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace weft {

/// A place in an input: a file with line and column (both from 1), or something without lines, such
/// as `--set network.shape` (line 0). The name is shared, so that a copy costs little.
struct Place {
  std::shared_ptr<const std::string> source;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  /// "mesh.yaml:4:12", or the bare source where there are no lines.
  std::string text() const;
};

/// A place in a source without lines.
Place place_of(std::string source);

}  // namespace weft
