#include "platforms/pathways/pathway_planner.hpp"

#include <algorithm>
#include <bit>

#include "platforms/components/iwarp_cells.hpp"

namespace weft {
namespace {

// Rises along every straight way, but where a ring closes.
std::uint32_t rank_of(Bus bus, unsigned address) {
  switch (bus) {
    case Bus::x_right: return address;
    case Bus::x_left: return 2 * (address_mask + 1) - 1 - address;
    case Bus::y_down: return 2 * (address_mask + 1) + address;
    case Bus::y_up: return 4 * (address_mask + 1) - 1 - address;
  }
  return 0;
}

std::uint32_t pool_set(const std::vector<unsigned>& pools) {
  std::uint32_t set = 0;
  for (const unsigned pool : pools) set |= 1U << pool;
  return set;
}

}  // namespace

PathwayPlanner::PathwayPlanner(const Platform& platform, std::vector<unsigned> pools, Time at)
    : pools_(std::move(pools)),
      steps_(cells_of(platform).size()),
      visits_(cells_of(platform).size() * bus_count * pools_.size()) {
  for (const auto& [bus, from, to] : busses_between_cells(platform)) {
    if (!bus->whole_at(at)) continue;
    const IwarpParameters cell = iwarp_parameters(platform, bus->from.component);
    Step& step = steps_[from][bus->from.port];
    step.alive = true;
    step.to = to;
    step.in = static_cast<Bus>(bus->to.port);
    step.rank = rank_of(static_cast<Bus>(bus->from.port), from);
    step.pools = pool_set(cell.output_pools[bus->from.port]);
  }
}

std::optional<Pathway> PathwayPlanner::plan(unsigned from, unsigned to) {
  if (from == to) return {};
  search(from, to);
  const auto arrived = arrival(to);
  if (!arrived) return {};
  return pathway_to(*arrived, from);
}

std::vector<bool> PathwayPlanner::reachable(unsigned from) {
  search(from, {});
  std::vector<bool> cells(steps_.size(), false);
  for (const std::size_t index : touched_) cells[state_at(index).cell] = true;
  cells[from] = true;
  return cells;
}

PathwayPlanner::State PathwayPlanner::state_at(std::size_t index) const {
  const std::size_t bus = index / pools_.size();
  return {static_cast<unsigned>(bus / bus_count), static_cast<Bus>(bus % bus_count),
          static_cast<unsigned>(index % pools_.size())};
}

// Hop by hop, until `to` is reached.
void PathwayPlanner::search(unsigned from, std::optional<unsigned> to) {
  for (const std::size_t index : touched_) visits_[index] = {};
  touched_.clear();
  layer_.clear();
  if (pools_.empty()) return;
  begin(from);
  while (!layer_.empty() && !(to && arrival(*to))) {
    for (const std::size_t index : std::exchange(layer_, {})) extend(index);
  }
}

void PathwayPlanner::begin(unsigned from) {
  for (const Bus bus : all_busses) {
    visit(steps_[from][index_of(bus)], 0, {1, 1, steps_[from][index_of(bus)].rank, unseen, bus});
  }
}

void PathwayPlanner::extend(std::size_t index) {
  const State state = state_at(index);
  const Visit& visited = visits_[index];
  for (const Bus bus : all_busses) {
    const Step& step = steps_[state.cell][index_of(bus)];
    const unsigned pool = step.rank > visited.rank ? state.pool : state.pool + 1;
    const bool straight = bus == opposite(state.in) && pool == state.pool;
    visit(step, pool,
          {visited.words + (straight ? 0 : 1), visited.hops + 1, step.rank,
           static_cast<std::uint32_t>(index), bus});
  }
}

void PathwayPlanner::visit(const Step& step, unsigned pool, const Visit& visit) {
  if (!step.alive || pool >= pools_.size() || (step.pools >> pools_[pool] & 1) == 0) return;
  const std::size_t index = index_of_state({step.to, step.in, pool});
  Visit& known = visits_[index];
  if (known.words == unseen) {
    touched_.push_back(index);
    layer_.push_back(index);
  } else if (known.hops != visit.hops || known.words <= visit.words) {
    return;
  }
  known = visit;
}

// With the fewest header words, then the lowest pool.
std::optional<std::size_t> PathwayPlanner::arrival(unsigned to) const {
  std::optional<std::size_t> best;
  for (unsigned pool = 0; pool < pools_.size(); ++pool) {
    for (const Bus bus : all_busses) {
      const std::size_t index = index_of_state({to, bus, pool});
      if (visits_[index].words == unseen) continue;
      if (!best || visits_[index].words < visits_[*best].words) best = index;
    }
  }
  return best;
}

Pathway PathwayPlanner::pathway_to(std::size_t arrived, unsigned from) const {
  std::vector<std::size_t> way;
  for (std::size_t at = arrived; at != unseen; at = visits_[at].from) way.push_back(at);
  std::reverse(way.begin(), way.end());
  Pathway pathway;
  pathway.bus = visits_[way.front()].out;
  pathway.pool = pools_[state_at(way.front()).pool];
  pathway.hops = static_cast<unsigned>(way.size());
  for (const std::size_t at : way) pathway.sides.push_back(visits_[at].out);
  HeaderWord word{.address = 0, .origin = from, .pool = pathway.pool};
  for (std::size_t i = 1; i < way.size(); ++i) {
    const State before = state_at(way[i - 1]);
    const State state = state_at(way[i]);
    const Bus out = visits_[way[i]].out;
    if (out == opposite(before.in) && state.pool == before.pool) continue;
    word.address = before.cell;
    word.next_pool = pools_[state.pool];
    word.direction = out;
    word.turn = true;
    pathway.header.push_back(word);
    word = {.address = 0, .origin = before.cell, .pool = pools_[state.pool]};
  }
  word.address = state_at(arrived).cell;
  pathway.header.push_back(word);
  return pathway;
}

std::vector<unsigned> common_pools(const Platform& platform) {
  const std::vector<PathwayBus> busses = busses_between_cells(platform);
  std::uint32_t common = busses.empty() ? 0 : ~0U;
  for (const PathwayBus& between : busses) {
    const LinkEnd& from = between.bus->from;
    common &= pool_set(iwarp_parameters(platform, from.component).output_pools[from.port]);
  }
  std::vector<unsigned> pools;
  for (unsigned pool = 0; pool < pool_count; ++pool) {
    if ((common >> pool & 1) != 0) pools.push_back(pool);
  }
  return pools;
}

std::set<Time> bus_fault_times(const Platform& platform) {
  std::set<Time> times{0};
  for (const BusSpec& bus : platform.busses) {
    if (bus.cut_at != never) times.insert(bus.cut_at);
  }
  return times;
}

std::vector<CellsApart> cells_apart(const Platform& platform) {
  std::vector<CellsApart> pairs;
  if (std::all_of(platform.busses.begin(), platform.busses.end(),
                  [](const BusSpec& bus) { return bus.cut_at == never; })) {
    return pairs;
  }
  const std::size_t cells = cells_of(platform).size();
  std::vector<std::vector<bool>> before(cells, std::vector<bool>(cells, true));
  for (const Time at : bus_fault_times(platform)) {
    PathwayPlanner planner(platform, common_pools(platform), at);
    for (unsigned from = 0; from < cells; ++from) {
      std::vector<bool> reached = planner.reachable(from);
      for (unsigned to = 0; to < cells; ++to) {
        if (before[from][to] && !reached[to]) pairs.push_back({from, to, at});
      }
      before[from] = std::move(reached);
    }
  }
  return pairs;
}

}  // namespace weft
