#include "platforms/conset/linkages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "hw/iwarp/channel_context.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft::conset {
namespace {

ChannelSet all_below(unsigned channels) {
  return channels < most_channels ? bit(channels) - 1 : ~ChannelSet{0};
}

ChannelSets for_connections(const ChannelMap& map, const ChannelSets& reserved) {
  return {all_below(map.inputs) & ~reserved.inputs, all_below(map.outputs) & ~reserved.outputs};
}

/// The contexts of all cells in one phase, as they fill up.
class PhaseLinks {
 public:
  PhaseLinks(const Schedule& schedule, const CellGraph& graph, const std::vector<ChannelMap>& maps,
             const std::vector<ChannelSets>& channels, std::size_t number)
      : schedule_(&schedule),
        graph_(&graph),
        maps_(&maps),
        channels_(&channels),
        number_(number),
        cells_(graph.cells()),
        found_(graph.cells()) {
    for (unsigned cell = 0; cell < graph.cells(); ++cell) {
      cells_[cell].free = channels[cell];
      for (unsigned input = 0; input < maps[cell].inputs; ++input) {
        const bool own = (maps[cell].own >> input & 1U) != 0;
        cells_[cell].inputs[input].mode = own ? ChannelMode::own : ChannelMode::idle;
      }
    }
  }

  void link(const ScheduledConnection& one) {
    const Connection& connection = schedule_->set.connections[one.connection];
    unsigned cell = connection.from;
    unsigned input = take(cells_[cell].free.inputs, map(cell).own, cell, "own", one);
    found_[cell].sends.push_back({one.connection, input, one.start});
    for (const Bus side : one.way) {
      const unsigned bus = index_of(side);
      const unsigned output =
          take(cells_[cell].free.outputs, map(cell).outputs_of[bus], cell, name_of(side), one);
      cells_[cell].inputs[input].mode = ChannelMode::linked;
      cells_[cell].inputs[input].output = static_cast<int>(output);
      cells_[cell].outputs[output].reserved = true;
      found_[cell].used |= bit(output);
      const unsigned number = output - map(cell).first_output[bus];
      const GraphBus& over = graph_->busses()[*graph_->bus_out(cell, side)];
      cell = over.to;
      input = map(cell).first_input[index_of(over.in)] + number;
    }
    cells_[cell].inputs[input].mode = ChannelMode::here;
    found_[cell].receives.push_back({one.connection, input, one.start});
  }

  std::vector<CellPhase> result() {
    const auto by_start = [](const ConnectionEnd& one, const ConnectionEnd& other) {
      return one.start < other.start;
    };
    for (unsigned cell = 0; cell < graph_->cells(); ++cell) {
      std::stable_sort(found_[cell].sends.begin(), found_[cell].sends.end(), by_start);
      std::stable_sort(found_[cell].receives.begin(), found_[cell].receives.end(), by_start);
      const ChannelSets& sets = (*channels_)[cell];
      for (ContextRegisters left(sets.inputs, sets.outputs); !left.empty();) {
        const auto [of_input, channel] = left.take();
        found_[cell].context.push_back(
            of_input ? place_of_input(map(cell), channel) | encode(cells_[cell].inputs[channel])
                     : place_of_output(map(cell), channel) | encode(cells_[cell].outputs[channel]));
      }
    }
    return std::move(found_);
  }

 private:
  struct CellLinks {
    ChannelSets free;
    std::array<InputContext, most_channels> inputs{};
    std::array<OutputContext, most_channels> outputs{};
  };

  const ChannelMap& map(unsigned cell) const { return (*maps_)[cell]; }

  unsigned take(ChannelSet& free, ChannelSet of_kind, unsigned cell, const char* kind,
                const ScheduledConnection& one) const {
    const ChannelSet candidates = free & of_kind;
    if (candidates == 0) {
      throw InputError(
          one.place,
          fmt::format("'{}' of phase {} finds no {} channel in '{}' that is free for it",
                      schedule_->set.connections[one.connection].name, number_, kind,
                      graph_->name(cell)),
          "expected a schedule with fewer connections there (`bus_channels:`, `own_channels:`), or "
          "cells with more channels");
    }
    const auto channel = static_cast<unsigned>(std::countr_zero(candidates));
    free &= ~bit(channel);
    return channel;
  }

  const Schedule* schedule_;
  const CellGraph* graph_;
  const std::vector<ChannelMap>* maps_;
  const std::vector<ChannelSets>* channels_;
  std::size_t number_;
  std::vector<CellLinks> cells_;
  std::vector<CellPhase> found_;
};

}  // namespace

Resources room_for_connections(const CellGraph& graph, const std::vector<ChannelMap>& maps,
                               const std::vector<ChannelSets>& reserved) {
  Resources room{most_channels, most_channels, most_channels};
  const auto least = [](unsigned& of, ChannelSet channels) {
    of = std::min(of, static_cast<unsigned>(std::popcount(channels)));
  };
  for (unsigned cell = 0; cell < graph.cells(); ++cell) {
    const ChannelSets free = for_connections(maps[cell], reserved[cell]);
    least(room.channels, free.inputs);
    least(room.own_channels, free.inputs & maps[cell].own);
    for (std::size_t bus = graph.first_bus(cell); bus < graph.first_bus(cell + 1); ++bus) {
      const unsigned side = index_of(graph.busses()[bus].out);
      least(room.bus_channels, free.outputs & maps[cell].outputs_of[side]);
    }
  }
  return room;
}

Linkages link_schedule(const Schedule& schedule, const CellGraph& graph,
                       const std::vector<ChannelMap>& maps,
                       const std::vector<ChannelSets>& reserved) {
  Linkages linkages;
  for (unsigned cell = 0; cell < graph.cells(); ++cell) {
    linkages.channels.push_back(for_connections(maps[cell], reserved[cell]));
  }
  for (std::size_t phase = 0; phase < schedule.phases.size(); ++phase) {
    PhaseLinks links(schedule, graph, maps, linkages.channels, phase);
    for (const ScheduledConnection& one : schedule.phases[phase].connections) links.link(one);
    linkages.phases.push_back(links.result());
  }
  return linkages;
}

}  // namespace weft::conset
