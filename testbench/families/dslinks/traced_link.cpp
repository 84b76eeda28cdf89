#include "testbench/families/dslinks/traced_link.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <tuple>

#include "hw/c104/c104_core.hpp"
#include "platforms/components/c104_tables.hpp"
#include "platforms/components/t9000_parameters.hpp"
#include "testbench/events/event_sources.hpp"

namespace weft {
namespace {

/// How many bytes a link end reads as the header of a packet.
class HeaderBytes {
 public:
  explicit HeaderBytes(const Platform& platform) : platform_(&platform) {}

  unsigned at(const LinkEnd& end) {
    const Component& component = platform_->components[end.component];
    if (component.is(Part::processor))
      return t9000_parameters(*platform_, end.component).header_bytes;
    if (!component.is(Part::table_router)) return 1;
    auto [entry, fresh] = switches_.try_emplace(end.component);
    if (fresh) entry->second = c104_parameters(*platform_, end.component);
    return entry->second.per_link[end.port].header_bytes;
  }

 private:
  const Platform* platform_;
  std::map<std::size_t, C104Parameters> switches_;  // by component
};

}  // namespace

std::vector<TracedLink> traced_links(const System& system) {
  const auto& probes = system.link_probes();
  std::vector<std::size_t> order(probes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const LinkEnd& left = probes[a].where;
    const LinkEnd& right = probes[b].where;
    return std::tie(left.component, left.port) < std::tie(right.component, right.port);
  });

  HeaderBytes header_bytes(system.platform());
  std::vector<TracedLink> links;
  links.reserve(probes.size());
  for (const std::size_t index : order) {
    const System::LinkProbe& probe = probes[index];
    if (!carries_packets(probe)) continue;
    TracedLink link{link_source(probe, index), probe.core, probe.d, probe.s};
    const System::LinkProbe& far = probes[index ^ 1U];  // the ends of a link stand side by side
    link.header_bytes = header_bytes.at(far.where);
    link.router = system.find<C104Core>(probe.where.component);
    if (link.router != nullptr) {
      link.port = probe.where.port;
      link.far_tokens = far.tokens;
    }
    links.push_back(std::move(link));
  }
  return links;
}

}  // namespace weft
