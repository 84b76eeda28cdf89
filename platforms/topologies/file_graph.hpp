// A graph as a file has it, of any format.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "platforms/netlist/place.hpp"

namespace weft {

struct FileGraph {
  struct Vertex {
    std::string name;               ///< May be empty.
    std::optional<int> processors;  ///< Without: as many as the network says.
    Place place;
  };
  struct Edge {
    std::size_t from;  ///< Of `vertices`.
    std::size_t to;
    std::optional<int> width;  ///< Without: that of the network.
    Place place;
  };
  std::vector<Vertex> vertices;
  std::vector<Edge> edges;  ///< In the order of the file.
};

}  // namespace weft
