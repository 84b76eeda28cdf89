#include "platforms/resolve/cell_network.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/resolve/read_section.hpp"
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

// Type and family of the cells.
void read_cells(CellNetwork& network, const Registry& registry) {
  const Node* type = value_of(*network.settings, "type");
  if (type == nullptr) {
    network.family = cell_families().front();
    network.type = registry.find(network.family->type);
    return;
  }
  network.type = registry.find(require_text(*type, "type"));
  std::vector<std::string> names;
  for (const CellFamily* family : cell_families()) {
    names.push_back(family->type);
    // RTL that has come as a plugin has the parameters of an iwarp
    if (network.type == nullptr ||
        network.type->parameter_struct != registry.find(family->type)->parameter_struct) {
      continue;
    }
    network.family = family;
    return;
  }
  unknown_name(type->place, "the type of the cells of a network", type->text, names);
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
  read_cells(network, registry);
  const auto values = read_typed_section(node, *registry.find("network"), type);
  network.topology = make_topology(values.chosen, 0, node, registry);
  if (!network.family->fits(network.topology)) {
    throw InputError(kind->place, fmt::format("a {} of {}", type.name, network.family->what),
                     network.family->expected);
  }
  network.family->check_size(node.place, network.topology.size());
  return network;
}

}  // namespace weft
