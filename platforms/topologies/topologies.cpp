#include "platforms/topologies/topologies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/registry/shape.hpp"
#include "platforms/topologies/complete.hpp"
#include "platforms/topologies/graph_file.hpp"
#include "platforms/topologies/parameters.hpp"

namespace weft {
namespace {

/// What a topology is made from.
struct Request {
  const ParameterValues& values;
  const Node& network;
  std::optional<unsigned> processors;

  unsigned processors_or(unsigned usual) const { return processors.value_or(usual); }
};

// Throws InputError if a key that has no default is missing.
void require(const Request& request, std::string_view key, std::string_view example) {
  if (request.values.is_set(key)) return;
  missing_key(request.network, "network", key,
              fmt::format("expected `{}:`, such as {}", key, example));
}

Topology mesh(const Request& request) {
  require(request, "shape", "4x4");
  return make_grid(Grid(request.values.shape("shape"), false), request.processors_or(1));
}

Topology torus(const Request& request) {
  require(request, "shape", "4x4");
  return make_grid(Grid(request.values.shape("shape"), true), request.processors_or(1));
}

Topology hypercube(const Request& request) {
  const ParameterValues& values = request.values;
  const bool numbered = values.is_set("dimensions");
  if (numbered && values.is_set("shape")) {
    throw InputError(values.place("shape"), "'shape' beside 'dimensions'", "expected one of them");
  }
  if (!numbered && !values.is_set("shape")) require(request, "dimensions", "6");
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

Topology ring(const Request& request) {
  require(request, "nodes", "8");
  return make_grid(Grid({static_cast<unsigned>(request.values.count("nodes"))}, true),
                   request.processors_or(1), true);
}

Topology express_cube(const Request& request) {
  require(request, "shape", "16x16");
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

Topology hexagonal(const Request& request) {
  require(request, "shape", "4x4");
  const Shape& shape = request.values.shape("shape");
  if (shape.size() != 2) {
    throw InputError(request.values.place("shape"),
                     fmt::format("'{}' as the shape of a hexagonal array", shape_text(shape)),
                     "expected two sizes, such as 4x4");
  }
  return make_hexagon(Hexagon(shape[0], shape[1]), request.processors_or(1));
}

Topology star(const Request& request) {
  require(request, "nodes", "8");
  return make_star(static_cast<unsigned>(request.values.count("nodes")), request.processors_or(1));
}

Topology fully_connected(const Request& request) {
  require(request, "nodes", "8");
  return make_fully_connected(static_cast<unsigned>(request.values.count("nodes")),
                              request.processors_or(1));
}

Topology tree(const Request& request) {
  require(request, "arity", "4");
  require(request, "levels", "3");
  const auto parameters = request.values.to_struct<TreeParameters>();
  std::size_t routers = parameters.levels;
  for (unsigned level = 1; level < parameters.levels; ++level) {
    routers *= parameters.arity;
    if (routers <= max_nodes) continue;
    throw InputError(
        request.values.place("levels"),
        fmt::format("a tree of arity {} and {} levels", parameters.arity, parameters.levels),
        fmt::format("expected at most {} routers", max_nodes));
  }
  return make_tree(parameters.arity, parameters.levels, request.processors_or(parameters.arity));
}

Topology clos(const Request& request) {
  require(request, "leaves", "16");
  require(request, "spines", "8");
  const auto parameters = request.values.to_struct<ClosParameters>();
  return make_clos(parameters.leaves, parameters.spines, request.processors_or(1));
}

Topology graph(const Request& request) {
  require(request, "file", "net.graphml");
  const Node* file = request.network.find("file");
  return read_graph(*file, request.processors_or(1));
}

template <class Parameters>
ParameterEntry add_shape(ParameterTable<Parameters>& table) {
  return table.shape("shape", &Parameters::shape)
      .default_note("must be given")
      .help("Nodes in each dimension: `4x4`, `8x8x2`; sides may differ.");
}

template <class Parameters>
ParameterEntry add_nodes(ParameterTable<Parameters>& table, std::uint64_t least) {
  return table.count("nodes", &Parameters::nodes)
      .between(least, 4096)
      .default_note("must be given")
      .help("Routers with processors.");
}

ComponentType mesh_type() {
  ComponentType type = make_type(TypeRole::topology, "mesh",
                                 "Grid without wrap-around, of any number of dimensions.");
  ParameterTable<MeshParameters> table;
  add_shape(table).source("thesis 2.2.1");
  return table.into(std::move(type));
}

ComponentType torus_type() {
  ComponentType type = make_type(TypeRole::topology, "torus",
                                 "Grid of which each dimension of three or more is a ring.");
  ParameterTable<TorusParameters> table;
  add_shape(table).source("thesis 2.2.1");
  return table.into(std::move(type));
}

ComponentType hypercube_type() {
  ComponentType type =
      make_type(TypeRole::topology, "hypercube", "Grid of two nodes in each dimension.");
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
  ParameterTable<RingParameters> table;
  add_nodes(table, 2);
  return table.into(std::move(type));
}

ComponentType express_cube_type() {
  ComponentType type =
      make_type(TypeRole::topology, "express_cube",
                "Mesh or torus with express links past several nodes (Dally 1991).");
  ParameterTable<ExpressCubeParameters> table;
  add_shape(table);
  table.count("interval", &ExpressCubeParameters::interval)
      .between(2, 4096)
      .help("Length of an express link in hops; it joins coordinates that are multiples of it.");
  table.boolean("wraps", &ExpressCubeParameters::wraps).help("A torus instead of a mesh.");
  return table.into(std::move(type));
}

ComponentType hexagonal_type() {
  ComponentType type =
      make_type(TypeRole::topology, "hexagonal", "Array with six neighbours to a node.");
  ParameterTable<HexagonParameters> table;
  add_shape(table).source("iWarp 1990");
  return table.into(std::move(type));
}

ComponentType star_type() {
  ComponentType type = make_type(TypeRole::topology, "star", "Routers around one in the middle.");
  ParameterTable<StarParameters> table;
  add_nodes(table, 1);
  return table.into(std::move(type));
}

ComponentType fully_connected_type() {
  ComponentType type =
      make_type(TypeRole::topology, "fully_connected", "Each router linked to every other.");
  ParameterTable<FullyConnectedParameters> table;
  add_nodes(table, 1).between(1, 64);
  return table.into(std::move(type));
}

ComponentType tree_type() {
  ComponentType type = make_type(TypeRole::topology, "fat_tree",
                                 "k-ary n-tree: arity^levels processors at the leaves.");
  ParameterTable<TreeParameters> table;
  table.count("arity", &TreeParameters::arity)
      .between(1, 32)
      .default_note("must be given")
      .help("Links down, and up, of each router: k.");
  table.count("levels", &TreeParameters::levels)
      .between(1, max_dimensions)
      .default_note("must be given")
      .help("Rows of routers: n.");
  return table.into(std::move(type));
}

ComponentType clos_type() {
  ComponentType type =
      make_type(TypeRole::topology, "clos",
                "Three-stage Clos network, folded: each leaf linked to each spine.");
  ParameterTable<ClosParameters> table;
  table.count("leaves", &ClosParameters::leaves)
      .between(1, 64)
      .default_note("must be given")
      .help("Routers with processors: the first and the last stage.")
      .source("facts.md C104 [D]");
  table.count("spines", &ClosParameters::spines)
      .between(1, 64)
      .default_note("must be given")
      .help("Routers of the middle stage.")
      .source("facts.md C104 [D]");
  return table.into(std::move(type));
}

ComponentType graph_type() {
  ComponentType type = make_type(TypeRole::topology, "graph", "Any connected graph, from a file.");
  ParameterTable<GraphParameters> table;
  table.text("file", &GraphParameters::file)
      .default_note("must be given")
      .help("GraphML (`*.graphml`) or an edge list; beside the file that names it.");
  return table.into(std::move(type));
}

// Whether it is a type of router at all is checked where routers are made.
bool has_adaptive_routers(const Node& network) {
  const Node* router = network.find("router");
  const Node* type = router != nullptr ? value_of(*router, "type") : nullptr;
  return type != nullptr && (type->text == "chaos_router" || type->text == "forced_router");
}

struct Kind {
  ComponentType (*type)();
  Topology (*make)(const Request& request);
};

constexpr Kind kinds[] = {
    {mesh_type, mesh},
    {torus_type, torus},
    {hypercube_type, hypercube},
    {ring_type, ring},
    {express_cube_type, express_cube},
    {hexagonal_type, hexagonal},
    {star_type, star},
    {fully_connected_type, fully_connected},
    {tree_type, tree},
    {clos_type, clos},
    {graph_type, graph},
};

}  // namespace

std::vector<ComponentType> topology_types() {
  std::vector<ComponentType> types;
  for (const Kind& kind : kinds) types.push_back(kind.type());
  return types;
}

Topology make_topology(const ParameterValues& values, std::optional<unsigned> processors,
                       const Node& network) {
  static const std::vector<ComponentType> types = topology_types();
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (types[i].name != values.type().name) continue;
    Topology topology = kinds[i].make({values, network, processors});
    topology.adaptive = has_adaptive_routers(network);
    return topology;
  }
  throw std::logic_error("no topology of this name");
}

}  // namespace weft
