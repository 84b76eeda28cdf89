// The packets that wait in a C104 for an output, for its models by whole packets.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/c104/switch_policy.hpp"

namespace weft {

/// In the order in which they asked. A `Packet` has the `packet` itself, the `input_number()` that
/// it came by, the time of its `request`, its `route` and says whether it `has_output()`.
template <class Packet>
class WaitingPackets {
 public:
  /// At most one from each of so many inputs.
  explicit WaitingPackets(unsigned inputs) {
    waiting_.reserve(inputs);
    competing_.reserve(inputs);
  }

  bool empty() const { return waiting_.empty(); }
  /// A bit for each output that one of them could take.
  std::uint64_t wanted() const {
    std::uint64_t links = 0;
    for (const Packet* packet : waiting_) links |= packet->route.links();
    return links;
  }
  void add(Packet& packet) { waiting_.push_back(&packet); }
  template <class Action>
  void for_each(const Action& action) const {
    for (const Packet* packet : waiting_) action(*packet);
  }
  /// Calls `action` for those that `gives_up` is true of; they no longer wait.
  template <class GivesUp, class Action>
  void give_up(const GivesUp& gives_up, const Action& action) {
    std::erase_if(waiting_, [&](Packet* packet) {
      if (!gives_up(*packet)) return false;
      action(*packet);
      return true;
    });
  }

  /// Calls `connect` for them as their turn comes, which sets the output of one that has got one;
  /// those no longer wait. `is_free` says which outputs can be had at all.
  template <class IsFree, class Connect>
  void serve(SwitchPolicy& policy, const IsFree& is_free, const Connect& connect) {
    bool served = false;
    for (Packet* packet : in_turn(policy, is_free)) {
      connect(*packet);
      served |= packet->has_output();
    }
    if (served) std::erase_if(waiting_, [](const Packet* one) { return one->has_output(); });
  }

 private:
  template <class IsFree>
  const std::vector<Packet*>& in_turn(SwitchPolicy& policy, const IsFree& is_free) {
    if (policy.is_first_come()) return waiting_;
    competing_.clear();
    for (Packet* packet : waiting_) {
      if (SwitchPolicy::first_output(packet->route, is_free) != SwitchPolicy::no_output) {
        competing_.push_back(packet);
      }
    }
    policy.order(competing_, [](const Packet* one) {
      return ArbiterView{one->request, one->input_number(), &one->packet.tag.protocol};
    });
    return competing_;
  }

  std::vector<Packet*> waiting_;
  std::vector<Packet*> competing_;
};

}  // namespace weft
