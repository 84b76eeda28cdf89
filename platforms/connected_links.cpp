#include "platforms/connected_links.hpp"

#include <algorithm>
#include <cstddef>

#include "platforms/link_kinds.hpp"
#include "platforms/registry/ports.hpp"

namespace weft {
namespace {

// With no more memory than their ports need.
std::vector<ConnectedLinks> with_ports(const Platform& platform) {
  std::vector<std::size_t> ports(platform.components.size(), 0);
  for (const LinkSpec& link : platform.links) {
    for (const LinkEnd& end : {link.from, link.to}) {
      ports[end.component] = std::max<std::size_t>(ports[end.component], end.port + 1);
    }
  }
  std::vector<ConnectedLinks> connected(ports.size());
  for (std::size_t i = 0; i < ports.size(); ++i) connected[i].by_port.reserve(ports[i]);
  return connected;
}

}  // namespace

std::vector<ConnectedLinks> connected_links(const Platform& platform) {
  std::vector<ConnectedLinks> connected = with_ports(platform);
  std::vector<Time> cut_at(platform.links.size(), never);
  for (const FaultSpec& fault : platform.faults) cut_at[fault.link] = fault.at;
  DsLinkEnds parameters;
  const ParameterValues* read = nullptr;  // links that are alike share theirs
  for (std::size_t index = 0; index < platform.links.size(); ++index) {
    const LinkSpec& link = platform.links[index];
    if (link.parameters.get() != read) {
      parameters = is_dslink(link) ? dslink_ends(*link.parameters) : DsLinkEnds{};
    }
    read = link.parameters.get();
    parameters.from.cut_at = parameters.to.cut_at = cut_at[index];
    for (const LinkEnd& end : {link.from, link.to}) {
      ConnectedLinks& own = connected[end.component];
      const DsLinkParameters& at_end = end == link.from ? parameters.from : parameters.to;
      if (own.by_port.size() <= end.port) own.by_port.resize(end.port + 1, at_end);
      own.by_port[end.port] = at_end;
      own.ports |= std::uint64_t{1} << end.port;
      const LinkEnd& far = end == link.from ? link.to : link.from;
      if (port_info(*platform.components[far.component].type, far.port).by_frames) {
        own.far_by_frames |= std::uint64_t{1} << end.port;
      }
    }
  }
  return connected;
}

}  // namespace weft
