#include "platforms/routing/algorithms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/routing/dimension_order.hpp"
#include "platforms/routing/graph_routing.hpp"
#include "platforms/routing/minimal_adaptive.hpp"
#include "platforms/routing/nearest_common_ancestor.hpp"
#include "platforms/routing/router_choice.hpp"
#include "platforms/routing/source_tables.hpp"
#include "platforms/routing/valiant.hpp"

namespace weft {
namespace {

struct DimensionOrderParameters {
  bool dateline = true;
};
struct ShortestPathParameters {
  Time rewrite_after = 10 * microsecond;
};
struct UpDownParameters {
  std::string root;
  Time rewrite_after = 10 * microsecond;
};
struct SourceTablesParameters {
  std::string file;
};

/// What an algorithm is made from.
struct Request {
  const ParameterValues& values;
  const Topology& topology;
  const Node* section;                   // `routing:`, null without one
  std::vector<bool> dead = {};           // by edge
  std::vector<std::size_t> labels = {};  // empty: as the algorithm likes
};

std::vector<unsigned> read_order(const Node& node, unsigned dimensions) {
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

std::vector<unsigned> order_of(const Request& request) {
  const unsigned dimensions = request.topology.grid->dimensions();
  if (const Node* node = request.values.table("order")) return read_order(*node, dimensions);
  std::vector<unsigned> order(dimensions);
  std::iota(order.begin(), order.end(), 0U);
  if (request.topology.highest_first) std::reverse(order.begin(), order.end());
  return order;
}

std::unique_ptr<Routing> dimension_order(const Request& request) {
  if (request.topology.hexagon) {
    if (const Node* order = request.values.table("order")) {
      throw InputError(order->place, "an order of dimensions on a hexagonal array",
                       "expected none: the diagonal is routed first, then x, then y");
    }
    return std::make_unique<HexagonalOrder>(request.topology);
  }
  return std::make_unique<DimensionOrder>(request.topology, order_of(request),
                                          request.values.boolean("dateline"));
}

std::unique_ptr<Routing> valiant(const Request& request) {
  return std::make_unique<Valiant>(dimension_order(request));
}

std::unique_ptr<Routing> minimal_adaptive(const Request& request) {
  return std::make_unique<MinimalAdaptive>(request.topology, order_of(request));
}

std::unique_ptr<Routing> nearest_common_ancestor(const Request& request) {
  return std::make_unique<NearestCommonAncestor>(request.topology);
}

std::unique_ptr<Routing> shortest_path(const Request& request) {
  return std::make_unique<ShortestPath>(request.topology, request.dead, request.labels);
}

std::unique_ptr<Routing> up_down(const Request& request) {
  std::optional<std::size_t> root;
  if (request.values.is_set("root")) {
    const std::string& name = request.values.text("root");
    std::vector<std::string> names;
    for (const TopologyRouter& router : request.topology.routers) {
      if (router.name == name) root = names.size();
      names.push_back(router.name);
    }
    if (!root) unknown_name(request.values.place("root"), "unknown router as root", name, names);
  }
  return std::make_unique<UpDown>(request.topology, request.dead, request.labels, root);
}

std::unique_ptr<Routing> source_tables(const Request& request) {
  const Node* file = request.section->find("file");
  if (!request.values.is_set("file")) {
    missing_key(*request.section, "routing", "file", "expected `file:`, such as routes.txt");
  }
  return std::make_unique<SourceTables>(request.topology, *file);
}

std::unique_ptr<Routing> router_choice(const Request& request) {
  return std::make_unique<RouterChoice>(request.topology);
}

template <class Parameters>
ParameterEntry add_order(ParameterTable<Parameters>& table) {
  return table.table("order")
      .default_note("x first; on a hypercube the last first")
      .help("Dimensions in the order of routing: list of x, y, z, w, d4, d5, ...")
      .source("thesis 2.2.1");
}

template <class Parameters>
ParameterEntry add_rewrite_after(ParameterTable<Parameters>& table) {
  return table.time("rewrite_after", &Parameters::rewrite_after)
      .between(0, second)
      .help("From a fault in the run until all routers have tables that avoid it.");
}

ComponentType with_dimensions(ComponentType type) {
  ParameterTable<DimensionOrderParameters> table;
  add_order(table);
  table.boolean("dateline", &DimensionOrderParameters::dateline)
      .help("Fat links of rings are split into two lanes; without, rings of four can deadlock.")
      .source("thesis 2.2.1");
  return table.into(std::move(type));
}

ComponentType dimension_order_type() {
  return with_dimensions(make_type(TypeRole::routing, "dimension_order",
                                   "One dimension after another; grids and hexagonal arrays."));
}

ComponentType valiant_type() {
  return with_dimensions(make_type(TypeRole::routing, "valiant",
                                   "By a router drawn at random; each phase on links of its own."));
}

ComponentType minimal_adaptive_type() {
  ComponentType type = make_type(
      TypeRole::routing, "minimal_adaptive",
      "Any free link that brings nearer, and an escape network; grids of up to 4096 routers.");
  ParameterTable<NoParameters> table;
  add_order(table);
  return table.into(std::move(type));
}

ComponentType nearest_common_ancestor_type() {
  ComponentType type = make_type(TypeRole::routing, "nearest_common_ancestor",
                                 "Up by any free link, then down; trees and Clos networks.");
  return ParameterTable<NoParameters>().into(std::move(type));
}

ComponentType up_down_type() {
  ComponentType type =
      make_type(TypeRole::routing, "up_down",
                "Up*/down*: towards a root, then away from it; any network of up to 4096 routers.");
  ParameterTable<UpDownParameters> table;
  table.text("root", &UpDownParameters::root)
      .default_note("the router in the middle")
      .help("Router at the top of the tree.");
  add_rewrite_after(table);
  return table.into(std::move(type));
}

ComponentType shortest_path_type() {
  ComponentType type =
      make_type(TypeRole::routing, "shortest_path",
                "One shortest way; any network of up to 4096 routers that it suits.");
  ParameterTable<ShortestPathParameters> table;
  add_rewrite_after(table);
  return table.into(std::move(type));
}

ComponentType source_tables_type() {
  ComponentType type =
      make_type(TypeRole::routing, "source_tables",
                "Ways from a file, one for each pair; any network of up to 4096 routers.");
  ParameterTable<SourceTablesParameters> table;
  table.text("file", &SourceTablesParameters::file)
      .default_note("must be given")
      .help("In each line the routers of one way, from the first to the last.");
  return table.into(std::move(type));
}

ComponentType router_choice_type() {
  ComponentType type =
      make_type(TypeRole::routing, "router_choice",
                "Chaos and forced routers choose themselves, without tables; any network.");
  return ParameterTable<NoParameters>().into(std::move(type));
}

bool is_grid(const Topology& topology) { return topology.grid || topology.hexagon; }
bool is_plain_grid(const Topology& topology) {
  return topology.grid && topology.grid->express() == 0 && topology.size() <= max_graph_routers;
}
bool is_tree(const Topology& topology) { return topology.tree.has_value(); }
bool is_graph(const Topology& topology) { return topology.size() <= max_graph_routers; }

struct Algorithm {
  ComponentType (*type)();
  bool routes_around;                             // dead edges
  bool (*fits_tables)(const Topology& topology);  // null: routers have no tables
  std::unique_ptr<Routing> (*make)(const Request& request);

  bool fits(const Topology& topology) const {
    return topology.adaptive ? fits_tables == nullptr
                             : fits_tables != nullptr && fits_tables(topology);
  }
};

constexpr Algorithm algorithms[] = {
    {dimension_order_type, false, is_grid, dimension_order},
    {valiant_type, false, is_grid, valiant},
    {minimal_adaptive_type, false, is_plain_grid, minimal_adaptive},
    {nearest_common_ancestor_type, false, is_tree, nearest_common_ancestor},
    {up_down_type, true, is_graph, up_down},
    {shortest_path_type, true, is_graph, shortest_path},
    {source_tables_type, false, is_graph, source_tables},
    {router_choice_type, false, nullptr, router_choice},
};

const Algorithm& algorithm_of(const ParameterValues& values) {
  for (const Algorithm& algorithm : algorithms) {
    if (algorithm.type().name == values.type().name) return algorithm;
  }
  throw std::logic_error("no routing algorithm of this name");
}

}  // namespace

std::vector<ComponentType> routing_types() {
  std::vector<ComponentType> types;
  for (const Algorithm& algorithm : algorithms) types.push_back(algorithm.type());
  return types;
}

std::vector<std::string> routings_of(const Topology& topology) {
  std::vector<std::string> names;
  for (const Algorithm& algorithm : algorithms) {
    if (algorithm.fits(topology)) names.push_back(algorithm.type().name);
  }
  const auto usual = std::find(names.begin(), names.end(), topology.usual_routing);
  if (usual != names.end()) std::rotate(names.begin(), usual, usual + 1);
  return names;
}

std::unique_ptr<Routing> make_routing(const ParameterValues& values, const Topology& topology,
                                      const Node* section) {
  std::vector<bool> dead(topology.edges.size(), false);
  return algorithm_of(values).make({values, topology, section, std::move(dead), {}});
}

std::unique_ptr<Routing> make_routing_around(const ParameterValues& values, const Routing& routing,
                                             std::vector<bool> dead) {
  const Algorithm& algorithm = algorithm_of(values);
  if (!algorithm.routes_around) return nullptr;
  return algorithm.make(
      {values, routing.topology(), nullptr, std::move(dead), routing.label_order()});
}

}  // namespace weft
