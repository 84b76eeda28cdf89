// What a co-processor does with header blocks that lie in a memory beside it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/hypercube/node_memory.hpp"
#include "hw/memory/block_port.hpp"

namespace weft {

/// One thing after the other, in the order in which they are added: reads what it needs to know,
/// then acts, then writes each word that was set meanwhile. The next one begins when all that has
/// been written. By a master of its own of the port, in turn with what else goes to that memory.
class HypercubeBlockWorks {
 public:
  struct Bytes {
    std::uint32_t address = 0;
    std::uint32_t count = 0;
  };
  /// What is to be read, one after the other; asked for when the work begins.
  using Reads = std::function<std::vector<Bytes>()>;
  using Act = std::function<void(Time now)>;

  /// `port` and `memory` live as long.
  HypercubeBlockWorks(BlockPort& port, unsigned master, HypercubeMemory& memory)
      : port_(&port), master_(master), memory_(&memory) {}

  /// At an edge, between BlockPort::finish and `begin`; not begun before `from`. Null reads
  /// nothing.
  void add(Time from, Reads reads, Act act) {
    works_.push_back({from, std::move(reads), std::move(act)});
  }
  /// Of an action, when it has set a word: called when that has been written.
  void when_written(Act told);
  /// At an edge, when all have added, before BlockPort::begin.
  void begin(Time now);

  /// From when on the next one may begin; `never` if there is none, or one is at work.
  Time next() const { return works_.empty() || begun_ ? never : works_.front().from; }
  bool busy() const { return !works_.empty(); }

 private:
  struct Work {
    Time from = 0;
    Reads reads;
    Act act;
  };

  void go_on(Time now);
  void read(Bytes bytes);
  void write(const HypercubeMemory::NotedWord& noted);

  BlockPort* port_;
  unsigned master_;
  HypercubeMemory* memory_;
  std::deque<Work> works_;
  // Of the first of them:
  bool begun_ = false;
  bool acted_ = false;
  std::vector<Bytes> reads_;
  std::vector<HypercubeMemory::NotedWord> writes_;
  std::vector<Act> told_;  // of each write; null if nobody is
  std::size_t reads_done_ = 0;
  std::size_t writes_done_ = 0;
};

}  // namespace weft
