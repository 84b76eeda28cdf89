#include "platforms/topologies/topology_check.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "platforms/netlist/component_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/topologies/topology.hpp"

namespace weft {
namespace {

class TopologyCheck {
 public:
  TopologyCheck(const Topology& topology, const std::string& type, const Place& place)
      : topology_(topology), type_(type), place_(place) {}

  void require_all() const {
    if (topology_.routers.empty()) refuse("which has no routers", "expected one or more");
    for (std::size_t i = 0; i < topology_.size(); ++i) require_names(i);
    require_edges();
    if (topology_.grid) require_nodes("grid", topology_.grid->nodes());
    if (topology_.hexagon) require_nodes("hexagon", topology_.hexagon->nodes());
    if (topology_.tree) require_nodes("tree", topology_.tree->routers.size());
  }

 private:
  [[noreturn]] void refuse(const std::string& why, const std::string& expected) const {
    throw InputError(place_, fmt::format("the topology '{}', {}", type_, why), expected);
  }

  void require_names(std::size_t router) const {
    const TopologyRouter& made = topology_.routers[router];
    require_name("router", made.name, router, "node[3].router");
    for (const std::string& name : made.processors) {
      require_name("processor of router", name, router, "node[3].cpu");
    }
  }

  void require_name(std::string_view what, const std::string& name, std::size_t router,
                    std::string_view example) const {
    if (is_name_at_node(name)) return;
    refuse(
        fmt::format("whose {} {} is named '{}'", what, router, name),
        fmt::format("expected letters, digits, _ and -, perhaps numbers in brackets, and at most "
                    "one dot, such as {}",
                    example));
  }

  void require_edges() const {
    std::vector<std::vector<std::optional<std::size_t>>> taken;  // by router and slot, by an edge
    taken.reserve(topology_.size());
    for (const TopologyRouter& router : topology_.routers) taken.emplace_back(router.slots);
    const auto take = [&](std::size_t edge, std::size_t router, unsigned slot) {
      require_end(edge, router, slot);
      std::optional<std::size_t>& by = taken[router][slot];
      if (by) {
        refuse(fmt::format("whose edges {} and {} both lead to slot {} of '{}'", *by, edge, slot,
                           topology_.routers[router].name),
               "expected each slot in one edge");
      }
      by = edge;
    };
    for (std::size_t i = 0; i < topology_.edges.size(); ++i) {
      const TopologyEdge& edge = topology_.edges[i];
      take(i, edge.from, edge.from_slot);
      if (edge.from == edge.to) {
        refuse(fmt::format("whose edge {} leads from '{}' to itself", i,
                           topology_.routers[edge.from].name),
               "expected two routers");
      }
      take(i, edge.to, edge.to_slot);
    }
  }

  void require_end(std::size_t edge, std::size_t router, unsigned slot) const {
    if (router >= topology_.size()) {
      refuse(fmt::format("whose edge {} leads to router {}", edge, router),
             fmt::format("expected one of its {} routers, from 0", topology_.size()));
    }
    const TopologyRouter& end = topology_.routers[router];
    if (slot < end.slots) return;
    refuse(fmt::format("whose edge {} leads to slot {} of '{}'", edge, slot, end.name),
           fmt::format("expected one of its {} slots, from 0", end.slots));
  }

  // Routing algorithms number the nodes of these as the routers.
  void require_nodes(std::string_view what, std::size_t nodes) const {
    if (nodes == topology_.size()) return;
    refuse(fmt::format("whose {} has {} nodes", what, nodes),
           fmt::format("expected {}, one for each router", topology_.size()));
  }

  const Topology& topology_;
  const std::string& type_;
  const Place& place_;
};

}  // namespace

void require_sound(const Topology& topology, const std::string& type, const Place& place) {
  TopologyCheck(topology, type, place).require_all();
}

}  // namespace weft
