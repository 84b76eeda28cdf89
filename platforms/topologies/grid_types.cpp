#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/shape.hpp"
#include "platforms/topologies/topology_request.hpp"

namespace weft {
namespace {

struct GridParameters {
  Shape shape;
};
struct HypercubeParameters {
  unsigned dimensions = 0;  // 0: `shape` is given instead
  Shape shape;
};
struct RingParameters {
  unsigned nodes = 0;
};
struct ExpressCubeParameters {
  Shape shape;
  unsigned interval = 4;  // hops that an express link saves, and one
  bool wraps = false;
};

Topology make_plain_grid(const TopologyRequest& request, bool wraps) {
  request.require("shape", "4x4");
  return make_grid(Grid(request.values.shape("shape"), wraps), request.processors_or(1));
}

Topology make_hypercube(const TopologyRequest& request) {
  const ParameterValues& values = request.values;
  const bool numbered = values.is_set("dimensions");
  if (numbered && values.is_set("shape")) {
    throw InputError(values.place("shape"), "'shape' beside 'dimensions'", "expected one of them");
  }
  if (!numbered && !values.is_set("shape")) request.require("dimensions", "6");
  const auto dimensions = static_cast<std::size_t>(values.count("dimensions"));
  Shape shape = numbered ? Shape(dimensions, 2) : values.shape("shape");
  if (std::any_of(shape.begin(), shape.end(), [](unsigned size) { return size != 2; })) {
    throw InputError(values.place("shape"),
                     fmt::format("'{}' as the shape of a hypercube", shape_text(shape)),
                     "expected 2 in each dimension, or `dimensions:`");
  }
  Topology topology = make_grid(Grid(std::move(shape), false), request.processors_or(1), numbered);
  topology.highest_first = true;
  return topology;
}

Topology make_ring(const TopologyRequest& request) {
  request.require("nodes", "8");
  return make_grid(Grid({static_cast<unsigned>(request.values.count("nodes"))}, true),
                   request.processors_or(1), true);
}

Topology make_express_cube(const TopologyRequest& request) {
  request.require("shape", "16x16");
  const auto parameters = request.values.to_struct<ExpressCubeParameters>();
  for (const unsigned size : parameters.shape) {
    if (!parameters.wraps || size % parameters.interval == 0) continue;
    throw InputError(
        request.values.place("shape"),
        fmt::format("{} nodes round a ring with express links of {}", size, parameters.interval),
        "expected a multiple of the interval, or `wraps: false`");
  }
  return make_grid(Grid(parameters.shape, parameters.wraps, parameters.interval),
                   request.processors_or(1));
}

ComponentType plain_grid_type(std::string name, std::string help, bool wraps) {
  ComponentType type = make_type(TypeRole::topology, std::move(name), std::move(help));
  type.make_topology = [wraps](const TopologyRequest& request) {
    return make_plain_grid(request, wraps);
  };
  ParameterTable<GridParameters> table;
  add_shape(table).source("thesis 2.2.1");
  return table.into(std::move(type));
}

}  // namespace

ComponentType mesh_type() {
  return plain_grid_type("mesh", "Grid without wrap-around, of any number of dimensions.", false);
}

ComponentType torus_type() {
  return plain_grid_type("torus", "Grid of which each dimension of three or more is a ring.", true);
}

ComponentType hypercube_type() {
  ComponentType type =
      make_type(TypeRole::topology, "hypercube", "Grid of two nodes in each dimension.");
  type.make_topology = make_hypercube;
  ParameterTable<HypercubeParameters> table;
  table.count("dimensions", &HypercubeParameters::dimensions)
      .between(1, max_dimensions)
      .default_note("those of `shape`")
      .help("2^dimensions nodes, `node[0]`, `node[1]` and so on.");
  table.shape("shape", &HypercubeParameters::shape)
      .default_note("none")
      .help("Instead of `dimensions`, 2x2x2: nodes are named by coordinates then.");
  return table.into(std::move(type));
}

ComponentType ring_type() {
  ComponentType type =
      make_type(TypeRole::topology, "ring", "Routers in a circle: a torus of one dimension.");
  type.make_topology = make_ring;
  ParameterTable<RingParameters> table;
  add_nodes(table, 2);
  return table.into(std::move(type));
}

ComponentType express_cube_type() {
  ComponentType type =
      make_type(TypeRole::topology, "express_cube",
                "Mesh or torus with express links past several nodes (Dally 1991).");
  type.make_topology = make_express_cube;
  ParameterTable<ExpressCubeParameters> table;
  add_shape(table);
  table.count("interval", &ExpressCubeParameters::interval)
      .between(2, 4096)
      .help("Length of an express link in hops; it joins coordinates that are multiples of it.");
  table.boolean("wraps", &ExpressCubeParameters::wraps).help("A torus instead of a mesh.");
  return table.into(std::move(type));
}

}  // namespace weft
