#include "platforms/routing/minimal_adaptive.hpp"

#include <algorithm>
#include <utility>

#include "platforms/routing/dimension_keys.hpp"
#include "platforms/routing/graph_routing.hpp"

namespace weft {

MinimalAdaptive::MinimalAdaptive(const Topology& topology, std::vector<unsigned> order)
    : DestinationRouting(topology), escape_(topology, std::move(order), true) {
  const auto add = [this](unsigned dimension, bool upwards, std::initializer_list<Lane> lanes) {
    if (grid().size(dimension) == 1 || (grid().size(dimension) == 2 && !upwards)) return;
    for (const Lane lane : lanes) port_order_.push_back({grid().slot(dimension, upwards), lane});
  };
  const std::vector<unsigned>& dimensions = escape_.order();
  for (std::size_t i = 0; i < dimensions.size(); i += 2) {
    const unsigned first = dimensions[i];
    const bool is_pair = i + 1 < dimensions.size();
    if (is_pair) add(dimensions[i + 1], true, {adaptive});
    add(first, true, {low, adaptive, high, second});
    if (is_pair) add(dimensions[i + 1], false, {adaptive});
    add(first, false, {low, adaptive, high, second});
    if (!is_pair) continue;
    add(dimensions[i + 1], true, {second, low, high});
    add(dimensions[i + 1], false, {second, low, high});
  }
}

bool MinimalAdaptive::is_second(unsigned dimension) const {
  const std::vector<unsigned>& order = escape_.order();
  return (std::find(order.begin(), order.end(), dimension) - order.begin()) % 2 == 1;
}

std::vector<unsigned> MinimalAdaptive::lanes(std::size_t router, unsigned slot) const {
  const std::vector<unsigned> of_escape = escape_.lanes(router, slot);
  const unsigned has_high = of_escape.size() > 1 ? of_escape[1] : 0;
  return {1, has_high, 1, is_second(grid().dimension_of(slot)) ? 1U : 0U};
}

std::vector<PortBlock> MinimalAdaptive::port_order(std::size_t) const { return port_order_; }

unsigned MinimalAdaptive::input_kind(std::size_t, unsigned, unsigned lane) const {
  return is_escape(lane) ? 1 : 0;
}

bool MinimalAdaptive::is_profitable(std::size_t router, unsigned slot,
                                    std::size_t destination) const {
  const unsigned dimension = grid().dimension_of(slot);
  const unsigned size = grid().size(dimension);
  const unsigned at = grid().coordinate(router, dimension);
  const unsigned to = grid().coordinate(destination, dimension);
  const bool upwards = slot == grid().slot(dimension, true);
  if (size == 2) return at != to;
  if (!grid().wraps(dimension)) return upwards ? to > at : to < at;
  const unsigned hops = grid().upwards(dimension, at, to);
  return hops != 0 && (upwards ? 2 * hops <= size : 2 * hops >= size);
}

Route MinimalAdaptive::next(const Lanes& lanes, std::size_t router, unsigned kind,
                            std::size_t destination, const std::vector<Route>&) const {
  const DimensionOrder::Step step = escape_.step(router, destination);
  HuntGroup group = lanes(router, step.slot, step.lane);
  if (kind == 1) return {0, RouteAction::links, group};

  const auto joins = [&](const PortBlock& block) {
    return !is_escape(block.lane) && is_profitable(router, block.slot, destination);
  };
  const auto size_of = [&](const PortBlock& block) {
    return lanes(router, block.slot, block.lane).size;
  };
  const auto escape = std::find_if(port_order_.begin(), port_order_.end(), [&](const PortBlock& b) {
    return b.slot == step.slot && b.lane == step.lane;
  });
  for (auto right = escape + 1; right != port_order_.end(); ++right) {
    if (size_of(*right) == 0) continue;
    if (!joins(*right)) break;
    group.size += size_of(*right);
  }
  for (auto left = escape; left != port_order_.begin();) {
    --left;
    if (size_of(*left) == 0) continue;
    if (!joins(*left)) break;
    group.size += size_of(*left);
    group.first_link -= size_of(*left);
  }
  return {0, RouteAction::links, group};
}

ComponentType minimal_adaptive_type() {
  ComponentType type = make_type(
      TypeRole::routing, "minimal_adaptive",
      "Any free link that brings nearer, and an escape network; grids of up to 4096 routers.");
  type.routing.fits = [](const Topology& topology) {
    return topology.grid && topology.grid->express() == 0 && is_graph(topology);
  };
  type.routing.make = [](const RoutingRequest& request) -> std::unique_ptr<Routing> {
    return std::make_unique<MinimalAdaptive>(request.topology, order_of(request));
  };
  ParameterTable<NoParameters> table;
  add_order(table);
  return table.into(std::move(type));
}

}  // namespace weft
