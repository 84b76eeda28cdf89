#include "platforms/resolve/written_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/routing/algorithms.hpp"
#include "platforms/routing/connections.hpp"
#include "platforms/routing/routing_check.hpp"
#include "platforms/sections/keys.hpp"

namespace weft {
namespace {

/// Links between two routers that follow each other at both ends.
struct FatLink {
  std::size_t from = 0;  // routers
  std::size_t to = 0;
  HuntGroup from_links;
  HuntGroup to_links;
};

class WrittenNetwork {
 public:
  explicit WrittenNetwork(const Platform& platform)
      : platform_(&platform), router_of_(platform.components.size()) {
    for (std::size_t i = 0; i < platform.components.size(); ++i) {
      if (!platform.components[i].is(Part::table_router)) continue;
      router_of_[i] = routers_.size();
      routers_.push_back(i);
    }
    find_fat_links();
  }

  const std::vector<std::size_t>& routers() const { return routers_; }

  Topology topology() const {
    Topology topology;
    const Connections connections(*platform_);
    for (const std::size_t component : routers_) {
      TopologyRouter& router = topology.routers.emplace_back();
      router.name = platform_->components[component].name;
      for (unsigned port = 0; port < connections.ports(component); ++port) {
        const auto far = connections.far_end({component, port});
        if (!far || !platform_->components[far->component].is(Part::processor)) continue;
        const std::string& name = platform_->components[far->component].name;
        auto& names = router.processors;
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      }
    }
    for (const FatLink& link : fat_links_) {
      topology.edges.push_back({link.from, link.to, topology.routers[link.from].slots++,
                                topology.routers[link.to].slots++, link.from_links.size});
    }
    return topology;
  }

  /// By router and slot.
  std::vector<std::vector<HuntGroup>> slots() const {
    std::vector<std::vector<HuntGroup>> slots(routers_.size());
    for (const FatLink& link : fat_links_) {
      slots[link.from].push_back(link.from_links);
      slots[link.to].push_back(link.to_links);
    }
    return slots;
  }

 private:
  void find_fat_links() {
    for (const LinkSpec& link : platform_->links) {
      const auto from = router_of_[link.from.component];
      const auto to = router_of_[link.to.component];
      if (!from || !to || from == to) continue;
      FatLink one{*from, *to, {link.from.port, 1}, {link.to.port, 1}};
      if (one.from > one.to) {
        std::swap(one.from, one.to);
        std::swap(one.from_links, one.to_links);
      }
      fat_links_.push_back(one);
    }
    const auto begin = [](const FatLink& link) {
      return std::tuple(link.from, link.to, link.from_links.first_link);
    };
    std::sort(fat_links_.begin(), fat_links_.end(),
              [&](const FatLink& a, const FatLink& b) { return begin(a) < begin(b); });
    std::vector<FatLink> joined;
    for (const FatLink& link : fat_links_) {
      if (!joined.empty() && goes_on(joined.back(), link)) {
        ++joined.back().from_links.size;
        ++joined.back().to_links.size;
      } else {
        joined.push_back(link);
      }
    }
    fat_links_ = std::move(joined);
  }

  static bool goes_on(const FatLink& link, const FatLink& next) {
    const auto follows = [](const HuntGroup& group, const HuntGroup& behind) {
      return group.first_link + group.size == behind.first_link;
    };
    return link.from == next.from && link.to == next.to &&
           follows(link.from_links, next.from_links) && follows(link.to_links, next.to_links);
  }

  const Platform* platform_;
  std::vector<std::optional<std::size_t>> router_of_;  // by component
  std::vector<std::size_t> routers_;                   // components
  std::vector<FatLink> fat_links_;
};

}  // namespace

Network written_network(const Platform& platform, const Node& routing, const Registry& registry) {
  const WrittenNetwork written(platform);
  if (written.routers().empty()) {
    throw InputError(routing.place, "'routing' of a platform without routers",
                     "expected a c104 among the components, or a `network:`");
  }
  Network network;
  network.node = &routing;
  network.topology = std::make_unique<Topology>(written.topology());
  auto [common, algorithm] =
      read_algorithm(*network.topology, "routers by hand", &routing, registry);
  network.algorithm = algorithm;
  network.routing = make_routing(algorithm, *network.topology, &routing);
  network.routing_name = fmt::format("the routing {} on routers by hand", algorithm.type().name);
  network.routing_place = routing.place;
  require_sound(*network.routing, network.routing_name, network.routing_place);
  network.grouped = common.to_struct<RoutingKeys>().grouped;
  network.common = std::move(common);
  network.ports = std::make_unique<PortPlan>(written.slots());
  network.router_components = written.routers();
  network.processor_components.resize(written.routers().size());
  return network;
}

}  // namespace weft
