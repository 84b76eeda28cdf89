// The way from the masters of a node to its memory: bus, queue of the controller, read-ahead.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "hw/memory/bus_core.hpp"
#include "hw/memory/memory_device.hpp"
#include "hw/memory/parameters.hpp"

namespace weft {

/// What a master of the bus had asked for, and has now.
struct PathCompletion {
  unsigned master = 0;
  unsigned tag = 0;
  MemoryTransaction transaction;
};

/// The bus of a node and the controller of its memory. A transaction has the bus for its command
/// and its words, then waits in a queue that is served in order; the memory may have as many at a
/// time as the queue has places. What a read returns takes `return_clocks` to its master; its words
/// have taken their clocks of the bus together with the command. The bus is granted while the queue
/// has a place; an answer of the memory is known, and its place free, at the clock behind it.
///
/// With read-ahead the controller reads the line behind the one that was asked for into a buffer,
/// as long as it is in the same page, and begins with nothing else until that line is there.
class MemoryPath {
 public:
  /// `memory` lives as long as the path. Throws ParameterError.
  MemoryPath(const PathParameters& parameters, MemoryDevice& memory);

  /// A master that has asked gets no answer and may not ask again until the bus was granted.
  bool asking(unsigned master) const { return asked_[master].asking; }
  /// A master asks for memory.
  void request(unsigned master, unsigned tag, const MemoryTransaction& transaction,
               MemoryClocks now);
  /// A master asks for the bus only, for something else that is reached over it.
  void request_bus(unsigned master, unsigned tag, const MemoryTransaction& transaction,
                   unsigned clocks, MemoryClocks now);

  /// At a clock, before all masters: what they have from now on. Writes too: they are in the
  /// memory.
  const std::vector<PathCompletion>& completions(MemoryClocks now);
  /// At a clock, after all masters: the controller begins a transaction, the bus is granted.
  void evaluate(MemoryClocks now);

  /// Of a device that did not know at once: the transaction is done at that clock.
  void answer(unsigned slot, MemoryClocks at);

  /// Nothing is asked for, on its way or in the memory.
  bool quiet() const;

 private:
  struct Asked {
    bool asking = false;
    bool memory = false;
    unsigned tag = 0;
    MemoryTransaction transaction;
  };
  struct Slot {
    bool used = false;
    PathCompletion work;
    MemoryClocks entered = 0;
    std::optional<MemoryClocks> answered;
  };
  struct Returning {
    MemoryClocks due = 0;
    PathCompletion work;
  };
  enum class AheadState : std::uint8_t { none, reading, there };
  struct Ahead {
    AheadState state = AheadState::none;
    MemoryTransaction line;
    std::optional<MemoryClocks> answered;
  };

  std::uint64_t page_of(std::uint64_t address) const { return address / parameters_.page_bytes; }
  std::optional<unsigned> free_slot() const;
  void begin_next(MemoryClocks now);
  bool in_buffer(const MemoryTransaction& transaction) const;
  void read_ahead(std::uint64_t line, MemoryClocks now);
  // a write to the line that was read ahead makes the buffer worthless
  void drop_ahead(const MemoryTransaction& transaction);

  PathParameters parameters_;
  MemoryDevice* memory_;
  BusCore bus_;
  std::vector<Asked> asked_;
  std::vector<Slot> slots_;
  std::deque<unsigned> waiting_;  // granted, not begun
  std::vector<Returning> returning_;
  std::vector<PathCompletion> completions_;
  Ahead ahead_;
  std::optional<std::uint64_t> last_page_;
  MemoryClocks row_begins_ = 0;  // until then nothing begins
};

}  // namespace weft
