// Which links of a router belong to which fat link, and to which lane of it.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <vector>

#include "platforms/routing/hunt_group.hpp"

namespace weft {

class Routing;

/// The links of one lane of the fat link in one slot.
struct PortBlock {
  unsigned slot = 0;
  unsigned lane = 0;
};

/// A lane was asked for that there is not.
class NoSuchLane : public std::out_of_range {
 public:
  NoSuchLane(std::size_t of_router, unsigned of_slot, unsigned number)
      : out_of_range("no such lane"), router(of_router), slot(of_slot), lane(number) {}

  std::size_t router;  ///< Of the topology.
  unsigned slot;
  unsigned lane;
};

/// The links of every router of a generated network: those of its slots in the order that the
/// routing asks for, then those to its processors.
class PortPlan {
 public:
  /// `edge_widths`: links of each edge of the topology, all wide enough for their lanes; an empty
  /// slot keeps `empty_width` links free.
  PortPlan(const Routing& routing, const std::vector<unsigned>& edge_widths, unsigned empty_width);

  /// Of routers whose links are taken already: `slots`, by router, have one lane each.
  explicit PortPlan(const std::vector<std::vector<HuntGroup>>& slots);

  unsigned lane_count() const { return lane_count_; }
  /// The links of a lane; `size` 0 if the slot does not have it. Throws NoSuchLane.
  const HuntGroup& lane(std::size_t router, unsigned slot, unsigned lane) const;
  /// The first link behind those of the slots.
  unsigned first_processor_link(std::size_t router) const { return slot_links_[router]; }

 private:
  unsigned lane_count_ = 1;
  std::vector<std::size_t> first_group_;  // by router
  std::vector<HuntGroup> groups_;
  std::vector<unsigned> slot_links_;  // by router
};

/// The lanes of a port plan as one of several networks on it sees them: its own from 0 on.
class Lanes {
 public:
  explicit Lanes(const PortPlan& plan, unsigned first_lane = 0)
      : plan_(&plan), first_lane_(first_lane) {}

  /// See PortPlan::lane.
  HuntGroup operator()(std::size_t router, unsigned slot, unsigned lane = 0) const {
    return plan_->lane(router, slot, first_lane_ + lane);
  }
  Lanes from(unsigned lane) const { return Lanes(*plan_, first_lane_ + lane); }
  const PortPlan& plan() const { return *plan_; }

 private:
  const PortPlan* plan_;
  unsigned first_lane_;
};

}  // namespace weft
