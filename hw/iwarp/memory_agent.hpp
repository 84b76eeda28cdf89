// The memory agent of an iWarp cell: spooling gates on the memory bus.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "hw/iwarp/communication_interface.hpp"
#include "hw/iwarp/local_memory.hpp"
#include "hw/iwarp/parameters.hpp"

namespace weft {

inline constexpr unsigned spool_count = 8;

enum class SpoolDirection : std::uint8_t {
  to_memory,    ///< An input gate: empties the queue of a logical channel into memory.
  from_memory,  ///< An output gate: fills the queue of one of the cell's own channels.
};

/// What a program sets in a spooling gate.
struct SpoolSettings {
  SpoolDirection direction = SpoolDirection::to_memory;
  unsigned channel = 0;       ///< Logical input channel.
  std::uint32_t address = 0;  ///< Of the first word; a multiple of 4.
  std::uint32_t limit = 0;    ///< No word at this address or above is read or written.
  std::uint32_t words = 0;    ///< Ends after so many; 0 for no counter.
  bool until_end = false;  ///< To memory: ends with an end marker, which is taken and not stored.
  /// From memory: another gate, to memory, behind which this one stays; it ends when that one has
  /// ended and all its words are out. So a queue goes on in memory while its tail still arrives.
  std::optional<unsigned> follows = std::nullopt;
  /// Goes round: behind the last word below the limit comes the one at the first address. A gate to
  /// memory and one that follows it, with the same addresses, make a queue of that size in memory,
  /// for a stream of any length: the first waits while the other is a whole round behind.
  bool ring = false;
};

/// Eight spooling gates share one memory bus of 64 bits, a double word a clock (section 7.2). At
/// each clock the bus goes to the next gate in turn that can move a double word, or its last word.
/// The clocks that they take are stolen from the computation agent, which stands still in them;
/// what they leave is its own. Tags of words are not stored.
///
/// A word that stays alone for longer than the next one would take to come goes by itself: nothing
/// is held back from a program that waits for it.
///
/// A gate ends with the event spool_end; one that would pass its limit, or finds no memory, stops
/// with spool_error, and the word stays in its queue.
class MemoryAgent {
 public:
  MemoryAgent(const IwarpParameters& parameters, CommunicationInterface& agent,
              LocalMemory& memory);

  /// For observers: the word at an address, 0 where there is no memory. Takes no time and no bus.
  std::uint32_t peek(std::uint32_t address) const {
    const std::uint64_t both = memory_->read(address & ~7U).data;
    return static_cast<std::uint32_t>((address & 4) != 0 ? both >> 32 : both);
  }

  /// Starts a gate at this edge; it may begin with the next one.
  void start(unsigned gate, const SpoolSettings& settings);
  void stop(unsigned gate);
  bool active(unsigned gate) const { return gates_[gate].active; }
  /// It is active, and puts words into this one of the cell's own channels.
  bool feeds(unsigned gate, unsigned input) const {
    const SpoolSettings& settings = gates_[gate].settings;
    return gates_[gate].active && settings.direction == SpoolDirection::from_memory &&
           settings.channel == input;
  }
  /// The words of a gate go some other way than through the queues, until `give_back`: see
  /// Transfers.
  void lend(unsigned gate) { lent_ |= 1U << gate; }
  /// They have gone: the event spool_end can be seen from `edge` on, an edge to come.
  void give_back(unsigned gate, Time edge);
  /// No gate is active or lent.
  bool idle() const { return active_ == 0 && lent_ == 0; }
  /// Address of the next word of a gate.
  std::uint32_t address(unsigned gate) const { return gates_[gate].settings.address; }

  /// At an edge; see CellClient, as of what follows.
  void clock(Time now) {
    due_ = never;
    if (active_ != 0) work(now);
  }
  Time next() const { return due_; }
  /// The channels of active gates.
  ChannelSet watched() const { return active_ == 0 ? 0 : channels_of_gates(); }

  /// The edge from which on the bus is free.
  Time bus_free() const { return bus_free_; }
  /// The edge until which a spooling gate has the bus, or had it last.
  Time stolen_until() const { return stolen_until_; }
  /// The computation agent reads or writes a word; the bus must be free. `address` is a multiple
  /// of 4.
  MemoryAnswer load(std::uint32_t address, Time now);
  MemoryAnswer store(std::uint32_t address, std::uint32_t value, Time now);
  /// A double word, whose `address` is a multiple of 8: one access too.
  MemoryAnswer load_double(std::uint32_t address, Time now);
  MemoryAnswer store_double(std::uint32_t address, std::uint64_t value, Time now);

  /// See LocalMemory.
  bool is_private() { return memory_->is_private(); }
  /// Fills memory before the program begins, in no time. False where there is no memory.
  bool preset(std::uint32_t address, const std::vector<std::uint32_t>& words);

  /// Accesses of the spooling gates.
  std::uint64_t stolen() const { return stolen_; }
  /// Data words that they have put into pathways, and have taken from them.
  std::uint64_t words_sent() const { return words_sent_; }
  std::uint64_t words_received() const { return words_received_; }

 private:
  struct Gate {
    SpoolSettings settings;
    bool active = false;
    bool counted = false;      // `settings.words` counts down
    std::uint32_t first = 0;   // address with which it was started
    std::uint32_t unread = 0;  // to memory: words that the gate behind it has not read
    unsigned waiting = 0;      // words that were read and are not in the queue yet
    std::uint64_t data = 0;
    Time arrives = 0;         // when they are there
    Time lone_since = never;  // a single word has been at the head of the queue since
  };

  void work(Time now);
  ChannelSet channels_of_gates() const;
  MemoryAnswer write_word(std::uint32_t address, std::uint32_t value);
  void put_into_queue(Gate& gate, Time now);
  bool done(const Gate& gate);
  unsigned ready(Gate& gate, Time now);
  unsigned ready_to_memory(Gate& gate, Time now);
  unsigned ready_from_memory(const Gate& gate) const;
  static std::uint32_t room_in_ring(const Gate& gate);
  std::uint32_t words_behind(const Gate& gate) const;
  void move(unsigned number, unsigned words, Time now);
  void go_round(Gate& gate, unsigned words);
  MemoryAnswer write_from_queue(Gate& gate, unsigned words);
  MemoryAnswer read_for_queue(Gate& gate, unsigned words, Time now);
  void end(unsigned number, AgentEvent event);
  Time hold_bus(const MemoryAnswer& answer, Time now);

  Time clock_;
  CommunicationInterface* agent_;
  LocalMemory* memory_;
  std::array<Gate, spool_count> gates_{};
  unsigned active_ = 0;  // gates
  unsigned lent_ = 0;    // gates, one bit each
  unsigned last_ = spool_count - 1;
  Time bus_free_ = 0;
  Time stolen_until_ = 0;
  Time due_ = never;
  std::uint64_t stolen_ = 0;
  std::uint64_t words_sent_ = 0;
  std::uint64_t words_received_ = 0;
};

}  // namespace weft
