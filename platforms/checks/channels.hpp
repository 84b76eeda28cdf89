// The channels of a platform: its links, each direction by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "platforms/components/c104_tables.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// Link i has the channels 2 i, as it was written, and 2 i + 1, the other way.
using ChannelId = std::uint32_t;
inline constexpr ChannelId no_channel = std::numeric_limits<ChannelId>::max();

/// What a packet holds while it waits for the next one. Refers to the platform.
class Channels {
 public:
  explicit Channels(const Platform& platform) : Channels(platform, tables_of(platform), 0) {}
  /// With other tables than those of the start, and the links that are dead at a time.
  Channels(const Platform& platform, const std::map<std::size_t, RouterTables>& routers, Time at);

  const Platform& platform() const { return *platform_; }
  std::size_t count() const { return 2 * platform_->links.size(); }
  LinkEnd from(ChannelId channel) const {
    const LinkSpec& link = platform_->links[channel / 2];
    return channel % 2 == 0 ? link.from : link.to;
  }
  LinkEnd to(ChannelId channel) const { return from(channel ^ 1U); }
  /// The channel that begins at a port, or no_channel.
  ChannelId at(LinkEnd from) const {
    const std::size_t port = first_port_[from.component] + from.port;
    return port < first_port_[from.component + 1] ? leaving_[port] : no_channel;
  }
  /// Is its link dead? A router then takes another one of the hunt group.
  bool is_dead(ChannelId channel) const { return has_dead() && dead_[channel / 2]; }
  bool has_dead() const { return !dead_.empty(); }
  /// The tables of a C104; null for any other component.
  const RouterTables* router(std::size_t component) const { return routers_[component]; }
  /// Index into `processors`, or no_processor.
  std::size_t processor(std::size_t component) const { return processors_[component]; }
  /// From a C104 to a C104.
  bool is_between_routers(ChannelId channel) const {
    return router(from(channel).component) != nullptr && router(to(channel).component) != nullptr;
  }
  /// "node[0,0].router.link2"
  std::string name(ChannelId channel) const;

  static constexpr std::size_t no_processor = std::numeric_limits<std::size_t>::max();

 private:
  const Platform* platform_;
  std::vector<std::size_t> first_port_;  // by component, into `leaving_`; one more at the end
  std::vector<ChannelId> leaving_;
  std::vector<bool> dead_;  // by link; empty without any
  std::vector<const RouterTables*> routers_;
  std::vector<std::size_t> processors_;
};

}  // namespace weft
