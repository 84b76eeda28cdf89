#include "platforms/conset/phase_load.hpp"

#include <algorithm>

namespace weft::conset {

PhaseLoad::PhaseLoad(const CellGraph& graph, const ConnectionSet& set, const Resources& resources)
    : graph_(&graph),
      set_(&set),
      resources_(resources),
      bandwidths_asked_(std::any_of(set.connections.begin(), set.connections.end(),
                                    [](const Connection& c) { return c.bandwidth != 0; })),
      latencies_asked_(std::any_of(set.connections.begin(), set.connections.end(),
                                   [](const Connection& c) { return c.latency != never; })),
      in_cells_(graph.cells()),
      over_busses_(graph.busses().size()),
      begin_at_(graph.cells(), 0) {
  if (latencies_asked_) latencies_.assign(set.connections.size(), 0);
}

bool PhaseLoad::admits(std::size_t bus, std::size_t connection) const {
  const std::vector<std::size_t>& there = over_busses_[bus];
  if (resources_.bus_channels != 0 && there.size() >= resources_.bus_channels) return false;
  if (!bandwidths_asked_ && !latencies_asked_) return true;
  const std::uint64_t share = graph_->bus_rate() / (there.size() + 1);
  if (set_->connections[connection].bandwidth > share) return false;
  return std::all_of(there.begin(), there.end(), [&](std::size_t other) {
    const Connection& asked = set_->connections[other];
    return asked.bandwidth <= share &&
           (asked.latency == never || latencies_[other] + graph_->word() <= asked.latency);
  });
}

Time PhaseLoad::latency(const std::vector<std::size_t>& way) const {
  Time sum = 0;
  for (const std::size_t bus : way) sum += graph_->hop() + graph_->word() * routes_over(bus);
  return sum;
}

void PhaseLoad::add(std::size_t connection, const std::vector<std::size_t>& way) {
  if (latencies_asked_) latencies_[connection] = latency(way);
  const unsigned from = set_->connections[connection].from;
  in_cells_[from].push_back(connection);
  ++begin_at_[from];
  for (const std::size_t bus : way) {
    if (latencies_asked_) {
      for (const std::size_t other : over_busses_[bus]) latencies_[other] += graph_->word();
    }
    over_busses_[bus].push_back(connection);
    in_cells_[graph_->busses()[bus].to].push_back(connection);
  }
}

void PhaseLoad::remove(std::size_t connection, const std::vector<std::size_t>& way) {
  const auto take_out = [connection](std::vector<std::size_t>& from) {
    from.erase(std::find(from.begin(), from.end(), connection));
  };
  const unsigned cell = set_->connections[connection].from;
  take_out(in_cells_[cell]);
  --begin_at_[cell];
  for (const std::size_t bus : way) {
    take_out(over_busses_[bus]);
    take_out(in_cells_[graph_->busses()[bus].to]);
    if (!latencies_asked_) continue;
    for (const std::size_t other : over_busses_[bus]) latencies_[other] -= graph_->word();
  }
}

}  // namespace weft::conset
