#include "platforms/routing/interval_labelling.hpp"

namespace weft {

HuntGroup links_of(const Hop& hop, unsigned width) {
  const unsigned first = hop.group * width;
  const unsigned half = width / 2;
  switch (hop.lane) {
    case Lane::low: return {first, half};
    case Lane::high: return {first + half, width - half};
    case Lane::all: break;
  }
  return {first, width};
}

std::vector<Interval> label_intervals(const Topology& topology, unsigned width, std::size_t node,
                                      const std::vector<HeaderOwner>& owners) {
  std::vector<Interval> table;
  for (const HeaderOwner& owner : owners) {
    const HuntGroup group =
        owner.node == node ? owner.exit : links_of(topology.next_hop(node, owner.node), width);
    const bool same = !table.empty() && table.back().first_link == group.first_link &&
                      table.back().group_size == group.size;
    if (same) {
      table.back().limit = owner.max_header + 1;
      continue;
    }
    if (!table.empty()) table.back().limit = owner.min_header;
    table.push_back({owner.max_header + 1, IntervalAction::route, group.first_link, group.size});
  }
  return table;
}

}  // namespace weft
