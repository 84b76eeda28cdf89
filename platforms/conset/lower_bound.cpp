#include "platforms/conset/lower_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

namespace weft::conset {
namespace {

std::size_t phases_for(std::size_t needed, std::size_t each) { return (needed + each - 1) / each; }

class Bound {
 public:
  void at_least(std::size_t needed, std::size_t each, const std::string& what) {
    if (phases_for(needed, each) <= greatest_.phases) return;
    greatest_ = {phases_for(needed, each), fmt::format("{} {}, {} a phase", needed, what, each)};
  }
  const LowerBound& greatest() const { return greatest_; }

 private:
  LowerBound greatest_{1, "connections, one phase at least"};
};

/// Hops of connections by what they ask for, least.
struct Demand {
  std::size_t hops = 0;
  std::map<unsigned, std::size_t> out;  // connections by the cell that they leave
  std::map<unsigned, std::size_t> in;
};

}  // namespace

LowerBound lower_bound(const CellGraph& graph, const ConnectionSet& set,
                       const std::vector<std::size_t>& step, const Resources& resources) {
  std::map<unsigned, std::vector<std::uint32_t>> hops;
  std::vector<std::size_t> ends(graph.cells(), 0);
  std::vector<std::size_t> begins(graph.cells(), 0);
  std::set<std::uint64_t> bandwidths{0};
  std::size_t channels = 0;
  const auto hops_of = [&](const Connection& connection) {
    const auto [from, is_new] = hops.try_emplace(connection.from);
    if (is_new) from->second = graph.hops_from(connection.from);
    return from->second[connection.to];
  };
  for (const std::size_t index : step) {
    const Connection& connection = set.connections[index];
    channels += hops_of(connection) + 1;
    ++ends[connection.from];
    ++begins[connection.from];
    ++ends[connection.to];
    bandwidths.insert(connection.bandwidth);
  }
  Bound bound;
  bound.at_least(channels, std::size_t{resources.channels} * graph.cells(),
                 "channels of shortest ways");
  for (unsigned cell = 0; cell < graph.cells(); ++cell) {
    bound.at_least(ends[cell], resources.channels,
                   fmt::format("connections at '{}'", graph.name(cell)));
    if (resources.own_channels == 0) continue;
    bound.at_least(begins[cell], resources.own_channels,
                   fmt::format("connections from '{}'", graph.name(cell)));
  }
  std::vector<std::size_t> ways_in(graph.cells(), 0);
  for (const GraphBus& bus : graph.busses()) ++ways_in[bus.to];
  for (const std::uint64_t bandwidth : bandwidths) {
    // of those that ask for as much, so many can share a bus
    std::size_t share = resources.bus_channels;
    if (bandwidth > 0) {
      const std::size_t by_rate = graph.bus_rate() / bandwidth;
      share = share == 0 ? by_rate : std::min(share, by_rate);
    }
    if (share == 0) continue;
    Demand demand;
    for (const std::size_t index : step) {
      const Connection& connection = set.connections[index];
      if (connection.bandwidth < bandwidth) continue;
      demand.hops += hops_of(connection);
      ++demand.out[connection.from];
      ++demand.in[connection.to];
    }
    bound.at_least(demand.hops, share * graph.busses().size(), "hops of shortest ways");
    for (const auto& [cell, count] : demand.out) {
      bound.at_least(count, share * (graph.first_bus(cell + 1) - graph.first_bus(cell)),
                     fmt::format("connections out of '{}'", graph.name(cell)));
    }
    for (const auto& [cell, count] : demand.in) {
      bound.at_least(count, share * ways_in[cell],
                     fmt::format("connections into '{}'", graph.name(cell)));
    }
  }
  return bound.greatest();
}

}  // namespace weft::conset
