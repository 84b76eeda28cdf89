#include "platforms/topologies/tree.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/shape.hpp"
#include "platforms/topologies/topology_request.hpp"

namespace weft {
namespace {

void add_router(Topology& topology, std::string name, unsigned level, const Tree::Router& router) {
  TopologyRouter added;
  added.name = std::move(name);
  added.level = level;
  added.slots = router.down_slots + router.up_slots;
  topology.routers.push_back(std::move(added));
  topology.tree->routers.push_back(router);
}

void add_processors(Topology& topology, unsigned processors) {
  std::size_t node = 0;
  for (std::size_t leaf = 0; leaf < topology.tree->leaves; ++leaf) {
    for (unsigned i = 0; i < processors; ++i) {
      topology.routers[leaf].processors.push_back(fmt::format("node[{}].cpu", node++));
    }
  }
}

Topology empty_tree(std::size_t leaves) {
  Topology topology;
  topology.arrangement = Arrangement::levels;
  topology.tree.emplace();
  topology.tree->leaves = leaves;
  return topology;
}

}  // namespace

Topology make_tree(unsigned arity, unsigned levels, unsigned processors) {
  std::size_t row = 1;
  for (unsigned level = 1; level < levels; ++level) row *= arity;
  Topology topology = empty_tree(row);
  std::size_t below = 1;  // leaves below a router of the level
  for (unsigned level = 0; level < levels; ++level, below *= arity) {
    for (std::size_t i = 0; i < row; ++i) {
      Tree::Router router;
      router.first_leaf = i / below * below;
      router.last_leaf = router.first_leaf + below;
      router.down_slots = level == 0 ? 0 : arity;
      router.child_leaves = level == 0 ? 1 : below / arity;
      router.up_slots = level + 1 == levels ? 0 : arity;
      add_router(topology, fmt::format("switch[{},{}]", level, i), level, router);
      if (level == 0) continue;
      // to the routers of the level below that differ from this one in one digit alone
      const std::size_t digit = below / arity;
      const auto own_digit = static_cast<unsigned>(i / digit % arity);
      for (unsigned child = 0; child < arity; ++child) {
        const std::size_t lower = i + child * digit - own_digit * digit;
        const unsigned lower_down = level == 1 ? 0 : arity;
        topology.edges.push_back(
            {(level - 1) * row + lower, level * row + i, lower_down + own_digit, child, 0});
      }
    }
  }
  add_processors(topology, processors);
  return topology;
}

Topology make_clos(unsigned leaves, unsigned spines, unsigned processors) {
  Topology topology = empty_tree(leaves);
  for (unsigned i = 0; i < leaves; ++i) {
    add_router(topology, fmt::format("leaf[{}]", i), 0, {i, i + 1U, 1, 0, spines});
  }
  for (unsigned j = 0; j < spines; ++j) {
    add_router(topology, fmt::format("spine[{}]", j), 1, {0, leaves, 1, leaves, 0});
  }
  for (unsigned i = 0; i < leaves; ++i) {
    for (unsigned j = 0; j < spines; ++j) topology.edges.push_back({i, leaves + j, j, i, 0});
  }
  add_processors(topology, processors);
  return topology;
}

namespace {

struct TreeParameters {
  unsigned arity = 0;
  unsigned levels = 0;
};
struct ClosParameters {
  unsigned leaves = 0;
  unsigned spines = 0;
};

Topology make_fat_tree(const TopologyRequest& request) {
  request.require("arity", "4");
  request.require("levels", "3");
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

Topology make_folded_clos(const TopologyRequest& request) {
  request.require("leaves", "16");
  request.require("spines", "8");
  const auto parameters = request.values.to_struct<ClosParameters>();
  return make_clos(parameters.leaves, parameters.spines, request.processors_or(1));
}

}  // namespace

ComponentType fat_tree_type() {
  ComponentType type = make_type(TypeRole::topology, "fat_tree",
                                 "k-ary n-tree: arity^levels processors at the leaves.");
  type.make_topology = make_fat_tree;
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
  type.make_topology = make_folded_clos;
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

}  // namespace weft
