#include "testbench/pictures/picture_graph.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "platforms/processors.hpp"

namespace weft {

namespace {

std::vector<FatLink> fat_links_of(const Platform& platform) {
  std::vector<FatLink> fat_links;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> known;
  for (std::size_t link = 0; link < picture_links(platform); ++link) {
    const PictureLink spec = picture_link(platform, link);
    const auto ends = std::minmax(spec.from.component, spec.to.component);
    const auto [found, fresh] = known.emplace(ends, fat_links.size());
    if (fresh) fat_links.push_back({ends.first, ends.second, {}});
    fat_links[found->second].links.push_back(link);
  }
  return fat_links;
}

// A processor stands beside the first router that it is linked to.
void find_home(PictureGraph& graph, std::size_t processor, std::size_t router) {
  if (graph.nodes[processor].router || !graph.nodes[router].router) return;
  if (graph.nodes[processor].home) return;
  graph.nodes[processor].home = router;
  graph.nodes[router].hosted.push_back(processor);
}

}  // namespace

std::size_t picture_links(const Platform& platform) {
  return platform.links.size() + platform.busses.size();
}

PictureLink picture_link(const Platform& platform, std::size_t number) {
  if (number < platform.links.size()) {
    return {platform.links[number].from, platform.links[number].to};
  }
  const BusSpec& bus = platform.busses[number - platform.links.size()];
  return {bus.from, bus.to, true};
}

std::size_t PictureGraph::routers() const {
  return static_cast<std::size_t>(std::count_if(
      nodes.begin(), nodes.end(), [](const PictureNode& node) { return node.router; }));
}

PictureGraph make_picture_graph(const Platform& platform) {
  PictureGraph graph;
  graph.nodes.resize(platform.components.size());
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    graph.nodes[i].router = !processor_of(platform, i);
  }
  for (const RouterPosition& router : platform.plan.routers) {
    graph.nodes[router.component].router = true;
  }
  graph.fat_links = fat_links_of(platform);
  for (const FatLink& fat_link : graph.fat_links) {
    graph.nodes[fat_link.from].links += fat_link.links.size();
    graph.nodes[fat_link.to].links += fat_link.links.size();
    find_home(graph, fat_link.from, fat_link.to);
    find_home(graph, fat_link.to, fat_link.from);
  }
  return graph;
}

}  // namespace weft
