#include "platforms/resolve/cell_network.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "hw/common/nearest_name.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/resolve/read_section.hpp"
#include "platforms/topologies/cell_busses.hpp"
#include "platforms/topologies/topologies.hpp"

namespace weft {
namespace {

// What stands beside `cell:` and says something of routers.
void refuse_router_keys(const Node& node) {
  for (const char* key :
       {"processors", "processors_at", "width", "edges", "node_width", "cpu", "router"}) {
    const Node* found = value_of(node, key);
    if (found == nullptr) continue;
    throw InputError(found->place, fmt::format("'{}' in a network of cells", key),
                     "expected it without `cell:`, as it is for routers and their processors");
  }
}

const ComponentType& cell_type(const Node& settings, const Registry& registry) {
  const Node* type = value_of(settings, "type");
  const ComponentType& cell = *registry.find("iwarp");
  if (type == nullptr) return cell;
  const ComponentType* named = registry.find(require_text(*type, "type"));
  // RTL that has come as a plugin has the parameters of an iwarp
  if (named != nullptr && named->parameter_struct == cell.parameter_struct) return *named;
  unknown_name(type->place, "the type of the cells of a network", type->text, {"iwarp"});
}

}  // namespace

bool has_cells(const Node& network) {
  return network.is_map() && value_of(network, "cell") != nullptr;
}

CellNetwork read_cell_network(const Node& node, const Registry& registry) {
  const Node* kind = value_of(node, "topology");
  if (kind == nullptr) {
    missing_key(node, "network", "topology", "expected `topology:`, such as torus");
  }
  const ComponentType& type = registry.at(*kind, TypeRole::topology);
  refuse_router_keys(node);
  CellNetwork network;
  network.node = &node;
  network.settings = &require_map(*value_of(node, "cell"), "cell");
  network.type = &cell_type(*network.settings, registry);
  const auto values = read_typed_section(node, *registry.find("network"), type);
  network.topology = make_topology(values.chosen, 0, node, registry);
  if (!fits_cells(network.topology)) {
    throw InputError(kind->place, fmt::format("a {} of cells with four busses", type.name),
                     "expected a mesh or torus of one or two dimensions, a ring or a hexagonal "
                     "array");
  }
  if (network.topology.size() > most_cells) {
    refuse_cells(node.place, fmt::format("a network of {} cells", network.topology.size()));
  }
  return network;
}

}  // namespace weft
