#include "testbench/pictures/layout.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "testbench/pictures/graphviz_layout.hpp"
#include "testbench/pictures/link_routes.hpp"
#include "testbench/pictures/processor_places.hpp"

namespace weft {

namespace {

constexpr double free_router_reach = 0.24;
constexpr double free_processor_reach = 0.2;
constexpr double row_below = 1.6;  // from the lowest router to what is not in the plan

void place_freely(Layout& layout, const PictureGraph& graph) {
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  for (const FatLink& fat_link : graph.fat_links) edges.emplace_back(fat_link.from, fat_link.to);
  layout.at = graphviz_layout(graph.nodes.size(), edges);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    layout.reach[i] = graph.nodes[i].router ? free_router_reach : free_processor_reach;
  }
}

void place_beside(Layout& layout, const PictureNode& router, Point at, Arrangement arrangement) {
  const ProcessorPlaces places = place_processors(router.hosted.size(), arrangement, at);
  for (std::size_t i = 0; i < router.hosted.size(); ++i) {
    layout.at[router.hosted[i]] = at + places.offsets[i];
    layout.reach[router.hosted[i]] = places.reach;
  }
}

// What the plan does not have: routers written by hand, processors without a router.
void place_below(Layout& layout, const PictureGraph& graph, const RouterPlaces& routers) {
  Point next{routers.at.begin()->second.x, routers.at.begin()->second.y};
  for (const auto& [component, at] : routers.at) {
    next = {std::min(next.x, at.x), std::max(next.y, at.y)};
  }
  next.y += row_below;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const PictureNode& node = graph.nodes[i];
    if (node.home || routers.at.count(i) != 0) continue;
    next.x += width_below(node.hosted.size()) / 2;
    layout.at[i] = next;
    layout.reach[i] = node.router ? router_reach : free_processor_reach;
    place_beside(layout, node, next, Arrangement::levels);
    next.x += 1 + width_below(node.hosted.size()) / 2;
  }
}

// What the names of all routers of a level begin with, such as "spine".
void name_levels(Layout& layout, const Platform& platform) {
  std::map<unsigned, BorderLabel> rows;
  std::set<unsigned> mixed;
  for (const RouterPosition& router : platform.plan.routers) {
    const std::string& name = platform.components[router.component].name;
    const std::string stem = name.substr(0, name.find('['));
    const auto [row, fresh] = rows.try_emplace(router.level, layout.at[router.component], stem);
    if (!fresh && row->second.text != stem) mixed.insert(router.level);
  }
  for (const auto& [level, label] : rows) {
    if (mixed.count(level) == 0) layout.rows.push_back(label);
  }
}

}  // namespace

Layout lay_out(const Platform& platform, const PictureGraph& graph) {
  Layout layout;
  layout.at.resize(graph.nodes.size());
  layout.reach.resize(graph.nodes.size(), router_reach);
  RouterPlaces routers = place_routers(platform.plan, graph);
  if (routers.at.empty()) {
    place_freely(layout, graph);
  } else {
    for (const auto& [component, at] : routers.at) {
      layout.at[component] = at;
      place_beside(layout, graph.nodes[component], at, platform.plan.arrangement);
    }
    place_below(layout, graph, routers);
  }
  layout.columns = std::move(routers.columns);
  layout.rows = std::move(routers.rows);
  if (platform.plan.arrangement == Arrangement::levels) name_levels(layout, platform);
  layout.routes = route_links(platform.plan, graph, layout);
  return layout;
}

}  // namespace weft
