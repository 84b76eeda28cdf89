// Platforms of adaptive routers, as text.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace weft::test {

/// A mesh of `size` x `size` routers of a type with a T9000 each: cpu<x>_<y>, router<x>_<y>.
/// `parameters` of the routers begin with a comma; `tail` is the rest of the file.
inline std::string adaptive_mesh(std::string_view router, unsigned size,
                                 std::string_view parameters = "", std::string_view tail = "") {
  std::string components = "components:\n";
  std::string links = "links:\n";
  for (unsigned y = 0; y < size; ++y) {
    for (unsigned x = 0; x < size; ++x) {
      components += fmt::format("  cpu{0}_{1}: {{type: t9000}}\n", x, y);
      components +=
          fmt::format("  router{0}_{1}: {{type: {2}, links: 5{3}}}\n", x, y, router, parameters);
      links += fmt::format("  - {{from: cpu{0}_{1}.link0, to: router{0}_{1}.link4}}\n", x, y);
      if (x + 1 < size) {
        links +=
            fmt::format("  - {{from: router{}_{}.link0, to: router{}_{}.link1}}\n", x, y, x + 1, y);
      }
      if (y + 1 < size) {
        links +=
            fmt::format("  - {{from: router{}_{}.link2, to: router{}_{}.link3}}\n", x, y, x, y + 1);
      }
    }
  }
  return components + links + std::string(tail);
}

}  // namespace weft::test
