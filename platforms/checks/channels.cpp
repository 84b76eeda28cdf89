#include "platforms/checks/channels.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "platforms/components/c104_tables.hpp"
#include "platforms/processors.hpp"

namespace weft {

Channels::Channels(const Platform& platform, const std::map<std::size_t, RouterTables>& routers,
                   Time at)
    : platform_(&platform),
      first_port_(platform.components.size() + 1, 0),
      routers_(platform.components.size(), nullptr),
      processors_(platform.components.size(), no_processor) {
  for (const LinkSpec& link : platform.links) {
    for (const LinkEnd end : {link.from, link.to}) {
      std::size_t& ports = first_port_[end.component + 1];
      ports = std::max<std::size_t>(ports, end.port + 1U);
    }
  }
  for (std::size_t i = 1; i < first_port_.size(); ++i) first_port_[i] += first_port_[i - 1];
  leaving_.assign(first_port_.back(), no_channel);
  for (std::size_t i = 0; i < count(); ++i) {
    const auto channel = static_cast<ChannelId>(i);
    const LinkEnd begin = from(channel);
    leaving_[first_port_[begin.component] + begin.port] = channel;
  }
  for (const auto& [component, tables] : routers) routers_[component] = &tables;
  for (std::size_t i = 0; i < processors_of(platform).size(); ++i) {
    processors_[processors_of(platform)[i].component] = i;
  }
  for (const FaultSpec& fault : platform.faults) {
    if (fault.at > at) continue;
    dead_.resize(platform.links.size(), false);
    dead_[fault.link] = true;
  }
}

std::string Channels::name(ChannelId channel) const {
  const LinkEnd begin = from(channel);
  return fmt::format("{}.link{}", platform_->components[begin.component].name, begin.port);
}

}  // namespace weft
