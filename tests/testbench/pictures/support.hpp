// Platforms made by hand, for pictures: their parts, links and plan, without tables.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "platforms/platform.hpp"

namespace weft::test {

/// Builds a platform part by part.
class HandMade {
 public:
  explicit HandMade(Arrangement arrangement);

  /// Both return the component.
  std::size_t router(const std::string& name, std::vector<unsigned> coordinates = {},
                     unsigned level = 0);
  std::size_t processor(const std::string& name);
  /// Processors beside a router, a link each.
  void processors(std::size_t router, std::size_t count);
  void link(std::size_t from, std::size_t to, unsigned width = 1);

  Platform platform;

 private:
  std::size_t add(const std::string& name, const std::string& type);

  std::vector<unsigned> next_port_;  // by component
};

/// Grids of any number of dimensions, with or without wrap-around; a processor at each router.
Platform grid(const std::vector<unsigned>& shape, bool wraps);
Platform hexagons(unsigned columns, unsigned rows);
Platform ring(unsigned routers);
Platform star(unsigned leaves, unsigned processors_each);
/// Two rows of routers, each below linked to each above.
Platform clos(unsigned leaves, unsigned spines, unsigned processors_each);
/// A k-ary n-tree.
Platform fat_tree(unsigned arity, unsigned levels);
/// A tree of routers of which each has three below it; no arrangement.
Platform free_tree(unsigned routers);

}  // namespace weft::test
