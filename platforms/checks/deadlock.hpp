// Can packets wait for each other for ever?
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platforms/checks/header_flow.hpp"
#include "platforms/platform.hpp"

namespace weft {

// A packet holds the channels that it is on until its end has passed them. Packets wait for each
// other for ever only if, in the channel dependency graph, there is a cycle (Dally and Seitz,
// Deadlock-free message routing in multiprocessor interconnection networks, 1987). No cycle, no
// deadlock: a packet that waits for any link of a hunt group gets the first that is free, so one
// that gets free in the end is enough, and without cycles all of them do. With cycles, escape links
// can still keep the platform free of it (see escape_links.hpp).
//
// Assumed: a processor always takes what comes in. So channels from processors are only sources and
// channels to them only sinks, and nothing that a processor does joins the two.
//
// The cost is that of HeaderFlow and of a graph with a node for each channel: together with the
// check of reachability about 1.2 us and 450 bytes a channel, on a torus of 65,536 nodes with two
// lanes.

/// A channel of a cycle, and why the next one depends on it.
struct ChannelStep {
  LinkEnd from;
  LinkEnd to;
  std::string name;           ///< "node[0,0].router.link2 -> node[1,0].router"
  std::uint32_t header = 0;   ///< Of a packet that may hold this channel and ask for the next one.
  std::size_t processor = 0;  ///< Index into `processors`: whose header that is.
};

/// Channels each of which waits for the next one, and the last for the first.
struct ChannelCycle {
  std::vector<ChannelStep> channels;
};

/// What keeps packets from waiting for each other for ever?
enum class DeadlockVerdict : std::uint8_t {
  no_cycle,      ///< Free of deadlock: no cycle of channels.
  escape_links,  ///< Free of deadlock: cycles, but escape links.
  cycle,         ///< Nothing does.
};

/// What is known about the ways of packets before any runs.
struct RoutingBound {
  DeadlockVerdict verdict = DeadlockVerdict::no_cycle;
  std::size_t channels = 0;      ///< Between routers, those that packets can take.
  std::size_t dependencies = 0;  ///< Among these.
  /// No packet takes more links, counted from processor to processor: the longest path of
  /// dependencies. Nothing where these have a cycle: adaptive ways may have no bound.
  std::optional<std::size_t> longest_way;
};

RoutingBound routing_bound(const Platform& platform);
RoutingBound routing_bound(const HeaderFlow& flow);

/// A short cycle of channels by which the platform can deadlock; nothing if it cannot.
std::optional<ChannelCycle> find_deadlock(const Platform& platform);
std::optional<ChannelCycle> find_deadlock(const HeaderFlow& flow);

/// Throws InputError if the platform can deadlock and that is not allowed, placed at the table at
/// the end of the first channel of a cycle; or, where there are escape links, at the table at which
/// they break a rule.
void check_deadlock(const HeaderFlow& flow);

/// "a.link1 -> b.link1 -> a.link1"; of more than 8 channels the first ones and "... (n more)".
std::string cycle_text(const Platform& platform, const ChannelCycle& cycle);

}  // namespace weft
