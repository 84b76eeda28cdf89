#include "platforms/conset/channel_numbers.hpp"

#include <bit>
#include <vector>

#include "platforms/conset/channel_sets.hpp"

namespace weft::conset {
namespace {

/// A connection in a cell on its way.
struct Visit {
  std::size_t connection = 0;  // in the phase
  std::size_t hop = 0;         // 0 where it begins
  unsigned cell = 0;
  ChannelSet allocated = 0;  // to the bus on which it arrives
};

ChannelSet channels_of_bus(const ChannelMap& map, Bus in) {
  ChannelSet channels = 0;
  for (ChannelSet left = first_channels(map.inputs) & ~map.own; left != 0; left &= left - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(left));
    if (map.bus_of[channel] == index_of(in)) channels |= bit(channel);
  }
  return channels;
}

std::vector<Visit> visits_of(const Phase& phase, const ConnectionSet& set, const CellGraph& graph) {
  std::vector<Visit> visits;
  for (std::size_t i = 0; i < phase.connections.size(); ++i) {
    const ScheduledConnection& one = phase.connections[i];
    unsigned cell = set.connections[one.connection].from;
    visits.push_back({i, 0, cell, graph.channels_of(cell).own});
    for (std::size_t hop = 0; hop < one.way.size(); ++hop) {
      const GraphBus& bus = graph.busses()[*graph.bus_out(cell, one.way[hop])];
      cell = bus.to;
      visits.push_back({i, hop + 1, cell, channels_of_bus(graph.channels_of(cell), bus.in)});
    }
  }
  return visits;
}

}  // namespace

void number_channels(Phase& phase, const ConnectionSet& set, const CellGraph& graph,
                     unsigned reserved) {
  std::vector<ChannelSet> taken;
  for (unsigned cell = 0; cell < graph.cells(); ++cell) {
    taken.push_back(last_channels(graph.channels_of(cell).inputs, reserved));
  }
  const auto take = [&](const Visit& visit, ChannelSet free) {
    const auto channel = static_cast<unsigned>(std::countr_zero(free));
    taken[visit.cell] |= bit(channel);
    phase.connections[visit.connection].channels[visit.hop] = channel;
  };
  for (ScheduledConnection& one : phase.connections) one.channels.assign(one.way.size() + 1, 0);
  std::vector<Visit> left;
  for (const Visit& visit : visits_of(phase, set, graph)) {
    const ChannelSet free = visit.allocated & ~taken[visit.cell];
    if (free != 0)
      take(visit, free);
    else
      left.push_back(visit);
  }
  for (const Visit& visit : left) {
    take(visit, first_channels(graph.channels_of(visit.cell).inputs) & ~taken[visit.cell]);
  }
}

std::size_t channels_of_other_busses(const Phase& phase, const ConnectionSet& set,
                                     const CellGraph& graph) {
  std::size_t count = 0;
  for (const Visit& visit : visits_of(phase, set, graph)) {
    const unsigned channel = phase.connections[visit.connection].channels[visit.hop];
    count += (visit.allocated >> channel & 1U) == 0 ? 1 : 0;
  }
  return count;
}

}  // namespace weft::conset
