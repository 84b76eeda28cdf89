#include "platforms/pathways/standing_pathways.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <string>

#include "hw/iwarp/channel_map.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft {
namespace {

/// Counts the channels that pathways take, bus by bus.
class ChannelCount {
 public:
  explicit ChannelCount(const Platform& platform) : platform_(&platform) {
    for (const PathwayBus& between : busses_between_cells(platform)) {
      if (between.bus->whole_at(0)) next_[end_of(between.from, between.bus->from.port)] = between;
    }
  }

  void add(unsigned from, const Pathway& pathway) {
    take_own(from);
    Bus out = pathway.bus;
    unsigned pool = pathway.pool;
    unsigned cell = from;
    for (const HeaderWord& word : pathway.header) {
      do {
        const PathwayBus& next = next_.at(end_of(cell, index_of(out)));
        take(*next.bus, pool);
        cell = next.to;
        out = opposite(static_cast<Bus>(next.bus->to.port));
      } while (cell != word.address);
      out = word.direction;
      pool = word.next_pool;
    }
  }

 private:
  using End = std::pair<std::size_t, unsigned>;  // cell and bus out of it

  static End end_of(std::size_t cell, unsigned bus) { return {cell, bus}; }

  void take_own(unsigned cell) {
    const std::size_t component = cells_of(*platform_)[cell].component;
    const auto own = static_cast<unsigned>(
        std::popcount(ChannelMap(iwarp_parameters(*platform_, component)).own));
    if (++own_[cell] <= own) return;
    throw InputError(
        platform_->components[component].place,
        fmt::format("{} has logical input channels of its own: {}",
                    platform_->components[component].name, own),
        fmt::format("expected {}, one for each pathway that begins there", own_[cell]));
  }

  void take(const BusSpec& bus, unsigned pool) {
    const auto pools = iwarp_parameters(*platform_, bus.from.component).output_pools[bus.from.port];
    const auto channels = static_cast<unsigned>(std::count(pools.begin(), pools.end(), pool));
    unsigned& taken = taken_[{&bus, pool}];
    if (++taken <= channels) return;
    throw InputError(
        platform_->workload.place,
        fmt::format("{} pathways that stay open on {} of {}, with channels of pool {}: {}", taken,
                    name_of(static_cast<Bus>(bus.from.port)),
                    platform_->components[bus.from.component].name, pool, channels),
        fmt::format("expected {} of them in `output_pools:`", taken));
  }

  const Platform* platform_;
  std::map<End, PathwayBus> next_;
  std::map<unsigned, unsigned> own_;                               // by cell
  std::map<std::pair<const BusSpec*, unsigned>, unsigned> taken_;  // by bus and pool
};

std::string cell_name(const Platform& platform, unsigned address) {
  return platform.components[cells_of(platform)[address].component].name;
}

}  // namespace

std::vector<Pathway> plan_standing(const Platform& platform,
                                   const std::vector<std::pair<unsigned, unsigned>>& pairs) {
  PathwayPlanner planner(platform, common_pools(platform));
  ChannelCount count(platform);
  std::vector<Pathway> pathways;
  for (const auto& [from, to] : pairs) {
    const auto pathway = planner.plan(from, to);
    if (!pathway) {
      throw InputError(platform.workload.place,
                       fmt::format("no pathway from '{}' to '{}'", cell_name(platform, from),
                                   cell_name(platform, to)),
                       "expected busses between them with a pool in common");
    }
    count.add(from, *pathway);
    pathways.push_back(*pathway);
  }
  return pathways;
}

std::vector<std::pair<unsigned, unsigned>> chain_up(const Platform& platform) {
  std::vector<std::pair<unsigned, unsigned>> pairs;
  for (unsigned n = 1; n < cells_of(platform).size(); ++n) pairs.emplace_back(n - 1, n);
  return pairs;
}

std::vector<std::pair<unsigned, unsigned>> chain_both_ways(const Platform& platform) {
  std::vector<std::pair<unsigned, unsigned>> pairs = chain_up(platform);
  for (unsigned n = 1; n < cells_of(platform).size(); ++n) pairs.emplace_back(n, n - 1);
  return pairs;
}

}  // namespace weft
