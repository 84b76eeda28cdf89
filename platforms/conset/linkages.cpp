#include "platforms/conset/linkages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "platforms/conset/channel_sets.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft::conset {
namespace {

ChannelSets for_connections(const ChannelMap& map, unsigned reserved) {
  const ChannelSet given = first_channels(map.inputs) & ~last_channels(map.inputs, reserved);
  return {given, given & first_channels(map.outputs)};
}

/// The contexts of all cells in one phase, as they fill up.
class PhaseLinks {
 public:
  PhaseLinks(const Schedule& schedule, const CellGraph& graph,
             const std::vector<ChannelSets>& channels, std::size_t number)
      : schedule_(&schedule),
        graph_(&graph),
        channels_(&channels),
        number_(number),
        contexts_(graph.cells()),
        found_(graph.cells()) {}

  void link(const ScheduledConnection& one) {
    unsigned cell = schedule_->set.connections[one.connection].from;
    unsigned channel = held(one, 0, cell);
    found_[cell].sends.push_back({one.connection, channel, one.start});
    for (std::size_t hop = 0; hop < one.way.size(); ++hop) {
      const GraphBus& over = graph_->busses()[*graph_->bus_out(cell, one.way[hop])];
      const unsigned next = held(one, hop + 1, over.to);
      contexts_[cell].leave(channel, over.out, next);
      contexts_[cell].link(channel, channel);
      found_[cell].used |= bit(channel);
      cell = over.to;
      channel = next;
      contexts_[cell].arrive(channel, over.in);
    }
    found_[cell].receives.push_back({one.connection, channel, one.start});
  }

  std::vector<CellPhase> result() {
    const auto by_start = [](const ConnectionEnd& one, const ConnectionEnd& other) {
      return one.start < other.start;
    };
    for (unsigned cell = 0; cell < graph_->cells(); ++cell) {
      std::stable_sort(found_[cell].sends.begin(), found_[cell].sends.end(), by_start);
      std::stable_sort(found_[cell].receives.begin(), found_[cell].receives.end(), by_start);
      found_[cell].context = contexts_[cell].registers((*channels_)[cell]);
    }
    return std::move(found_);
  }

 private:
  unsigned held(const ScheduledConnection& one, std::size_t hop, unsigned cell) const {
    const unsigned channel = one.channels[hop];
    const ChannelSets& there = (*channels_)[cell];
    if (((there.inputs & there.outputs) >> channel & 1U) != 0) return channel;
    throw InputError(
        one.place,
        fmt::format("channel {} of '{}' for '{}' in phase {}", channel, graph_->name(cell),
                    schedule_->set.connections[one.connection].name, number_),
        fmt::format("expected one of 0..{}, which are for connections",
                    std::popcount(there.inputs & there.outputs) - 1));
  }

  const Schedule* schedule_;
  const CellGraph* graph_;
  const std::vector<ChannelSets>* channels_;
  std::size_t number_;
  std::vector<CellContext> contexts_;
  std::vector<CellPhase> found_;
};

}  // namespace

Linkages link_schedule(const Schedule& schedule, const CellGraph& graph, unsigned reserved) {
  Linkages linkages;
  for (unsigned cell = 0; cell < graph.cells(); ++cell) {
    linkages.channels.push_back(for_connections(graph.channels_of(cell), reserved));
  }
  for (std::size_t phase = 0; phase < schedule.phases.size(); ++phase) {
    PhaseLinks links(schedule, graph, linkages.channels, phase);
    for (const ScheduledConnection& one : schedule.phases[phase].connections) links.link(one);
    linkages.phases.push_back(links.result());
  }
  return linkages;
}

}  // namespace weft::conset
