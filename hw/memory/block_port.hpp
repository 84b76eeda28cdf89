// A port to a memory for blocks of words.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/memory/memory_device.hpp"
#include "hw/memory/parameters.hpp"

namespace weft {

/// Words that lie one behind the other, to be read or to be written.
struct MemoryBlock {
  std::uint64_t address = 0;  ///< Bytes; a multiple of 8.
  bool write = false;
  std::vector<std::uint64_t> words;  ///< One or more; of a read they are there when it is done.
  /// Called at the first edge behind the answer to its last access.
  std::function<void(const MemoryBlock& block, Time now)> done;
};

/// Where several masters share one memory. Each has its blocks done one behind the other, in
/// accesses of the port's width; the masters take turns, access by access. Works at the edges of a
/// clock: an access that is answered at an edge, or before it, makes room at the next one.
///
/// Of accesses that are on their way together none has a word that another one writes: who would
/// begin such a one lets the other masters go first.
class BlockPort {
 public:
  /// `memory` lives as long; `clock` is its period, ps. Throws ParameterError.
  BlockPort(const MemoryPortParameters& parameters, unsigned masters, Time clock,
            MemoryDevice& memory);

  /// At an edge, between `finish` and `begin`.
  void ask(unsigned master, MemoryBlock block);
  /// At an edge, first of all: blocks whose last answer came before it are done, in the order in
  /// which they were asked for. One that overtook an earlier one of its master waits for that.
  void finish(Time now);
  /// At an edge, when all have asked: begins accesses.
  void begin(Time now);
  /// Of a memory that did not know at once: its answer has come at that time.
  void answer(unsigned slot, Time at);

  /// The next edge at which something is done; `never` if nothing is, or the memory has not said.
  Time next() const;
  /// Something is asked for and not done.
  bool busy() const;

 private:
  struct Work {
    MemoryBlock block;
    std::uint64_t number = 0;  // in the order in which they were asked for
    std::size_t begun = 0;     // words
    std::size_t answered = 0;  // words
  };
  struct Slot {
    std::shared_ptr<Work> work;  // null while it is free
    std::size_t first = 0;       // word of the block
    MemoryTransaction transaction;
    Time known = never;  // the edge at which its answer is known
  };

  unsigned words_of_access(const Work& work) const;
  bool may_begin(unsigned master) const;
  bool begin_one(Slot& slot, unsigned number, Time now);

  MemoryPortParameters parameters_;
  Time clock_;
  MemoryDevice* memory_;
  std::vector<std::deque<std::shared_ptr<Work>>> waiting_;  // by master: not all of it has begun
  std::vector<std::deque<std::shared_ptr<Work>>> open_;     // by master: not done
  std::vector<Slot> slots_;
  unsigned last_served_ = 0;  // master
  std::uint64_t asked_ = 0;
};

}  // namespace weft
