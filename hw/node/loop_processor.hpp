// A processor that moves the elements of a loop.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "hw/memory/memory_path.hpp"
#include "hw/node/access_pattern.hpp"
#include "hw/node/cache_core.hpp"
#include "hw/node/network_port.hpp"
#include "hw/node/write_queue.hpp"

namespace weft {

/// What a loop does: loads each element and stores it.
struct LoopTransfer {
  std::uint64_t elements = 0;
  std::optional<AccessPattern> from;  ///< In memory; none for the port, in the order of arrival.
  AccessPattern to;                   ///< In memory, or in that of the node behind the port.
  bool to_port = false;
  unsigned node = 0;  ///< Behind the port.
  /// Each word goes over the network behind its address, a word of its own: a loop to the port
  /// sends both, one from the port stores each word where the address before it says.
  bool pairs = false;
  unsigned overhead_clocks = 0;  ///< Of the processor, before it begins.
  /// Elements are loaded from the memory of that node, past the cache, one at a time: a request
  /// goes there, and the word comes back. Indices are in the memory of the processor.
  std::optional<unsigned> from_node;
};

/// Runs one loop at a time, an instruction a clock, in order: an instruction that cannot be carried
/// out holds up those behind it. A load that misses the cache does not: what needs its register
/// does, and so does a load of yet another line. The loop is unrolled, and scheduled so that loads
/// run ahead of the stores of their elements, and loads of indices of the loads that need them.
/// Addresses are computed beside. Loads wait for stores to the same words.
class LoopProcessor {
 public:
  /// Path and port live as long. Throws ParameterError.
  LoopProcessor(const ProcessorParameters& parameters, unsigned line_bytes,
                const PortParameters& port_parameters, unsigned master, MemoryPath& path,
                NetworkPort& port);

  /// The loop before has ended.
  void start(const LoopTransfer& loop);
  /// All elements are stored, and have left the write queue.
  bool done() const;

  /// What it had asked for is there.
  void complete(const PathCompletion& completion);
  /// At a clock: carries out an instruction, asks for the bus.
  void evaluate(MemoryClocks now);

  const CacheCore& cache() const { return cache_; }
  /// Another one has written to memory there: its line is not in the cache any more, nor will be
  /// when it is on its way.
  void invalidate(std::uint64_t address);
  /// No loop runs.
  void invalidate_all() { cache_.invalidate_all(); }

  struct Counts {
    std::uint64_t instructions = 0;
    std::uint64_t stalls = 0;  ///< Clocks in which an instruction could not be carried out.
    std::uint64_t hits = 0;    ///< Loads that the cache had.
    std::uint64_t fills = 0;   ///< Lines that were read for loads.
    bool operator==(const Counts&) const = default;
  };
  const Counts& counts() const { return counts_; }

 private:
  enum class Register : std::uint8_t { element, from_index, to_index };
  struct Load {
    Register target = Register::element;
    std::uint64_t number = 0;   // of the element or index
    std::uint64_t address = 0;  // that is loaded from
  };
  struct Read {
    bool line = false;
    bool port = false;
    MemoryTransaction transaction;
    std::vector<Load> loads;  // that wait for it
    bool stale = false;       // of a line that was invalidated since
    bool remote = false;      // of another node
    bool answered = false;    // by that one
  };
  struct InFlight {
    unsigned tag = 0;
    Read read;
  };
  using Registers = std::vector<std::optional<std::uint64_t>>;

  bool step(MemoryClocks now);
  bool load_index(const AccessPattern& pattern, Register target, std::uint64_t& next);
  bool load_element(MemoryClocks now);
  bool store_element();
  std::optional<std::uint64_t> store_address();
  bool load(const Load& load);
  bool load_word(const Load& load);
  bool load_through_cache(const Load& load);
  bool load_port(MemoryClocks now);
  bool load_remote(const Load& load);
  void take_reply(MemoryClocks now);
  void take_from_port(const Read& read);
  NetworkPacket packet_of(const MemoryTransaction& write) const;
  // that an element has on the bus of the port
  unsigned port_words() const { return loop_.pairs ? 2 : 1; }
  unsigned reads_of(bool line, bool port) const;
  Read* line_wanted(std::uint64_t address);
  bool waits_for_store(std::uint64_t first, std::uint64_t bytes);
  void put(const Load& load, std::uint64_t word);
  Registers& registers(Register kind) { return registers_[static_cast<std::size_t>(kind)]; }
  std::optional<std::uint64_t>& value(Register kind, std::uint64_t number) {
    return registers(kind)[number % parameters_.unroll];
  }
  void set_up(unsigned partner);
  void ask(MemoryClocks now);
  void ask_read(MemoryClocks now);
  void ask_write(MemoryClocks now);

  ProcessorParameters parameters_;
  PortParameters port_parameters_;
  unsigned line_bytes_;
  unsigned master_;
  MemoryPath* path_;
  NetworkPort* port_;
  CacheCore cache_;
  WriteQueue write_queue_;

  LoopTransfer loop_;
  std::vector<unsigned> partners_;     // that it is set up to store to, the last one behind
  unsigned set_up_clocks_ = 0;         // that are left of that
  std::uint64_t next_from_index_ = 0;  // of blocks
  std::uint64_t next_to_index_ = 0;
  std::uint64_t next_load_ = 0;  // of elements
  std::uint64_t next_store_ = 0;
  std::array<Registers, 3> registers_;
  std::deque<Read> wanted_;  // not asked for yet
  std::vector<InFlight> reads_;
  bool remote_load_ = false;         // one is not in its register
  std::optional<Read> waits_reply_;  // it has left over the port
  std::vector<unsigned> writes_;     // tags; they are not in the memory or the port yet
  std::vector<unsigned> port_writes_;
  unsigned next_tag_ = 0;
  bool drain_ = false;  // a load waits for a store
  Counts counts_;
};

}  // namespace weft
