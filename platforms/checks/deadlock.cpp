#include "platforms/checks/deadlock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "platforms/checks/channel_dependencies.hpp"
#include "platforms/checks/deadlock_text.hpp"
#include "platforms/checks/escape_links.hpp"
#include "platforms/checks/header_owners.hpp"
#include "platforms/checks/router_step.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft {
namespace {

// What can deadlock: a cycle of channels, and the rule that escape links break, if there are any.
struct Deadlock {
  std::vector<ChannelId> cycle;
  std::optional<EscapeFault> fault;
};

std::optional<Deadlock> find(const HeaderFlow& flow) {
  const Digraph graph = channel_dependencies(flow);
  const std::vector<Digraph::Node> cyclic = cyclic_part(graph);
  if (cyclic.empty()) return {};
  std::optional<EscapeFault> fault;
  if (has_escape_links(flow)) {
    fault = escape_fault(flow);
    if (!fault) return {};
  }
  return Deadlock{short_cycle(graph, cyclic), std::move(fault)};
}

// Finds a header of packets that may ask for `wanted`.
struct Example : RouterVisitor {
  explicit Example(ChannelId next) : wanted(next) {}
  void leave(ChannelId next, const Packets& packets) {
    if (next == wanted && !header) header = packets.headers.front().first;
  }
  ChannelId wanted;
  std::optional<std::uint32_t> header;
};

ChannelStep step_of(const HeaderFlow& flow, const HeaderOwners& owners, ChannelId channel,
                    ChannelId next) {
  const Channels& channels = flow.channels();
  Example example(next);
  RouterStep step(channels, channel, example);
  step.plain(flow.plain(channel).ranges());
  step.random(flow.random(channel).randoms.ranges(), flow.random(channel).headers.ranges());
  const std::string name =
      fmt::format("{} -> {}", channels.name(channel),
                  channels.platform().components[channels.to(channel).component].name);
  return {channels.from(channel), channels.to(channel), name, *example.header,
          owners.find(*example.header)};
}

[[noreturn]] void refuse_cycle(const HeaderFlow& flow, const std::vector<ChannelId>& cycle) {
  throw InputError(
      table_place(flow.channels(), cycle.front()),
      fmt::format("routing that can deadlock: {}", cycle_text(flow.channels(), cycle)),
      "expected no cycle of channels (see `weft draw --cycle`), or `routing: {deadlock: allowed}`");
}

}  // namespace

RoutingBound routing_bound(const HeaderFlow& flow) {
  RoutingBound bound;
  const Channels& channels = flow.channels();
  for (std::size_t i = 0; i < channels.count(); ++i) {
    const auto channel = static_cast<ChannelId>(i);
    if (!channels.is_between_routers(channel) || !flow.is_used(channel)) continue;
    ++bound.channels;
    flow.for_each_next(channel, [&](ChannelId next) {
      if (channels.is_between_routers(next)) ++bound.dependencies;
    });
  }
  bound.longest_way = longest_path(channel_dependencies(flow));
  if (bound.longest_way) return bound;
  const bool is_escaped = has_escape_links(flow) && !escape_fault(flow);
  bound.verdict = is_escaped ? DeadlockVerdict::escape_links : DeadlockVerdict::cycle;
  return bound;
}

RoutingBound routing_bound(const Platform& platform) { return routing_bound(HeaderFlow(platform)); }

std::optional<ChannelCycle> find_deadlock(const HeaderFlow& flow) {
  const auto deadlock = find(flow);
  if (!deadlock) return {};
  const std::vector<ChannelId>& cycle = deadlock->cycle;
  const HeaderOwners owners(flow.channels().platform());
  ChannelCycle result;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    result.channels.push_back(step_of(flow, owners, cycle[i], cycle[(i + 1) % cycle.size()]));
  }
  return result;
}

std::optional<ChannelCycle> find_deadlock(const Platform& platform) {
  return find_deadlock(HeaderFlow(platform));
}

void check_deadlock(const HeaderFlow& flow) {
  if (flow.channels().platform().deadlock_allowed) return;
  const auto deadlock = find(flow);
  if (!deadlock) return;
  if (const auto& fault = deadlock->fault) {
    throw InputError(fault->place, fmt::format("routing that can deadlock: {}", fault->found),
                     fault->expected);
  }
  refuse_cycle(flow, deadlock->cycle);
}

std::string cycle_text(const Platform& platform, const ChannelCycle& cycle) {
  const Channels channels(platform);
  std::vector<ChannelId> ids;
  for (const ChannelStep& step : cycle.channels) ids.push_back(channels.at(step.from));
  return cycle_text(channels, ids);
}

}  // namespace weft
