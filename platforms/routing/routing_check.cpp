#include "platforms/routing/routing_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "platforms/netlist/input_error.hpp"
#include "platforms/routing/routing.hpp"

namespace weft {
namespace {

class RoutingCheck {
 public:
  RoutingCheck(const Routing& routing, const std::string& what, const Place& place)
      : routing_(routing), topology_(routing.topology()), what_(what), place_(place) {}

  void require_all() const {
    require_labels();
    const std::size_t lanes = count_lanes();
    for (std::size_t router = 0; router < topology_.size(); ++router) {
      require_order(router, lanes);
      require_kinds(router, static_cast<unsigned>(lanes));
    }
    for (const TopologyEdge& edge : topology_.edges) require_ends(edge);
  }

 private:
  [[noreturn]] void refuse(const std::string& why, const std::string& expected) const {
    throw InputError(place_, fmt::format("{}, {}", what_, why), expected);
  }
  const std::string& name(std::size_t router) const { return topology_.routers[router].name; }
  std::string slot_name(std::size_t router, unsigned slot) const {
    return fmt::format("slot {} of '{}'", slot, name(router));
  }

  void require_labels() const {
    const std::string expected = "expected every router with processors once";
    std::vector<bool> labelled(topology_.size(), false);
    for (const std::size_t router : routing_.label_order()) {
      if (router >= topology_.size()) {
        refuse(fmt::format("whose label_order has router {}", router),
               fmt::format("expected the {} routers, from 0", topology_.size()));
      }
      if (labelled[router]) {
        refuse(fmt::format("whose label_order has '{}' twice", name(router)), expected);
      }
      labelled[router] = true;
    }
    for (std::size_t router = 0; router < topology_.size(); ++router) {
      if (labelled[router] || topology_.routers[router].processors.empty()) continue;
      refuse(fmt::format("whose label_order lacks '{}'", name(router)), expected);
    }
  }

  // As many for every slot.
  std::size_t count_lanes() const {
    std::size_t lanes = 0;
    for (std::size_t router = 0; router < topology_.size(); ++router) {
      for (unsigned slot = 0; slot < topology_.routers[router].slots; ++slot) {
        const std::vector<unsigned> here = routing_.lanes(router, slot);
        if (lanes == 0) lanes = here.size();
        if (here.size() == lanes && has_one(here)) continue;
        refuse(fmt::format("which has the lanes [{}] for {}", fmt::join(here, ", "),
                           slot_name(router, slot)),
               "expected 0 or 1 for each lane, a 1 among them, and as many for every slot");
      }
    }
    return lanes;
  }

  static bool has_one(const std::vector<unsigned>& lanes) {
    return std::count(lanes.begin(), lanes.end(), 1U) != 0 &&
           std::all_of(lanes.begin(), lanes.end(), [](unsigned has) { return has <= 1; });
  }

  void require_ends(const TopologyEdge& edge) const {
    const std::vector<unsigned> from = routing_.lanes(edge.from, edge.from_slot);
    const std::vector<unsigned> to = routing_.lanes(edge.to, edge.to_slot);
    if (from == to) return;
    refuse(fmt::format("which has the lanes [{}] for {}, and [{}] for {} at its far end",
                       fmt::join(from, ", "), slot_name(edge.from, edge.from_slot),
                       fmt::join(to, ", "), slot_name(edge.to, edge.to_slot)),
           "expected the same at both ends of a fat link");
  }

  void require_order(std::size_t router, std::size_t lanes) const {
    const unsigned slots = topology_.routers[router].slots;
    std::vector<bool> placed(slots * lanes, false);
    std::size_t count = 0;
    for (const PortBlock& block : routing_.port_order(router)) {
      const bool there = block.slot < slots && block.lane < lanes;
      const std::size_t index = block.slot * lanes + block.lane;
      if (!there || placed[index]) {
        refuse(fmt::format("whose port_order of '{}' has lane {} of slot {}{}", name(router),
                           block.lane, block.slot, there ? " twice" : ""),
               fmt::format("expected each of {} lanes of {} slots once", lanes, slots));
      }
      placed[index] = true;
      ++count;
    }
    if (count == placed.size()) return;
    refuse(fmt::format("whose port_order of '{}' has {} of {} lanes of its slots", name(router),
                       count, placed.size()),
           "expected each of them once");
  }

  void require_kinds(std::size_t router, unsigned lanes) const {
    const unsigned kinds = routing_.input_kinds();
    for (unsigned slot = 0; slot < topology_.routers[router].slots; ++slot) {
      for (unsigned lane = 0; lane < lanes; ++lane) {
        const unsigned kind = routing_.input_kind(router, slot, lane);
        if (kind < kinds) continue;
        refuse(fmt::format("whose input_kind of {} is {}", slot_name(router, slot), kind),
               fmt::format("expected less than its input_kinds, {}", kinds));
      }
    }
  }

  const Routing& routing_;
  const Topology& topology_;
  const std::string& what_;
  const Place& place_;
};

}  // namespace

void require_sound(const Routing& routing, const std::string& what, const Place& place) {
  RoutingCheck(routing, what, place).require_all();
}

}  // namespace weft
