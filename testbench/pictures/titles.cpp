#include "testbench/pictures/titles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "platforms/registry/ports.hpp"

namespace weft {

namespace {

std::string counted_links(std::size_t count) {
  return fmt::format("{} link{}", count, count == 1 ? "" : "s");
}

// "link0..link3, link6"
std::string ports_text(std::vector<unsigned> ports) {
  std::sort(ports.begin(), ports.end());
  std::vector<std::string> ranges;
  for (std::size_t first = 0; first < ports.size();) {
    std::size_t last = first;
    while (last + 1 < ports.size() && ports[last + 1] == ports[last] + 1) ++last;
    ranges.push_back(first == last ? fmt::format("link{}", ports[first])
                                   : fmt::format("link{}..link{}", ports[first], ports[last]));
    first = last + 1;
  }
  return fmt::format("{}", fmt::join(ranges, ", "));
}

std::string end_text(const Platform& platform, const FatLink& fat_link, std::size_t component) {
  std::vector<unsigned> ports;
  for (const std::size_t link : fat_link.links) {
    const PictureLink spec = picture_link(platform, link);
    ports.push_back(spec.from.component == component ? spec.from.port : spec.to.port);
  }
  const Component& owner = platform.components[component];
  if (!owner.is(Part::cell)) return fmt::format("{}.{}", owner.name, ports_text(std::move(ports)));
  std::sort(ports.begin(), ports.end());
  ports.erase(std::unique(ports.begin(), ports.end()), ports.end());
  std::vector<std::string> names;
  for (const unsigned port : ports) names.push_back(port_name(*owner.type, port));
  return fmt::format("{}.{}", owner.name, fmt::join(names, ", "));
}

std::string_view in_brackets(std::string_view name) {
  const std::size_t open = name.find('[');
  const std::size_t close = name.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close <= open + 1) {
    return name;
  }
  return name.substr(open + 1, close - open - 1);
}

std::string_view without_role(std::string_view name) {
  constexpr std::string_view role = ".router";
  return name.ends_with(role) ? name.substr(0, name.size() - role.size()) : name;
}

}  // namespace

std::string component_title(const Component& what, std::size_t links) {
  return fmt::format("{}: {}, {} level, {}", what.name, what.type->name, name_of(what.level),
                     counted_links(links));
}

std::string link_title(const Platform& platform, const FatLink& fat_link) {
  return fmt::format("{} to {}: {}", end_text(platform, fat_link, fat_link.from),
                     end_text(platform, fat_link, fat_link.to),
                     counted_links(fat_link.links.size()));
}

std::vector<std::string> short_names(const Platform& platform, const PictureGraph& graph) {
  std::vector<unsigned> level(graph.nodes.size(), 0);
  for (const RouterPosition& router : platform.plan.routers) level[router.component] = router.level;
  using Kind = std::tuple<bool, unsigned, std::string_view>;
  const auto kind = [&](std::size_t i) {
    return Kind{graph.nodes[i].router, level[i], in_brackets(platform.components[i].name)};
  };
  std::map<Kind, unsigned> uses;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) ++uses[kind(i)];
  std::vector<std::string> names;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const std::string_view name = platform.components[i].name;
    names.emplace_back(uses[kind(i)] == 1 ? in_brackets(name) : without_role(name));
  }
  return names;
}

}  // namespace weft
