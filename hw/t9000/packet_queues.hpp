// Packets that wait for a link.
#pragma once

#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "hw/common/ring.hpp"
#include "hw/t9000/packet.hpp"
#include "hw/t9000/parameters.hpp"

namespace weft {

/// The packets that a virtual channel processor has to transmit: in a queue for each link of a fat
/// link, or in one for all (T9000Parameters::link_choice). Acknowledgements that have priority
/// stand in a queue of their own beside it, which goes first.
class PacketQueues {
 public:
  explicit PacketQueues(const T9000Parameters& parameters)
      : links_(parameters.links),
        acknowledgements_first_(parameters.acknowledgement_priority),
        queues_(parameters.link_choice == LinkChoice::any_free ? 1 : parameters.links) {
    std::iota(links_.begin(), links_.end(), 0U);
  }

  /// Only these of its links lead somewhere: channels are dealt to them. What waits goes along.
  void deal_to(std::vector<unsigned> links) {
    links_ = std::move(links);
    if (queues_.size() == 1) return;
    std::vector<Waiting> dealt(queues_.size());
    queues_.swap(dealt);
    for (Waiting& waiting : dealt) {
      for (Ring<Packet>* packets : {&waiting.urgent, &waiting.normal}) {
        while (!packets->empty()) {
          const Packet packet = packets->take();
          queue_of(packet).push(packet);
        }
      }
    }
  }

  void push(const Packet& packet) {
    data_ += is_data(packet);
    ++packets_;
    queue_of(packet).push(packet);
  }
  /// Takes back a packet that a link has not begun to transmit.
  void push_front(const Packet& packet) {
    data_ += is_data(packet);
    ++packets_;
    queue_of(packet).push_front(packet);
  }

  /// No packet waits for any link.
  bool empty() const { return packets_ == 0; }
  bool empty(unsigned link) const { return queues_[place_of(link)].empty(); }
  /// The packet that goes next over a link; there is one.
  const Packet& front(unsigned link) { return next(link).front(); }
  Packet take(unsigned link) {
    const Packet packet = next(link).take();
    data_ -= is_data(packet);
    --packets_;
    return packet;
  }

  /// The first packet of a link, but for acknowledgements with priority, is one of data.
  bool has_data(unsigned link) const {
    const Ring<Packet>& packets = queues_[place_of(link)].normal;
    return !packets.empty() && is_data(packets.front()) != 0;
  }
  /// Takes it; there is one.
  Packet take_data(unsigned link) {
    --data_;
    --packets_;
    return queues_[place_of(link)].normal.take();
  }
  /// Number of the queue that a link takes its packets from; below the number of links.
  std::size_t place_of(unsigned link) const { return queues_.size() == 1 ? 0 : link; }

  /// Data packets that wait.
  std::size_t data() const { return data_; }

 private:
  struct Waiting {
    bool empty() const { return urgent.empty() && normal.empty(); }

    Ring<Packet> urgent;
    Ring<Packet> normal;
  };

  static std::size_t is_data(const Packet& packet) {
    return packet.tag.protocol.acknowledgement() ? 0 : 1;
  }
  Ring<Packet>& queue_of(const Packet& packet) {
    Waiting& waiting = queues_[place_of(links_[packet.channel % links_.size()])];
    return acknowledgements_first_ && packet.tag.protocol.acknowledgement() ? waiting.urgent
                                                                            : waiting.normal;
  }
  Ring<Packet>& next(unsigned link) {
    Waiting& waiting = queues_[place_of(link)];
    return waiting.urgent.empty() ? waiting.normal : waiting.urgent;
  }

  std::vector<unsigned> links_;  // that channels are dealt to
  bool acknowledgements_first_;
  std::size_t packets_ = 0;      // that wait
  std::size_t data_ = 0;         // of those
  std::vector<Waiting> queues_;  // one, or one a link
};

}  // namespace weft
