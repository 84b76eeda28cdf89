// Packets that wait for a link.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <span>

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
      : all_links_((1U << parameters.links) - 1),
        link_count_(parameters.links),
        one_for_all_(parameters.link_choice == LinkChoice::any_free),
        acknowledgements_first_(parameters.acknowledgement_priority) {
    std::iota(links_.begin(), links_.end(), 0U);
  }

  /// Only these of its links lead somewhere: channels are dealt to them. What waits goes along.
  void deal_to(std::span<const unsigned> links) {
    std::copy(links.begin(), links.end(), links_.begin());
    link_count_ = static_cast<unsigned>(links.size());
    if (one_for_all_) return;
    std::array<Waiting, T9000Parameters::most_links> dealt;
    queues_.swap(dealt);
    waiting_ = 0;
    for (Waiting& waiting : dealt) {
      for (Ring<Packet>* packets : {&waiting.urgent, &waiting.normal}) {
        while (!packets->empty()) {
          const Packet packet = packets->take();
          queue_of(packet.channel, packet.tag.protocol.kind).push(packet);
        }
      }
    }
  }

  /// A packet of a channel that waits behind the others. Nothing is in it but its channel; it is to
  /// be filled in where it is, with that kind.
  Packet& add(unsigned channel, PacketKind kind) {
    data_ += is_data(kind);
    Packet& packet = queue_of(channel, kind).push_place();
    packet.channel = channel;
    return packet;
  }
  /// Takes back a packet that a link has not begun to transmit.
  void push_front(const Packet& packet) {
    const PacketKind kind = packet.tag.protocol.kind;
    data_ += is_data(kind);
    queue_of(packet.channel, kind).push_front(packet);
  }

  /// No packet waits for any link.
  bool empty() const { return waiting_ == 0; }
  bool empty(unsigned link) const { return (waiting_ >> place_of(link) & 1U) == 0; }
  /// A bit for each link for which one waits, the first link's in the first place.
  unsigned links() const { return one_for_all_ && waiting_ != 0 ? all_links_ : waiting_; }
  /// The packet that goes next over a link; there is one.
  const Packet& front(unsigned link) { return next(link).front(); }
  Packet take(unsigned link) {
    const Packet packet = next(link).take();
    data_ -= is_data(packet.tag.protocol.kind);
    note_taken(link);
    return packet;
  }

  /// The first packet of a link, but for acknowledgements with priority, is one of data.
  bool has_data(unsigned link) const {
    const Ring<Packet>& packets = queues_[place_of(link)].normal;
    return !packets.empty() && is_data(packets.front().tag.protocol.kind) != 0;
  }
  /// Takes it; there is one.
  Packet take_data(unsigned link) {
    --data_;
    const Packet packet = queues_[place_of(link)].normal.take();
    note_taken(link);
    return packet;
  }
  /// Number of the queue that a link takes its packets from; below the number of links.
  std::size_t place_of(unsigned link) const { return one_for_all_ ? 0 : link; }

  /// Data packets that wait.
  std::size_t data() const { return data_; }

 private:
  struct Waiting {
    bool empty() const { return urgent.empty() && normal.empty(); }

    Ring<Packet> urgent;
    Ring<Packet> normal;
  };

  static std::size_t is_data(PacketKind kind) {
    return kind == PacketKind::acknowledgement ? 0 : 1;
  }
  // For a packet that will wait there.
  Ring<Packet>& queue_of(unsigned channel, PacketKind kind) {
    const std::size_t place = one_for_all_ ? 0 : links_[channel % link_count_];
    waiting_ |= 1U << place;
    Waiting& waiting = queues_[place];
    return acknowledgements_first_ && kind == PacketKind::acknowledgement ? waiting.urgent
                                                                          : waiting.normal;
  }
  void note_taken(unsigned link) {
    const std::size_t place = place_of(link);
    if (queues_[place].empty()) waiting_ &= ~(1U << place);
  }
  Ring<Packet>& next(unsigned link) {
    Waiting& waiting = queues_[place_of(link)];
    return waiting.urgent.empty() ? waiting.normal : waiting.urgent;
  }

  unsigned waiting_ = 0;  // a bit for each queue that is not empty
  unsigned all_links_;    // a bit for each
  unsigned link_count_;   // of `links_`
  bool one_for_all_;      // else a queue for each link
  bool acknowledgements_first_;
  std::size_t data_ = 0;                                     // packets that wait
  std::array<unsigned, T9000Parameters::most_links> links_;  // that channels are dealt to
  std::array<Waiting, T9000Parameters::most_links> queues_;
};

}  // namespace weft
