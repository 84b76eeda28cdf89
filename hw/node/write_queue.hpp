// Stores of a processor that wait for the bus.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "hw/memory/memory_transaction.hpp"
#include "hw/node/parameters.hpp"

namespace weft {

/// What leaves the queue: to the memory, or through the port to that of another node.
struct QueuedWrite {
  bool port = false;
  MemoryTransaction transaction;
};

/// The write-back queue of the Alpha, the write buffers of the i860: each entry holds stores to one
/// block, in whatever order they came.
class WriteQueue {
 public:
  /// Throws ParameterError.
  explicit WriteQueue(const WriteQueueParameters& parameters);

  /// Whether a store can be taken.
  bool takes(bool port, std::uint64_t address) const;
  void store(bool port, std::uint64_t address, std::uint64_t word);

  /// A store to memory between these addresses waits.
  bool holds(std::uint64_t first, std::uint64_t end) const;
  bool empty() const { return entries_.empty(); }
  /// There are enough entries for the first one to leave.
  bool drains() const { return entries_.size() >= parameters_.drains_from; }

  /// What leaves next: words of the first entry that lie one behind the other. It is not empty.
  QueuedWrite first() const;
  /// They have left.
  void pop();

 private:
  struct Entry {
    bool port = false;
    std::uint64_t block = 0;
    unsigned words = 0;  // a bit for each that was stored
    std::array<std::uint64_t, MemoryTransaction::most_words> data{};
  };

  std::uint64_t block_of(std::uint64_t address) const { return address / parameters_.entry_bytes; }
  // its number, or that of a new one
  std::size_t find(bool port, std::uint64_t address) const;

  WriteQueueParameters parameters_;
  std::deque<Entry> entries_;
};

}  // namespace weft
