// The memory in which the messages of a T9000 lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/memory/block_port.hpp"
#include "hw/memory/memory_contents.hpp"
#include "hw/t9000/message_places.hpp"
#include "hw/t9000/packet.hpp"
#include "hw/t9000/packet_queues.hpp"
#include "hw/t9000/parameters.hpp"

namespace weft {

/// What a T9000 sends is read from its memory, what comes in is written there. How its virtual
/// channel processor did that was not found; this is the simplest that keeps a link busy:
///
/// - A message stands in memory from `send` on, where its process has put it: that takes no time
///   here, it is part of what the process computes. A data packet is read as a whole before it goes
///   to its link, into a buffer of that link, one packet ahead (fetch_ahead). Acknowledgements have
///   nothing to read, and with acknowledgement_priority go past.
/// - A packet that comes in is written as a whole once its end is in. It counts as come in when
///   that is done, and until then the next packet of its virtual channel is not looked at, nor what
///   comes behind that by its link: so its acknowledgement waits for the memory.
/// - What is read, what is written and what processes load and store take turns (BlockPort).
///
/// Of a message of which only the length counts as much is read and written as of any other.
class MessageMemory {
 public:
  /// `memory` and `contents`, which are of one memory, live as long. Throws ParameterError.
  MessageMemory(const MemoryPortParameters& parameters, const T9000Parameters& processor,
                MemoryDevice& memory, MemoryContents& contents);

  // --- messages
  /// Puts a message that is to be sent into memory, where it lies until it is released.
  void place(const SendRequest& request);
  void release(const SendRequest& request);
  /// The channel goes on with that message, which has its place.
  void go_on_with(unsigned channel, const SendRequest& request);

  // --- packets that go out; `queues` are those in which they wait for their turn to be read
  /// Reads the next packet of data of a link, if there is one and a buffer for it.
  void fetch(PacketQueues& queues, unsigned link);
  bool fetches_ahead() const { return fetches_ahead_; }
  /// The packet that goes next over a link; null if there is none, or it is still being read.
  const Packet* next(PacketQueues& queues, unsigned link);
  /// Takes it; there is one.
  Packet take(PacketQueues& queues, unsigned link);
  /// A packet that has been read, and that its link has not begun to transmit.
  void put_back(const PacketQueues& queues, unsigned link, const Packet& packet);
  /// Data packets that are read, or wait for their link.
  std::size_t packets() const;

  // --- packets that come in
  using Stored = std::function<void(std::span<const std::byte> data, Time now)>;
  /// Writes a packet of so many bytes, 1 or more, of which `data` says what they are unless only
  /// their number counts; then calls `stored` with what stands in memory.
  void store(unsigned channel, unsigned bytes, std::span<const std::byte> data, Stored stored);
  /// The message that has come in on a channel, as far as it has, needs its places no longer.
  void forget(unsigned channel);

  // --- processes
  /// As one of them loads or stores.
  void access(MemoryBlock block) { port_.ask(by_processes, std::move(block)); }

  // --- in each evaluation, first and last
  void finish(Time now) { port_.finish(now); }
  void begin(Time now) { port_.begin(now); }
  void answer(unsigned slot, Time at) { port_.answer(slot, at); }
  Time next() const { return port_.next(); }
  bool busy() const { return port_.busy(); }

 private:
  // The masters of the port.
  static constexpr unsigned to_links = 0;
  static constexpr unsigned from_links = 1;
  static constexpr unsigned by_processes = 2;

  /// Of a link, or of all that share a queue.
  struct Buffer {
    std::optional<Packet> reading;
    std::deque<Packet> ready;  // of one, unless links went down
    bool empty() const { return !reading && ready.empty(); }
  };

  void put(std::uint64_t place, std::span<const std::byte> bytes);
  std::vector<std::byte> bytes_at(std::uint64_t place, unsigned bytes);

  bool fetches_ahead_;
  bool acknowledgements_first_;
  MemoryContents* contents_;
  BlockPort port_;
  MessagePlaces places_;
  std::unordered_map<const SendRequest*, std::uint64_t> sent_from_;
  std::unordered_map<unsigned, std::uint64_t> sending_;  // place of its message, by channel
  std::unordered_map<unsigned, std::vector<std::uint64_t>> received_;  // places, by channel
  std::vector<Buffer> buffers_;                                        // by queue
};

}  // namespace weft
