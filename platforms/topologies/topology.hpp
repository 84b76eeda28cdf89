// A network of routers and processors as a topology makes it: plain data, before links and tables.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "platforms/platform.hpp"
#include "platforms/topologies/grid.hpp"
#include "platforms/topologies/hexagon.hpp"
#include "platforms/topologies/tree.hpp"

namespace weft {

/// A router and its slots: the places of its fat links, of which some may be empty, such as those
/// at the edge of a mesh.
struct TopologyRouter {
  std::string name;                   ///< "node[3,2].router", "leaf[4]"
  std::vector<unsigned> coordinates;  ///< In a grid or a hexagonal array, x first; else empty.
  unsigned level = 0;                 ///< 0 is nearest to the processors.
  unsigned slots = 0;
  std::vector<std::string> processors;  ///< Names of those that hang on it.
};

/// A fat link between slots of two routers.
struct TopologyEdge {
  std::size_t from = 0;
  std::size_t to = 0;
  unsigned from_slot = 0;
  unsigned to_slot = 0;
  unsigned width = 0;  ///< Links; 0 for the width of the network.
};

/// What is at the far end of a slot.
struct Neighbour {
  std::size_t router = 0;
  unsigned slot = 0;
  std::size_t edge = 0;
};

/// A network. What a routing algorithm must know of its structure beyond the graph stands in
/// `grid`, `hexagon` or `tree`.
struct Topology {
  Arrangement arrangement = Arrangement::free;
  std::string usual_routing;  ///< Empty: the first algorithm that fits.
  bool highest_first =
      false;              ///< Dimensions are usually routed from the last to the first (e-cube).
  bool adaptive = false;  ///< Of chaos or forced routers, which find their ways without tables.
  std::vector<TopologyRouter> routers;
  std::vector<TopologyEdge> edges;
  std::optional<Grid> grid;
  std::optional<Hexagon> hexagon;
  std::optional<Tree> tree;

  std::size_t size() const { return routers.size(); }
};

/// By router and slot; nothing where a slot is empty.
std::vector<std::vector<std::optional<Neighbour>>> neighbours_of(const Topology& topology);

/// By router, the number of the part of the network that it is in: parts are not connected.
std::vector<std::size_t> parts_of(const Topology& topology);

/// The node that a router is of, "node[3,2]" of "node[3,2].router"; empty for one that is no
/// node's, such as "hub" and "leaf[4]".
std::string node_of(const TopologyRouter& router);

/// Names of `count` processors of the router of a node: "<node>.cpu" of a single one, else
/// "<node>.cpu0", "<node>.cpu1", ...
std::vector<std::string> processor_names(const std::string& node, unsigned count);

}  // namespace weft
