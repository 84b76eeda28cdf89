#include "platforms/conset/dimension_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/topologies/grid.hpp"

namespace weft::conset {
namespace {

/// The phases of a step, as they fill up.
class FirstFit {
 public:
  FirstFit(const CellGraph& graph, const ConnectionSet& set, const Precedence& precedence,
           const Resources& resources)
      : graph_(&graph), set_(&set), precedence_(&precedence), resources_(resources) {}

  void add(std::size_t connection) {
    std::vector<std::size_t> way = way_of(connection);
    std::size_t phase = earliest(connection);
    while (phase < loads_.size() && !fits(loads_[phase], connection, way)) ++phase;
    while (phase >= loads_.size()) {
      loads_.emplace_back(*graph_, *set_, resources_);
      phases_.emplace_back();
    }
    if (!fits(loads_[phase], connection, way)) refuse(connection);
    loads_[phase].add(connection, way);
    phases_[phase].push_back({connection, std::move(way)});
    phase_of_[connection] = phase;
  }

  std::vector<RoutedPhase> result() { return std::move(phases_); }

 private:
  const Connection& asked(std::size_t connection) const { return set_->connections[connection]; }

  [[noreturn]] void refuse(std::size_t connection) const {
    const Connection& one = asked(connection);
    throw InputError(one.place,
                     fmt::format("no way for '{}' from '{}' to '{}' along one dimension after the "
                                 "other",
                                 one.name, graph_->name(one.from), graph_->name(one.to)),
                     "expected a torus whose busses are whole, or another router");
  }

  std::vector<std::size_t> way_of(std::size_t connection) const {
    const Shape& shape = graph_->shape();
    if (shape.empty() || shape.size() > 2) refuse(connection);
    constexpr Bus up[] = {Bus::x_right, Bus::y_down};
    auto at = coordinates_of(shape, asked(connection).from);
    const auto to = coordinates_of(shape, asked(connection).to);
    std::vector<std::size_t> way;
    for (std::size_t d = 0; d < shape.size(); ++d) {
      const unsigned ahead = (to[d] + shape[d] - at[d]) % shape[d];
      const bool goes_up = 2 * ahead < shape[d] || (2 * ahead == shape[d] && at[d] % 2 == 0);
      const Bus side = goes_up ? up[d] : opposite(up[d]);
      while (at[d] != to[d]) {
        const auto cell = static_cast<unsigned>(node_at(shape, at));
        at[d] = (at[d] + (goes_up ? 1 : shape[d] - 1)) % shape[d];
        const auto bus = graph_->bus_out(cell, side);
        if (!bus || graph_->busses()[*bus].to != node_at(shape, at)) refuse(connection);
        way.push_back(*bus);
      }
    }
    return way;
  }

  std::size_t earliest(std::size_t connection) const {
    std::size_t phase = 0;
    for (const std::size_t order : precedence_->after(connection)) {
      for (const std::size_t before : set_->order[order].before) {
        const auto found = phase_of_.find(before);
        if (found != phase_of_.end()) phase = std::max(phase, found->second);
      }
    }
    return phase;
  }

  bool fits(const PhaseLoad& load, std::size_t connection,
            const std::vector<std::size_t>& way) const {
    if (!load.has_room(asked(connection).from) || !load.can_begin(asked(connection).from)) {
      return false;
    }
    return load.latency(way) <= asked(connection).latency &&
           std::all_of(way.begin(), way.end(), [&](std::size_t bus) {
             return load.has_room(graph_->busses()[bus].to) && load.admits(bus, connection);
           });
  }

  const CellGraph* graph_;
  const ConnectionSet* set_;
  const Precedence* precedence_;
  Resources resources_;
  std::vector<PhaseLoad> loads_;
  std::vector<RoutedPhase> phases_;
  std::map<std::size_t, std::size_t> phase_of_;  // by connection
};

}  // namespace

std::vector<RoutedPhase> route_in_dimension_order(const CellGraph& graph, const ConnectionSet& set,
                                                  const Precedence& precedence,
                                                  const std::vector<std::size_t>& step,
                                                  const Resources& resources) {
  std::vector<std::size_t> order = step;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
    return precedence.depth(one) < precedence.depth(other);
  });
  FirstFit phases(graph, set, precedence, resources);
  for (const std::size_t connection : order) phases.add(connection);
  return phases.result();
}

}  // namespace weft::conset
