#include "testbench/families/dslinks/traced_link.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>

#include "hw/c104/c104_core.hpp"
#include "testbench/events/event_sources.hpp"

namespace weft {

std::vector<TracedLink> traced_links(const System& system) {
  const auto& probes = system.link_probes();
  std::vector<std::size_t> order(probes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const LinkEnd& left = probes[a].where;
    const LinkEnd& right = probes[b].where;
    return std::tie(left.component, left.port) < std::tie(right.component, right.port);
  });

  std::vector<TracedLink> links;
  links.reserve(probes.size());
  for (const std::size_t index : order) {
    const System::LinkProbe& probe = probes[index];
    TracedLink link{link_source(probe, index), probe.core, probe.d, probe.s};
    link.router = system.find<C104Core>(probe.where.component);
    if (link.router != nullptr) {
      link.port = probe.where.port;
      link.far_tokens = probes[index ^ 1U].tokens;  // the two ends of a link stand side by side
    }
    links.push_back(std::move(link));
  }
  return links;
}

}  // namespace weft
