#include "platforms/routing/graph_routing.hpp"

#include <algorithm>
#include <limits>

#include "platforms/netlist/section.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/routing/routing_request.hpp"

namespace weft {
namespace {

constexpr unsigned unvisited = std::numeric_limits<unsigned>::max();
constexpr std::uint16_t no_way = std::numeric_limits<std::uint16_t>::max();

}  // namespace

ShortestPath::ShortestPath(const Topology& topology, std::vector<bool> dead,
                           std::vector<std::size_t> labels)
    : ShortestPath(topology, std::move(dead), std::move(labels), 1, {}) {}

ShortestPath::ShortestPath(const Topology& topology, std::vector<bool> dead,
                           std::vector<std::size_t> labels, unsigned phases,
                           std::optional<std::size_t> root)
    : DestinationRouting(topology),
      neighbours_(neighbours_of(topology)),
      dead_(std::move(dead)),
      phases_(phases),
      labels_(std::move(labels)),
      distances_(topology.size()) {
  grow_tree(root ? *root : middle());
}

std::vector<unsigned> ShortestPath::depths_from(std::size_t root) const {
  std::vector<unsigned> depths(topology().size(), unvisited);
  std::vector<std::size_t> open{root};
  depths[root] = 0;
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (unsigned slot = 0; slot < slots(open[i]); ++slot) {
      const Neighbour* far = neighbour(open[i], slot);
      if (far == nullptr || depths[far->router] != unvisited) continue;
      depths[far->router] = depths[open[i]] + 1;
      open.push_back(far->router);
    }
  }
  return depths;
}

// The router that reaches most others, and of those the one nearest to the farthest of them.
std::size_t ShortestPath::middle() const {
  std::size_t best = 0;
  std::pair<std::size_t, unsigned> least{std::numeric_limits<std::size_t>::max(), 0};
  for (std::size_t router = 0; router < topology().size(); ++router) {
    std::pair<std::size_t, unsigned> cost{0, 0};  // routers out of reach, hops to the farthest
    for (const unsigned depth : depths_from(router)) {
      if (depth == unvisited) {
        ++cost.first;
      } else {
        cost.second = std::max(cost.second, depth);
      }
    }
    if (cost >= least) continue;
    least = cost;
    best = router;
  }
  return best;
}

// A breadth-first tree below the root, and one more for each part that faults have cut off; then
// all routers in depth-first order of the trees, so that what lies below a router has neighbouring
// labels.
void ShortestPath::grow_tree(std::size_t root) {
  depth_.assign(topology().size(), unvisited);
  std::vector<std::size_t> roots{root};
  for (std::size_t i = 0; i < topology().size(); ++i) roots.push_back(i);
  std::vector<bool> listed(topology().size(), false);
  std::vector<std::size_t> depth_first;
  for (const std::size_t top : roots) {
    if (depth_[top] != unvisited) continue;
    const std::vector<unsigned> depths = depths_from(top);
    for (std::size_t i = 0; i < depths.size(); ++i) {
      if (depths[i] != unvisited) depth_[i] = depths[i];
    }
    std::vector<std::size_t> stack{top};
    while (!stack.empty()) {
      const std::size_t router = stack.back();
      stack.pop_back();
      if (listed[router]) continue;
      listed[router] = true;
      depth_first.push_back(router);
      for (unsigned slot = slots(router); slot-- > 0;) {
        const Neighbour* far = neighbour(router, slot);
        if (far != nullptr && depth_[far->router] == depth_[router] + 1) {
          stack.push_back(far->router);
        }
      }
    }
  }
  if (labels_.empty()) labels_ = std::move(depth_first);
}

std::optional<unsigned> ShortestPath::phase_after(std::size_t, unsigned, unsigned) const {
  return 0;
}

// Backwards from the destination, in which a packet may arrive in any state.
const std::vector<std::uint16_t>& ShortestPath::distances_to(std::size_t destination) const {
  std::vector<std::uint16_t>& distances = distances_[destination];
  if (!distances.empty()) return distances;
  distances.assign(topology().size() * phases_, no_way);
  std::vector<std::size_t> open;  // router * phases_ + phase
  for (unsigned phase = 0; phase < phases_; ++phase) {
    open.push_back(destination * phases_ + phase);
    distances[open.back()] = 0;
  }
  for (std::size_t i = 0; i < open.size(); ++i) {
    const std::size_t router = open[i] / phases_;
    const auto arrived = static_cast<unsigned>(open[i] % phases_);
    for (unsigned slot = 0; slot < slots(router); ++slot) {
      const Neighbour* from = neighbour(router, slot);
      if (from == nullptr) continue;
      for (unsigned phase = 0; phase < phases_; ++phase) {
        std::uint16_t& known = distances[from->router * phases_ + phase];
        if (known != no_way || phase_after(from->router, from->slot, phase) != arrived) continue;
        known = static_cast<std::uint16_t>(distances[open[i]] + 1);
        open.push_back(from->router * phases_ + phase);
      }
    }
  }
  return distances;
}

Route ShortestPath::next(const Lanes& lanes, std::size_t router, unsigned kind,
                         std::size_t destination, const std::vector<Route>& before) const {
  const std::vector<std::uint16_t>& distances = distances_to(destination);
  const std::uint16_t distance = distances[router * phases_ + kind];
  Route route{0, RouteAction::unreachable, {}};
  if (distance == no_way) {
    // No packet for it comes in here, unless it is out of reach from everywhere: go on as before.
    const bool in_reach = distances[router * phases_] != no_way;
    return in_reach && !before.empty() ? before.back() : route;
  }
  for (unsigned slot = 0; slot < slots(router); ++slot) {
    const Neighbour* far = neighbour(router, slot);
    if (far == nullptr) continue;
    const auto phase = phase_after(router, slot, kind);
    if (!phase || distances[far->router * phases_ + *phase] + 1 != distance) continue;
    const HuntGroup links = lanes(router, slot);
    const bool as_before = !before.empty() && before.back().action == RouteAction::links &&
                           before.back().links == links;
    if (route.action == RouteAction::unreachable || as_before) {
      route = {0, RouteAction::links, links};
    }
  }
  return route;
}

bool UpDown::is_up(std::size_t router, const Neighbour& far) const {
  return std::pair(depth(far.router), far.router) < std::pair(depth(router), router);
}

unsigned UpDown::input_kind(std::size_t router, unsigned slot, unsigned) const {
  const Neighbour* far = neighbour(router, slot);
  return far != nullptr && is_up(router, *far) ? 1 : 0;
}

std::optional<unsigned> UpDown::phase_after(std::size_t router, unsigned slot,
                                            unsigned phase) const {
  if (!is_up(router, *neighbour(router, slot))) return 1;
  if (phase == 0) return 0;
  return {};
}

bool is_graph(const Topology& topology) { return topology.size() <= max_graph_routers; }

namespace {

struct ShortestPathParameters {
  Time rewrite_after = 10 * microsecond;
};
struct UpDownParameters {
  std::string root;
  Time rewrite_after = 10 * microsecond;
};

template <class Parameters>
ParameterEntry add_rewrite_after(ParameterTable<Parameters>& table) {
  return table.time("rewrite_after", &Parameters::rewrite_after)
      .between(0, second)
      .help("From a fault in the run until all routers have tables that avoid it.");
}

std::unique_ptr<Routing> make_shortest_path(const RoutingRequest& request) {
  return std::make_unique<ShortestPath>(request.topology, request.dead, request.labels);
}

std::unique_ptr<Routing> make_up_down(const RoutingRequest& request) {
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

}  // namespace

ComponentType up_down_type() {
  ComponentType type =
      make_type(TypeRole::routing, "up_down",
                "Up*/down*: towards a root, then away from it; any network of up to 4096 routers.");
  type.routing = {is_graph, false, true, make_up_down};
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
  type.routing = {is_graph, false, true, make_shortest_path};
  ParameterTable<ShortestPathParameters> table;
  add_rewrite_after(table);
  return table.into(std::move(type));
}

}  // namespace weft
