#include "platforms/resolve/network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/registry/shape.hpp"
#include "platforms/topologies/hypercube.hpp"
#include "platforms/topologies/mesh.hpp"
#include "platforms/topologies/torus.hpp"

namespace weft {
namespace {

constexpr unsigned most_links = 64;  // of a router
constexpr unsigned most_cpu_links = 4;

std::vector<unsigned> ascending(std::size_t dimensions) {
  std::vector<unsigned> order(dimensions);
  for (unsigned d = 0; d < dimensions; ++d) order[d] = d;
  return order;
}

std::vector<unsigned> read_order(const Node& node, std::size_t dimensions) {
  std::vector<std::string> names;
  for (unsigned d = 0; d < dimensions; ++d) names.push_back(dimension_name(d));
  std::vector<unsigned> order;
  for (const Node& item : require_list(node, "order").items) {
    const auto name = std::find(names.begin(), names.end(), require_text(item, "a dimension"));
    if (name == names.end()) unknown_name(item.place, "unknown dimension", item.text, names);
    const auto dimension = static_cast<unsigned>(name - names.begin());
    if (std::find(order.begin(), order.end(), dimension) != order.end()) {
      throw InputError(item.place, fmt::format("the dimension {} again", *name),
                       "expected each dimension once");
    }
    order.push_back(dimension);
  }
  if (order.size() != dimensions) {
    throw InputError(node.place,
                     fmt::format("an order of {} of {} dimensions", order.size(), dimensions),
                     "expected each dimension once");
  }
  return order;
}

// The shape, and whether it was given as a number of dimensions.
std::pair<Shape, bool> read_network_shape(const Section& section, bool hypercube) {
  const Node* dimensions = section.find("dimensions");
  const Node* shape_node = section.find("shape");
  if (!hypercube) {
    if (dimensions != nullptr) {
      throw InputError(dimensions->place, "'dimensions' of a grid",
                       "expected `shape:`, such as 4x4; dimensions are a hypercube's");
    }
    return {read_shape(section.at("shape", "expected `shape:`, such as 4x4"), "shape"), false};
  }
  if (dimensions != nullptr && shape_node != nullptr) {
    throw InputError(shape_node->place, "'shape' beside 'dimensions'", "expected one of them");
  }
  if (dimensions != nullptr) {
    const std::uint64_t n = read_whole_in(*dimensions, "dimensions", 1, max_dimensions);
    return {hypercube_shape(static_cast<unsigned>(n)), true};
  }
  const Node& node = section.at("shape", "expected `dimensions:`, such as 6");
  Shape shape = read_shape(node, "shape");
  if (std::any_of(shape.begin(), shape.end(), [](unsigned size) { return size != 2; })) {
    throw InputError(node.place, fmt::format("{} as the shape of a hypercube", node.description()),
                     "expected 2 in each dimension, or `dimensions:`");
  }
  return {std::move(shape), false};
}

}  // namespace

std::string Network::node_name(std::size_t index) const {
  if (numbered) return fmt::format("node[{}]", index);
  return fmt::format("node[{}]", fmt::join(coordinates_of(topology->shape(), index), ","));
}

Network read_network(const Node& node) {
  const Section section(
      node, "network",
      {"topology", "shape", "dimensions", "width", "node_width", "order", "cpu", "router"});
  Network network;
  network.node = &node;
  const Node& kind = section.at("topology", "expected `topology:`, mesh, torus or hypercube");
  const std::string& name = require_text(kind, "topology");
  const bool hypercube = name == "hypercube";
  if (name != "mesh" && name != "torus" && !hypercube) {
    unknown_name(kind.place, "unknown topology", name, {"mesh", "torus", "hypercube"});
  }
  auto [shape, numbered] = read_network_shape(section, hypercube);
  network.numbered = numbered;
  const auto dimensions = static_cast<unsigned>(shape.size());
  std::vector<unsigned> order = hypercube ? e_cube_order(dimensions) : ascending(dimensions);
  if (const Node* given = section.find("order")) order = read_order(*given, dimensions);
  if (name == "torus") {
    network.topology = std::make_unique<Torus>(std::move(shape), std::move(order));
  } else {
    network.topology = std::make_unique<Mesh>(std::move(shape), std::move(order));
  }

  const bool lanes = network.topology->needs_lanes();
  network.width = lanes ? 2 : 1;
  if (const Node* width = section.find("width")) {
    network.width = static_cast<unsigned>(read_whole_in(*width, "width", 1, most_links));
    if (lanes && network.width < 2) {
      throw InputError(width->place, "a torus of width 1",
                       "expected 2 or more: without two lanes a ring of more than 3 can deadlock");
    }
  }
  if (const Node* width = section.find("node_width")) {
    network.node_width =
        static_cast<unsigned>(read_whole_in(*width, "node_width", 1, most_cpu_links));
  }
  network.cpu = section.find("cpu");
  if (network.cpu != nullptr) require_map(*network.cpu, "cpu");
  network.router = section.find("router");
  if (network.router != nullptr) require_map(*network.router, "router");
  return network;
}

}  // namespace weft
