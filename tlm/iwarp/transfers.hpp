// Transfers between iWarp cells, each as a whole: what goes over pathways at the level `message`.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/iwarp/bus.hpp"
#include "hw/iwarp/memory_agent.hpp"
#include "tlm/engine/wheel.hpp"

namespace weft {

/// Between which cells words go, and how fast. Times in ps.
struct TransferNetwork {
  /// What an output bus of a cell leads to.
  struct Far {
    unsigned cell = 0;  ///< Address.
    Time cut = never;   ///< From then on nothing comes over it.
  };
  std::vector<std::array<std::optional<Far>, bus_count>> busses;  ///< By address and side.
  Time clock = 0;                                                 ///< Of the cells.
  Time word = 0;                                                  ///< A word on a bus.
  Time hop = 0;  ///< Of a word from bus to bus: it goes on at the edge after it came in.
};

/// What names the words from one end to the other: a connection of a phase, or a message.
using TransferId = std::uint64_t;

/// Words that a cell puts into one transfer, or takes from one, or both by the same instructions: a
/// word out and a word in each time.
struct TransferStep {
  unsigned cell = 0;                ///< Address.
  MemoryAgent* memory = nullptr;    ///< Of that cell.
  std::optional<unsigned> gate;     ///< Its end is the event `spool_end` of this spooling gate.
  std::optional<TransferId> sends;  ///< Of what it sends ...
  std::vector<Bus> way;             ///< ... the sides on which it leaves each cell, ...
  std::vector<std::uint32_t> data;  ///< ... and the words.
  std::optional<TransferId> receives;
  std::uint64_t words = 0;  ///< As many as there are in `data`, if it sends.
  Time word_time = 0;       ///< That the cell takes for each at least, ps.
  std::uint32_t lead = 0;   ///< Words by which what it sends is ahead of what it receives.
  std::uint32_t queue = 0;  ///< Words in a queue between it and who receives what it sends: there
                            ///< is one in each cell on the way. 0 where both wait for each other.
  /// Called with what it has received, at its end.
  std::function<void(const std::vector<std::uint32_t>&)> received;
};

/// The words between all cells of a platform, as rates: no word has an entry of the wheel, but the
/// end of a step has. What a step sends and what it receives go at one rate, as its instructions
/// wait for both, and that is what the busses of what it sends give (fair_shares). Queues stand
/// between a sender and its receiver: where they are empty, or a step is `lead` words ahead of what
/// has come, it is no faster than who sends to it; where they are full, no faster than who receives
/// from it; and it waits where nobody does. So a cell that waits holds up those behind it. Rates
/// are found anew when a step begins or ends, and when queues become empty or full.
///
/// Where steps that send and receive stand in a ring, a word comes no sooner than it has passed all
/// busses, and no cell sends more than `lead` words ahead: that bounds their rate, too.
///
/// Left out: that words lie in one of the queues on the way and not in another; words that go one
/// by one, which take nothing from these; and what spooling steals from the computation agent.
class Transfers {
 public:
  /// The wheel must outlive it.
  Transfers(Wheel& wheel, TransferNetwork network);
  Transfers(const Transfers&) = delete;
  Transfers& operator=(const Transfers&) = delete;

  /// A step of a cell begins at `now`, ps. Throws std::runtime_error for a way over a bus that
  /// leads nowhere.
  void begin(TransferStep step, Time now);
  /// A transfer whose words are passing through this cell, if there is one.
  std::optional<TransferId> passing(unsigned cell) const;
  /// By bus, that of an address and a side being 4 * address + side: words of all steps that have
  /// ended.
  const std::vector<std::uint64_t>& words_over() const { return words_over_; }
  const TransferNetwork& network() const { return network_; }
  /// On the way of a transfer, ps.
  Time latency(TransferId transfer) const { return latency_of(flows_.at(transfer)); }

 private:
  struct Running {
    TransferStep step;
    double left = 0;  // words
    double rate = 0;  // words a ps
  };
  struct Flow {
    std::vector<std::uint32_t> busses;
    std::vector<std::uint32_t> words;  // that no step has received yet
    double queued = 0;                 // words sent, less those of receiving steps
    double queue = 0;                  // as many as fit in each cell on the way
    Running* sender = nullptr;
    Running* receiver = nullptr;
  };

  void work();
  void advance(Time now);
  void end_steps(Time now);
  void end(Running& running, Time now);
  void share();
  bool has_come(const Running& running) const;
  double most_of(const Running& running) const;
  double until_change(const Running& running) const;
  static double until_empty(const Flow& flow);
  static double until_full(const Flow& flow);
  void schedule_next(Time now);
  std::vector<double> capacities(Time now) const;
  Time latency_of(const Flow& flow) const;

  Wheel* wheel_;
  TransferNetwork network_;
  WheelEntry entry_;
  std::list<Running> running_;
  std::map<TransferId, Flow> flows_;
  Time advanced_ = 0;
  std::vector<std::uint64_t> words_over_;
};

}  // namespace weft
