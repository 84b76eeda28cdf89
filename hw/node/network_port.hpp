// The interface between a node and the network.
#pragma once

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
};

/// Packets that leave over a link, and those that come in. The link carries one at a time in each
/// direction, its words behind what comes before them; one that nobody has taken
/// waits at its end.
class NetworkPort {
 public:
  /// Throws ParameterError.
  explicit NetworkPort(const PortParameters& parameters);

  /// To send: room for one more packet, beside those that are promised.
  bool room() const { return outgoing_.size() + promised_ < parameters_.packets; }
  void promise() { ++promised_; }
  /// A packet that was promised is there.
  void push(const NetworkPacket& packet);
  /// At a clock: what has left is to be taken; the link begins with the next packet when it is
  /// free.
  void evaluate(MemoryClocks now);
  /// A packet that has left.
  std::optional<NetworkPacket> take_sent();
  /// All has left, and may still have to be taken.
  bool sent_all() const { return outgoing_.empty() && promised_ == 0 && !sending_; }

  /// To receive: whether the link and its buffer take a packet that begins now.
  bool accepts(MemoryClocks now) const;
  void accept(const NetworkPacket& packet, MemoryClocks now);
  /// The first packet that is in by that clock; null if there is none.
  const NetworkPacket* arrived(MemoryClocks now) const;
  void pop_arrived() { incoming_.pop_front(); }
  /// Words of packets that are in by that clock, for a processor that takes them one by one.
  unsigned words_arrived(MemoryClocks now) const;
  std::uint64_t take_word();
  bool received_all() const { return incoming_.empty(); }

 private:
  struct OnLink {
    MemoryClocks end = 0;
    NetworkPacket packet;
  };
  MemoryClocks clocks_of(const NetworkPacket& packet) const;

  PortParameters parameters_;
  std::deque<NetworkPacket> outgoing_;
  unsigned promised_ = 0;
  std::optional<OnLink> sending_;
  std::optional<NetworkPacket> sent_;  // nobody has taken it
  std::deque<OnLink> incoming_;
  MemoryClocks incoming_free_ = 0;
  unsigned taken_ = 0;  // words of the first packet
};

}  // namespace weft
