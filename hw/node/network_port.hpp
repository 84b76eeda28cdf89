// The interface between a node and the network.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "hw/memory/memory_transaction.hpp"
#include "hw/node/parameters.hpp"

namespace weft {

/// What a packet is for.
enum class NetworkPacketKind : std::uint8_t {
  words,    ///< To be stored.
  request,  ///< Of a remote load: the words are wanted from there.
  reply     ///< To one: they are here.
};

/// Requests have buffers of their own in ports and routers: words and replies, which are always
/// taken in the end, never wait behind a request, which is taken only where its reply has room.
enum class PacketLane : std::uint8_t { data, requests };
inline constexpr std::size_t packet_lanes = 2;

/// Words that go over the network together, and where they are to be stored.
struct NetworkPacket {
  std::uint64_t address = 0;  ///< Of the first word, in the memory of the receiver.
  unsigned words = 1;         ///< 1..MemoryTransaction::most_words
  std::array<std::uint64_t, MemoryTransaction::most_words> data{};
  unsigned node = 0;  ///< The receiver.
  NetworkPacketKind kind = NetworkPacketKind::words;
  unsigned from = 0;  ///< Of a request: the node that the reply goes to.

  /// Those that it carries: a request has none.
  unsigned carried_words() const { return kind == NetworkPacketKind::request ? 0 : words; }
  PacketLane lane() const {
    return kind == NetworkPacketKind::request ? PacketLane::requests : PacketLane::data;
  }
};

/// Packets that leave over a link, and those that come in. The link carries one at a time in each
/// direction, its words behind what comes before them; one that nobody has taken
/// waits at its end. Words and replies leave before requests do.
class NetworkPort {
 public:
  /// Throws ParameterError.
  explicit NetworkPort(const PortParameters& parameters);

  /// To send: room for one more packet, beside those that are promised.
  bool room(PacketLane lane = PacketLane::data) const {
    return of(lane).outgoing.size() + of(lane).promised < parameters_.packets;
  }
  void promise(PacketLane lane = PacketLane::data) { ++of(lane).promised; }
  /// A packet that was promised is there.
  void push(const NetworkPacket& packet);
  /// At a clock: what has left is to be taken; the link begins with the next packet when it is
  /// free.
  void evaluate(MemoryClocks now);
  /// A packet that has left.
  std::optional<NetworkPacket> take_sent(PacketLane lane = PacketLane::data);
  /// All has left, and may still have to be taken.
  bool sent_all() const;

  /// To receive: whether the link and its buffer take a packet that begins now.
  bool accepts(MemoryClocks now, PacketLane lane = PacketLane::data) const;
  void accept(const NetworkPacket& packet, MemoryClocks now);
  /// The first packet that is in by that clock; null if there is none.
  const NetworkPacket* arrived(MemoryClocks now, PacketLane lane = PacketLane::data) const;
  void pop_arrived(PacketLane lane = PacketLane::data) { of(lane).incoming.pop_front(); }
  /// Words of packets that are in by that clock, for a processor that takes them one by one.
  unsigned words_arrived(MemoryClocks now) const;
  std::uint64_t take_word();
  bool received_all() const;

 private:
  struct OnLink {
    MemoryClocks end = 0;
    NetworkPacket packet;
  };
  struct Buffers {
    std::deque<NetworkPacket> outgoing;
    unsigned promised = 0;
    std::optional<NetworkPacket> sent;  // nobody has taken it
    std::deque<OnLink> incoming;
  };
  Buffers& of(PacketLane lane) { return lanes_[static_cast<std::size_t>(lane)]; }
  const Buffers& of(PacketLane lane) const { return lanes_[static_cast<std::size_t>(lane)]; }
  MemoryClocks clocks_of(const NetworkPacket& packet) const;
  // those that may leave next, or null
  std::deque<NetworkPacket>* next_outgoing();

  PortParameters parameters_;
  std::array<Buffers, packet_lanes> lanes_;
  std::optional<OnLink> sending_;
  MemoryClocks incoming_free_ = 0;
  unsigned taken_ = 0;  // words of the first packet
};

}  // namespace weft
