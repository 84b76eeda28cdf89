// Packets that wait for a link.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "hw/common/ring.hpp"
#include "hw/t9000/packet.hpp"
#include "hw/t9000/parameters.hpp"

namespace weft {

/// The packets that a virtual channel processor has to transmit: in one queue for all links of a
/// fat link, or in one for each (T9000Parameters::link_choice). Acknowledgements that have priority
/// stand in a queue of their own beside it, which goes first.
class PacketQueues {
 public:
  explicit PacketQueues(const T9000Parameters& parameters)
      : links_(parameters.links),
        acknowledgements_first_(parameters.acknowledgement_priority),
        queues_(parameters.link_choice == LinkChoice::any_free ? 1 : parameters.links) {}

  void push(const Packet& packet) { queue_of(packet).push(packet); }
  /// Takes back a packet that a link has not begun to transmit.
  void push_front(const Packet& packet) { queue_of(packet).push_front(packet); }

  /// No packet waits for any link.
  bool empty() const {
    return std::all_of(queues_.begin(), queues_.end(),
                       [](const Waiting& waiting) { return waiting.empty(); });
  }
  bool empty(unsigned link) const { return queues_[place_of(link)].empty(); }
  /// The packet that goes next over a link; there is one.
  const Packet& front(unsigned link) { return next(link).front(); }
  Packet take(unsigned link) { return next(link).take(); }

  bool acknowledgements_first() const { return acknowledgements_first_; }
  /// Packets that wait behind the acknowledgements that have priority.
  std::size_t normal() const {
    std::size_t packets = 0;
    for (const Waiting& waiting : queues_) packets += waiting.normal.size();
    return packets;
  }

 private:
  struct Waiting {
    bool empty() const { return urgent.empty() && normal.empty(); }

    Ring<Packet> urgent;
    Ring<Packet> normal;
  };

  std::size_t place_of(unsigned link) const { return queues_.size() == 1 ? 0 : link; }
  Ring<Packet>& queue_of(const Packet& packet) {
    Waiting& waiting = queues_[place_of(packet.channel % links_)];
    return acknowledgements_first_ && packet.tag.protocol.acknowledgement() ? waiting.urgent
                                                                            : waiting.normal;
  }
  Ring<Packet>& next(unsigned link) {
    Waiting& waiting = queues_[place_of(link)];
    return waiting.urgent.empty() ? waiting.normal : waiting.urgent;
  }

  unsigned links_;
  bool acknowledgements_first_;
  std::vector<Waiting> queues_;  // one, or one a link
};

}  // namespace weft
