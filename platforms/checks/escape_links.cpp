#include "platforms/checks/escape_links.hpp"

#include <fmt/format.h>

#include <vector>

#include "platforms/checks/deadlock_text.hpp"
#include "platforms/checks/digraph.hpp"
#include "platforms/checks/router_step.hpp"
#include "platforms/components/c104_tables.hpp"

namespace weft {
namespace {

bool is_escape(const Channels& channels, ChannelId channel) {
  const LinkEnd from = channels.from(channel);
  const RouterTables* router = channels.router(from.component);
  return router != nullptr && from.port < router->escape.size() && router->escape[from.port] &&
         channels.is_between_routers(channel);
}

// Holds the first request of the packets of one channel that breaks rule (a) or (b).
struct Requests : RouterVisitor {
  Requests(const Channels& all, ChannelId arrived)
      : channels(&all), came_by(arrived), by_escape(is_escape(all, arrived)) {}

  void request(const Interval& interval, const Packets& packets) {
    if (adaptive != no_channel) return;
    ChannelId found = no_channel;
    bool has_way_out = false;
    for (unsigned i = 0; i < interval.group_size; ++i) {
      const ChannelId next =
          channels->at({channels->to(came_by).component, interval.first_link + i});
      if (next == no_channel || channels->is_dead(next)) continue;
      if (channels->is_between_routers(next) && !is_escape(*channels, next)) {
        found = next;
      } else {
        has_way_out = true;
      }
    }
    if (found == no_channel || (has_way_out && !by_escape)) return;
    adaptive = found;
    headers = packets.headers.front();
  }

  const Channels* channels;
  ChannelId came_by;
  bool by_escape;
  ChannelId adaptive = no_channel;
  HeaderRange headers;
};

std::optional<EscapeFault> request_fault(const HeaderFlow& flow, ChannelId channel) {
  const Channels& channels = flow.channels();
  if (channels.router(channels.to(channel).component) == nullptr) return {};
  Requests requests(channels, channel);
  RouterStep step(channels, channel, requests);
  step.plain(flow.plain(channel).ranges());
  step.random(flow.random(channel).randoms.ranges(), flow.random(channel).headers.ranges());
  if (requests.adaptive == no_channel) return {};
  const std::string headers = range_text(requests.headers);
  const std::string by = channels.name(channel);
  const std::string adaptive = channels.name(requests.adaptive);
  const Place& place = table_place(channels, channel);
  if (requests.by_escape) {
    return EscapeFault{place,
                       fmt::format("{} that came by the escape link {} may leave by {}, which is "
                                   "none",
                                   headers, by, adaptive),
                       "expected escape links only from there on"};
  }
  return EscapeFault{place,
                     fmt::format("{} that came by {} may leave by {}, but by no escape link",
                                 headers, by, adaptive),
                     "expected an escape link in the same hunt group"};
}

std::optional<EscapeFault> cycle_fault(const HeaderFlow& flow) {
  const Channels& channels = flow.channels();
  Digraph graph;
  for (std::size_t i = 0; i < channels.count(); ++i) {
    const auto channel = static_cast<ChannelId>(i);
    if (is_escape(channels, channel)) {
      flow.for_each_next(channel, [&](ChannelId next) {
        if (is_escape(channels, next)) graph.add_edge(next);
      });
    }
    graph.end_node();
  }
  const std::vector<Digraph::Node> cyclic = cyclic_part(graph);
  if (cyclic.empty()) return {};
  const std::vector<ChannelId> cycle = short_cycle(graph, cyclic);
  return EscapeFault{
      table_place(channels, cycle.front()),
      fmt::format("escape links that wait for each other: {}", cycle_text(channels, cycle)),
      "expected no cycle of them"};
}

}  // namespace

bool has_escape_links(const HeaderFlow& flow) {
  for (std::size_t i = 0; i < flow.channels().count(); ++i) {
    const auto channel = static_cast<ChannelId>(i);
    if (is_escape(flow.channels(), channel)) return true;
  }
  return false;
}

std::optional<EscapeFault> escape_fault(const HeaderFlow& flow) {
  for (std::size_t i = 0; i < flow.channels().count(); ++i) {
    if (auto fault = request_fault(flow, static_cast<ChannelId>(i))) return fault;
  }
  return cycle_fault(flow);
}

}  // namespace weft
