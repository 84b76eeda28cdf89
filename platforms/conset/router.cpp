#include "platforms/conset/router.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>

#include "platforms/conset/lower_bound.hpp"
#include "platforms/conset/way_search.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft::conset {
namespace {

// so that few connections can be moved about, too
constexpr std::size_t least_rip_ups = 200;

/// One attempt with a given number of phases.
class Attempt {
 public:
  Attempt(const CellGraph& graph, const ConnectionSet& set, const Precedence& precedence,
          const RouterOptions& options, std::size_t phases)
      : graph_(&graph),
        set_(&set),
        precedence_(&precedence),
        options_(&options),
        search_(graph, phases),
        phases_(phases, PhaseLoad(graph, set, options.resources)),
        ends_(phases, std::vector<Ends>(graph.cells())),
        cell_prices_(phases, std::vector<Cost>(graph.cells(), 0)),
        begin_prices_(phases, std::vector<Cost>(graph.cells(), 0)),
        bus_prices_(phases, std::vector<Cost>(graph.busses().size(), 0)),
        ripped_up_(set.connections.size(), 0),
        routes_(set.connections.size()) {}

  /// In this order. False if there are too many rip-ups.
  bool route_all(const std::vector<std::size_t>& connections) {
    std::deque<std::size_t> queue(connections.begin(), connections.end());
    std::size_t rip_ups = options_->rip_ups * connections.size();
    if (rip_ups > 0) rip_ups = std::max(rip_ups, least_rip_ups);
    while (!queue.empty()) {
      const std::size_t connection = queue.front();
      queue.pop_front();
      if (route(connection)) continue;
      if (rip_ups == 0) return false;
      const std::vector<std::size_t> ripped_up = force(connection);
      rip_ups -= std::min(rip_ups, ripped_up.size());
      queue.insert(queue.end(), ripped_up.begin(), ripped_up.end());
    }
    return true;
  }

  /// Steps 3 and 4 as printed: a connection that finds no way goes without; then, so many times,
  /// each in its turn is ripped up and rerouted. False if one has no route in the end.
  bool route_as_printed(const std::vector<std::size_t>& connections) {
    for (const std::size_t connection : connections) route(connection);
    for (unsigned pass = 0; pass < options_->passes; ++pass) reroute_all(connections);
    return std::all_of(connections.begin(), connections.end(),
                       [this](std::size_t one) { return routes_[one].has_value(); });
  }

  void reroute_all(const std::vector<std::size_t>& connections) {
    for (const std::size_t connection : connections) {
      const std::optional<FoundWay> before = routes_[connection];
      if (before) take_out(connection);
      if (!route(connection) && before) put_in(connection, *before);
    }
  }

  std::vector<RoutedPhase> result(const std::vector<std::size_t>& connections) const {
    std::vector<RoutedPhase> phases(phases_.size());
    for (const std::size_t connection : connections) {
      phases[routes_[connection]->phase].push_back({connection, routes_[connection]->way});
    }
    return phases;
  }

 private:
  struct Ends {
    Cost begin = 0;
    Cost end = 0;
  };
  struct Window {
    std::size_t first = 0;
    std::size_t last = 0;
  };

  const Connection& asked(std::size_t connection) const { return set_->connections[connection]; }
  bool is_timed(std::size_t connection) const { return asked(connection).latency != never; }

  // Phases in which a connection may be, by those that have a route.
  Window window(std::size_t connection) const {
    Window phases{0, phases_.size() - 1};
    for (const std::size_t order : precedence_->after(connection)) {
      for (const std::size_t other : set_->order[order].before) {
        if (routes_[other]) phases.first = std::max(phases.first, routes_[other]->phase);
      }
    }
    for (const std::size_t order : precedence_->before(connection)) {
      for (const std::size_t other : set_->order[order].after) {
        if (routes_[other]) phases.last = std::min(phases.last, routes_[other]->phase);
      }
    }
    return phases;
  }

  Cost cost_of_cell(std::size_t phase, unsigned cell) const {
    return options_->cell_cost + static_cast<Cost>(phases_[phase].routes_in(cell));
  }

  // Of free channels only.
  WayCosts costs(std::size_t connection) const {
    const unsigned to = asked(connection).to;
    const unsigned from = asked(connection).from;
    const Cost sharing = options_->sharing_cost;
    const auto source = [=, this](std::size_t phase) {
      // a look at both ends spares most searches of full phases
      const PhaseLoad& load = phases_[phase];
      if (!load.has_room(from) || !load.has_room(to) || !load.can_begin(from)) return no_cost;
      return is_timed(connection) ? Cost{0}
                                  : cost_of_cell(phase, from) + sharing * ends_[phase][from].begin;
    };
    if (is_timed(connection)) {
      return {source, [=, this](std::size_t phase, std::size_t bus) {
                const PhaseLoad& load = phases_[phase];
                if (!is_free(load, bus, connection)) return no_cost;
                return static_cast<Cost>(load.latency({bus}) / graph_->clock());
              }};
    }
    return {source, [=, this](std::size_t phase, std::size_t bus) {
              const PhaseLoad& load = phases_[phase];
              if (!is_free(load, bus, connection)) return no_cost;
              const unsigned cell = graph_->busses()[bus].to;
              Cost cost = cost_of_cell(phase, cell);
              if (sharing == 0) return cost;
              cost += sharing * static_cast<Cost>(load.routes_over(bus));
              return cell == to ? cost + sharing * ends_[phase][cell].end : cost;
            }};
  }

  bool is_free(const PhaseLoad& load, std::size_t bus, std::size_t connection) const {
    return load.has_room(graph_->busses()[bus].to) && load.admits(bus, connection);
  }

  // Of what others have, too, at a price. The shortest ways come first where only these are fast
  // enough.
  WayCosts forced_costs(std::size_t connection) const {
    const unsigned from = asked(connection).from;
    const Cost hop = is_timed(connection) ? far_ : 0;
    const auto cell_cost = [this](std::size_t phase, unsigned cell) {
      return cost_of_cell(phase, cell) +
             (phases_[phase].has_room(cell) ? 0 : taken_ + cell_prices_[phase][cell]);
    };
    return {[=, this](std::size_t phase) {
              const bool begins = phases_[phase].can_begin(from);
              return cell_cost(phase, from) + (begins ? 0 : taken_ + begin_prices_[phase][from]);
            },
            [=, this](std::size_t phase, std::size_t bus) {
              const bool admits = phases_[phase].admits(bus, connection);
              return hop + cell_cost(phase, graph_->busses()[bus].to) +
                     (admits ? 0 : taken_ + bus_prices_[phase][bus]);
            }};
  }

  // Over free channels, if there is a way.
  bool route(std::size_t connection) {
    const Window phases = window(connection);
    if (phases.first > phases.last) return false;
    // what others wait for does not go where it is cheapest, but into the first phase
    const bool is_first = !precedence_->before(connection).empty();
    for (std::size_t first = phases.first; first <= phases.last; ++first) {
      const auto found = search_.find(asked(connection).from, asked(connection).to, first,
                                      is_first ? first : phases.last, costs(connection));
      if (found && phases_[found->phase].latency(found->way) <= asked(connection).latency) {
        put_in(connection, *found);
        return true;
      }
      if (!is_first) break;
    }
    return false;
  }

  // In any case; those that lose their routes for it.
  std::vector<std::size_t> force(std::size_t connection) {
    const FoundWay found =
        *search_.find(asked(connection).from, asked(connection).to, window(connection).first,
                      phases_.size() - 1, forced_costs(connection));
    std::vector<std::size_t> ripped_up;
    const auto rip_up = [&](std::size_t other) {
      take_out(other);
      ++ripped_up_[other];
      ripped_up.push_back(other);
    };
    for (const std::size_t order : precedence_->before(connection)) {
      for (const std::size_t other : set_->order[order].after) {
        if (routes_[other] && routes_[other]->phase < found.phase) rip_up(other);
      }
    }
    for (auto other = in_the_way(connection, found); other; other = in_the_way(connection, found)) {
      rip_up(*other);
    }
    put_in(connection, found);
    return ripped_up;
  }

  // The route that stands most in the way of another, the shorter of several; nothing if there is
  // room. Puts a price on what is contested.
  std::optional<std::size_t> in_the_way(std::size_t connection, const FoundWay& found) {
    const PhaseLoad& load = phases_[found.phase];
    std::map<std::size_t, std::size_t> met;  // by connection, how often
    const auto meet_cell = [&](unsigned cell) {
      if (load.has_room(cell)) return;
      ++cell_prices_[found.phase][cell];
      for (const std::size_t other : load.in(cell)) ++met[other];
    };
    const auto meet_bus = [&](std::size_t bus) {
      if (load.admits(bus, connection)) return;
      ++bus_prices_[found.phase][bus];
      for (const std::size_t other : load.over(bus)) ++met[other];
    };
    const unsigned from = asked(connection).from;
    meet_cell(from);
    if (!load.can_begin(from)) {
      ++begin_prices_[found.phase][from];
      for (const std::size_t other : load.in(from)) {
        if (asked(other).from == from) ++met[other];
      }
    }
    for (const std::size_t bus : found.way) {
      meet_cell(graph_->busses()[bus].to);
      meet_bus(bus);
    }
    if (met.empty() && load.latency(found.way) > asked(connection).latency) {
      for (const std::size_t bus : found.way) {
        for (const std::size_t other : load.over(bus)) ++met[other];
      }
    }
    if (met.empty()) return {};
    const std::size_t most = 2 * found.way.size() + 2;  // cells and busses, and the begin
    const auto rank = [&](const auto& one) {
      return std::tuple(most - one.second, ripped_up_[one.first], routes_[one.first]->way.size());
    };
    return std::min_element(
               met.begin(), met.end(),
               [&](const auto& one, const auto& other) { return rank(one) < rank(other); })
        ->first;
  }

  void put_in(std::size_t connection, const FoundWay& found) {
    phases_[found.phase].add(connection, found.way);
    ++ends_[found.phase][asked(connection).from].begin;
    ++ends_[found.phase][asked(connection).to].end;
    routes_[connection] = found;
  }

  void take_out(std::size_t connection) {
    const FoundWay& found = *routes_[connection];
    phases_[found.phase].remove(connection, found.way);
    --ends_[found.phase][asked(connection).from].begin;
    --ends_[found.phase][asked(connection).to].end;
    routes_[connection].reset();
  }

  static constexpr Cost taken_ = 16;       // what is taken from another, beside its price
  static constexpr Cost far_ = 1U << 16U;  // a hop, where every other cost is nothing beside it

  const CellGraph* graph_;
  const ConnectionSet* set_;
  const Precedence* precedence_;
  const RouterOptions* options_;
  WaySearch search_;
  std::vector<PhaseLoad> phases_;
  std::vector<std::vector<Ends>> ends_;          // by phase and cell
  std::vector<std::vector<Cost>> cell_prices_;   // likewise
  std::vector<std::vector<Cost>> begin_prices_;  // likewise, to begin there
  std::vector<std::vector<Cost>> bus_prices_;    // by phase and bus
  std::vector<std::size_t> ripped_up_;           // by connection, how often
  std::vector<std::optional<FoundWay>> routes_;  // by connection
};

// Step 1 of APR: those that others wait for first, then the longest.
std::vector<std::size_t> ordered(const CellGraph& graph, const ConnectionSet& set,
                                 const Precedence& precedence, std::vector<std::size_t> step) {
  std::vector<std::uint32_t> hops(set.connections.size());
  std::map<unsigned, std::vector<std::uint32_t>> from;
  for (const std::size_t index : step) {
    const Connection& connection = set.connections[index];
    const auto [row, is_new] = from.try_emplace(connection.from);
    if (is_new) row->second = graph.hops_from(connection.from);
    hops[index] = row->second[connection.to];
  }
  std::stable_sort(step.begin(), step.end(), [&](std::size_t one, std::size_t other) {
    return std::tuple(precedence.depth(one), hops[other]) <
           std::tuple(precedence.depth(other), hops[one]);
  });
  return step;
}

}  // namespace

RouterOptions options_of(RouterKind kind) {
  RouterOptions options;
  options.kind = kind;
  if (kind == RouterKind::paper) {
    options.cell_cost = 1;
    options.sharing_cost = 0;
  }
  return options;
}

std::optional<std::vector<RoutedPhase>> route_step(const CellGraph& graph, const ConnectionSet& set,
                                                   const Precedence& precedence,
                                                   const std::vector<std::size_t>& step,
                                                   const RouterOptions& options) {
  const std::vector<std::size_t> queue = ordered(graph, set, precedence, step);
  for (std::size_t phases = lower_bound(graph, set, step, options.resources).phases;
       options.most_phases == 0 || phases <= options.most_phases; ++phases) {
    Attempt attempt(graph, set, precedence, options, phases);
    if (options.kind == RouterKind::paper) {
      if (attempt.route_as_printed(queue)) return attempt.result(step);
      continue;
    }
    if (!attempt.route_all(queue)) continue;
    for (unsigned pass = 0; pass < options.passes; ++pass) attempt.reroute_all(queue);
    return attempt.result(step);
  }
  return {};
}

void require_routable(const CellGraph& graph, const ConnectionSet& set) {
  std::map<unsigned, std::vector<std::uint32_t>> from;
  for (const Connection& connection : set.connections) {
    const auto [row, is_new] = from.try_emplace(connection.from);
    if (is_new) row->second = graph.hops_from(connection.from);
    const std::uint32_t hops = row->second[connection.to];
    const std::string ends = fmt::format("'{}' from '{}' to '{}'", connection.name,
                                         graph.name(connection.from), graph.name(connection.to));
    if (hops == CellGraph::no_way) {
      throw InputError(connection.place, fmt::format("{}, to which no busses lead", ends),
                       "expected cells with a way between them");
    }
    if (connection.bandwidth > graph.bus_rate()) {
      throw InputError(connection.place,
                       fmt::format("{} with at least {} MB/s", ends,
                                   static_cast<double>(connection.bandwidth) / 1e6),
                       fmt::format("expected at most {} MB/s, as much as a bus has",
                                   static_cast<double>(graph.bus_rate()) / 1e6));
    }
    if (connection.latency < hops * graph.hop()) {
      throw InputError(connection.place,
                       fmt::format("{} in at most {}", ends, time_text(connection.latency)),
                       fmt::format("expected at least {}: the shortest way has {} hops of {}",
                                   time_text(hops * graph.hop()), hops, time_text(graph.hop())));
    }
  }
}

}  // namespace weft::conset
