#include "platforms/routing/port_plan.hpp"

#include <algorithm>
#include <numeric>

#include "platforms/routing/routing.hpp"

namespace weft {

PortPlan::PortPlan(const Routing& routing, const std::vector<unsigned>& edge_widths,
                   unsigned empty_width) {
  const Topology& topology = routing.topology();
  std::vector<std::vector<unsigned>> widths;
  widths.reserve(topology.size());
  for (const TopologyRouter& router : topology.routers) {
    widths.emplace_back(router.slots, empty_width);
  }
  for (std::size_t i = 0; i < topology.edges.size(); ++i) {
    const TopologyEdge& edge = topology.edges[i];
    widths[edge.from][edge.from_slot] = widths[edge.to][edge.to_slot] = edge_widths[i];
  }
  for (std::size_t router = 0; router < topology.size(); ++router) {
    const std::size_t first = groups_.size();
    first_group_.push_back(first);
    for (unsigned slot = 0; slot < topology.routers[router].slots; ++slot) {
      const std::vector<unsigned> lanes = routing.lanes(router, slot);
      lane_count_ = static_cast<unsigned>(lanes.size());
      const unsigned all = std::accumulate(lanes.begin(), lanes.end(), 0U);
      const unsigned width = widths[router][slot];
      unsigned before = 0;
      for (const unsigned has : lanes) {
        const unsigned begin = width * before / all;
        before += has;
        groups_.push_back({0, width * before / all - begin});
      }
    }
    unsigned next = 0;
    for (const PortBlock& block : routing.port_order(router)) {
      HuntGroup& group = groups_[first + block.slot * lane_count_ + block.lane];
      group.first_link = next;
      next += group.size;
    }
    slot_links_.push_back(next);
  }
}

PortPlan::PortPlan(const std::vector<std::vector<HuntGroup>>& slots) {
  for (const std::vector<HuntGroup>& router : slots) {
    first_group_.push_back(groups_.size());
    unsigned behind = 0;
    for (const HuntGroup& group : router) {
      groups_.push_back(group);
      behind = std::max(behind, group.first_link + group.size);
    }
    slot_links_.push_back(behind);
  }
}

const HuntGroup& PortPlan::lane(std::size_t router, unsigned slot, unsigned lane) const {
  if (router >= first_group_.size()) throw NoSuchLane(router, slot, lane);
  const std::size_t first = first_group_[router];
  const std::size_t behind =
      router + 1 < first_group_.size() ? first_group_[router + 1] : groups_.size();
  const std::size_t group = first + std::size_t{slot} * lane_count_ + lane;
  if (lane >= lane_count_ || group >= behind) throw NoSuchLane(router, slot, lane);
  return groups_[group];
}

}  // namespace weft
