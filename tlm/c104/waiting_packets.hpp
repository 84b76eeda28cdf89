// The packets that wait in a C104 for an output, for its models by whole packets.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/c104/switch_policy.hpp"

namespace weft {

/// In the order in which they asked. A `Packet` has the `packet` itself, the `input_number()` that
/// it came by, the time of its `request` and its `route`.
template <class Packet>
class WaitingPackets {
 public:
  /// At most one from each of so many inputs.
  explicit WaitingPackets(unsigned inputs) {
    waiting_.reserve(inputs);
    competing_.reserve(inputs);
  }

  bool empty() const { return waiting_.empty(); }
  bool has_last(const Packet& packet) const {
    return !waiting_.empty() && waiting_.back() == &packet;
  }
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

  /// Calls `connect` for them as their turn comes; one of which it is true has got an output, and
  /// no longer waits. `is_free` says which outputs can be had at all.
  template <class IsFree, class Connect>
  void serve(SwitchPolicy& policy, const IsFree& is_free, const Connect& connect) {
    if (policy.is_first_come()) {
      std::erase_if(waiting_, [&connect](Packet* packet) { return connect(*packet); });
      return;
    }
    find_competing(is_free);
    policy.order(competing_, [](const Packet* one) {
      return ArbiterView{one->request, one->input_number(), &one->packet.tag.protocol};
    });
    for (Packet* packet : competing_) {
      if (connect(*packet)) std::erase(waiting_, packet);
    }
  }

 private:
  template <class IsFree>
  void find_competing(const IsFree& is_free) {
    competing_.clear();
    for (Packet* packet : waiting_) {
      if (SwitchPolicy::first_output(packet->route, is_free) != SwitchPolicy::no_output) {
        competing_.push_back(packet);
      }
    }
  }

  std::vector<Packet*> waiting_;
  std::vector<Packet*> competing_;
};

}  // namespace weft
