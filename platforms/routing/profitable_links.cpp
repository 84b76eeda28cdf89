#include "platforms/routing/profitable_links.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/adaptive/forced_core.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/processors.hpp"

namespace weft {

ProfitableLinks::ProfitableLinks(const Platform& platform)
    : platform_(&platform), connections_(platform) {
  distances_.reserve(processors_of(platform).size());
  for (const Processor& processor : processors_of(platform)) {
    distances_.push_back(distances_to(processor));
  }
}

std::vector<std::uint32_t> ProfitableLinks::distances_to(const Processor& processor) const {
  std::vector<std::uint32_t> distances(platform_->components.size(), unreachable);
  std::vector<std::size_t> open{processor.component};
  distances[processor.component] = 0;
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (unsigned port = 0; port < connections_.ports(open[i]); ++port) {
      const auto far = connections_.far_end({open[i], port});
      if (!far || distances[far->component] != unreachable) continue;
      if (platform_->components[far->component].is(Part::processor)) continue;
      distances[far->component] = distances[open[i]] + 1;
      open.push_back(far->component);
    }
  }
  return distances;
}

LinkSet ProfitableLinks::profitable(std::size_t router, std::size_t processor) const {
  LinkSet links = 0;
  for (unsigned port = 0; port < connections_.ports(router); ++port) {
    const auto far = connections_.far_end({router, port});
    if (far && distance(far->component, processor) < distance(router, processor)) {
      links |= link_bit(port);
    }
  }
  return links;
}

RouterPlace ProfitableLinks::place(std::size_t router) const {
  RouterPlace place;
  for (unsigned port = 0; port < connections_.ports(router); ++port) {
    const auto far = connections_.far_end({router, port});
    if (!far) continue;
    place.connected |= link_bit(port);
    if (platform_->components[far->component].is(Part::adaptive_router))
      place.network |= link_bit(port);
  }
  std::vector<ProfitableRoute> routes;
  for (std::size_t i = 0; i < processors_of(*platform_).size(); ++i) {
    const Processor& processor = processors_of(*platform_)[i];
    routes.push_back({processor.min_header, processor.max_header, profitable(router, i)});
  }
  place.routes = RouteTable(std::move(routes));
  return place;
}

namespace {

unsigned input_frames(const Component& router) {
  return router.type->name == "forced_router"
             ? ForcedCore::input_frames(router.parameters->to_struct<ForcedParameters>())
             : 1;
}

void check_paths(const Platform& platform, std::size_t router, const ProfitableLinks& links) {
  for (std::size_t i = 0; i < processors_of(platform).size(); ++i) {
    if (links.distance(router, i) != ProfitableLinks::unreachable) continue;
    const Component& lost = platform.components[processors_of(platform)[i].component];
    throw InputError(lost.place,
                     fmt::format("'{}' cannot be reached from '{}'", lost.name,
                                 platform.components[router].name),
                     "expected links that join them, or `workload: {type: none}`");
  }
}

// See ForcedCore: one frame more than an injected packet takes must be free.
void check_injection(const Platform& platform, std::size_t router, const Connections& connections) {
  const Component& component = platform.components[router];
  if (component.type->name != "forced_router") return;
  unsigned frames = 0;
  bool injects = false;
  bool has_network = false;
  for (unsigned port = 0; port < connections.ports(router); ++port) {
    const auto far = connections.far_end({router, port});
    if (!far) continue;
    const Component& neighbour = platform.components[far->component];
    const bool network = neighbour.is(Part::adaptive_router);
    (network ? has_network : injects) = true;
    if (network) frames += input_frames(neighbour);
  }
  if (!injects || !has_network || frames >= 2) return;
  throw InputError(component.place,
                   fmt::format("'{}' with one input frame around it", component.name),
                   "expected two or more at the routers that it has links to, or nothing can be "
                   "injected; see input_frames");
}

// Tables of all pairs are as large as the square of the network.
void check_size(const Platform& platform) {
  const std::size_t processors = processors_of(platform).size();
  const std::size_t components = platform.components.size();
  if (processors * components <= max_distances) return;
  throw InputError(
      platform.components[processors_of(platform).front().component].place,
      fmt::format("{} processors and {} components, with adaptive routers", processors, components),
      "expected at most 8192 processors, each with a router");
}

}  // namespace

void check_adaptive_routers(const Platform& platform) {
  const auto is_router = [](const Component& c) { return c.is(Part::adaptive_router); };
  if (std::none_of(platform.components.begin(), platform.components.end(), is_router)) return;
  check_size(platform);
  if (platform.workload.type->name == "none") return;
  const ProfitableLinks links(platform);
  const Connections connections(platform);
  for (std::size_t i = 0; i < platform.components.size(); ++i) {
    if (!is_router(platform.components[i])) continue;
    check_paths(platform, i, links);
    check_injection(platform, i, connections);
  }
}

}  // namespace weft
