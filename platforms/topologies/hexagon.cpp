#include "platforms/topologies/hexagon.hpp"

#include <fmt/format.h>

#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/shape.hpp"
#include "platforms/topologies/topology_request.hpp"

namespace weft {

Topology make_hexagon(const Hexagon& hexagon, unsigned processors) {
  Topology topology;
  topology.arrangement = Arrangement::hexagonal;
  const Shape shape = hexagon.shape();
  for (std::size_t node = 0; node < hexagon.nodes(); ++node) {
    const unsigned x = hexagon.x(node);
    const unsigned y = hexagon.y(node);
    const std::string name = fmt::format("node[{},{}]", x, y);
    TopologyRouter router;
    router.name = name + ".router";
    router.coordinates = {x, y};
    router.slots = Hexagon::slots;
    router.processors = processor_names(name, processors);
    topology.routers.push_back(std::move(router));
    const std::size_t above = node + shape[0];
    const bool has_above = y + 1 < shape[1];
    if (x + 1 < shape[0]) {
      topology.edges.push_back({node, node + 1, Hexagon::x_up, Hexagon::x_down, 0});
    }
    if (has_above) topology.edges.push_back({node, above, Hexagon::y_up, Hexagon::y_down, 0});
    if (has_above && x > 0) {
      topology.edges.push_back({node, above - 1, Hexagon::d_up, Hexagon::d_down, 0});
    }
  }
  topology.hexagon = hexagon;
  return topology;
}

namespace {

struct HexagonParameters {
  Shape shape;
};

Topology make_hexagonal(const TopologyRequest& request) {
  request.require("shape", "4x4");
  const Shape& shape = request.values.shape("shape");
  if (shape.size() != 2) {
    throw InputError(request.values.place("shape"),
                     fmt::format("'{}' as the shape of a hexagonal array", shape_text(shape)),
                     "expected two sizes, such as 4x4");
  }
  return make_hexagon(Hexagon(shape[0], shape[1]), request.processors_or(1));
}

}  // namespace

ComponentType hexagonal_type() {
  ComponentType type =
      make_type(TypeRole::topology, "hexagonal", "Array with six neighbours to a node.");
  type.make_topology = make_hexagonal;
  ParameterTable<HexagonParameters> table;
  add_shape(table).source("iWarp 1990");
  return table.into(std::move(type));
}

}  // namespace weft
