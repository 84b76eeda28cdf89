#include "platforms/routing/dimension_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/routing/dimension_order.hpp"

namespace weft {
namespace {

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

bool is_grid(const Topology& topology) { return topology.grid || topology.hexagon; }

}  // namespace

std::vector<unsigned> order_of(const RoutingRequest& request) {
  const unsigned dimensions = request.topology.grid->dimensions();
  if (const Node* node = request.values.table("order")) return read_order(*node, dimensions);
  std::vector<unsigned> order(dimensions);
  std::iota(order.begin(), order.end(), 0U);
  if (request.topology.highest_first) std::reverse(order.begin(), order.end());
  return order;
}

ComponentType with_dimensions(ComponentType type) {
  type.routing.fits = is_grid;
  ParameterTable<DimensionOrderParameters> table;
  add_order(table);
  table.boolean("dateline", &DimensionOrderParameters::dateline)
      .help("Fat links of rings are split into two lanes; without, rings of four can deadlock.")
      .source("thesis 2.2.1");
  return table.into(std::move(type));
}

std::unique_ptr<Routing> make_dimension_order(const RoutingRequest& request) {
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

}  // namespace weft
