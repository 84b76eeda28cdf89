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
  /// Called with what it has received, at its end.
  std::function<void(const std::vector<std::uint32_t>&)> received;
};

/// The words between all cells of a platform, as rates: no word has an entry of the wheel, but the
/// end of a step has. A transfer goes while steps at both its ends are under way; then words leave
/// the one and come to the other at the rate that the busses between them give (fair_shares).
/// Transfers of one step have one rate, as its instructions wait for both; so a cell that waits
/// holds up those behind it. Rates are found anew when a step begins or ends.
///
/// Where steps that send and receive stand in a ring, a word comes no sooner than it has passed all
/// busses, and no cell sends more than `lead` words ahead: that bounds their rate, too.
///
/// Left out: queues, which let a sender be some words ahead of its receiver; words that go one by
/// one, which take nothing from these; and what spooling steals from the computation agent.
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
  /// Words over busses of all steps that have ended.
  std::uint64_t word_hops() const { return word_hops_; }
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
    Running* sender = nullptr;
    Running* receiver = nullptr;
  };
  /// Steps whose transfers go at one rate.
  struct Strand {
    std::vector<Running*> steps;
    std::vector<std::uint32_t> busses;
    double most = 0;
    bool waits = false;  // an end is missing
    bool ring = false;
    Time round = 0;  // of a ring: of the words on their way, ps
    std::uint64_t lead = 0;
  };

  void work();
  void advance(Time now);
  void end_steps(Time now);
  void end(Running& running, Time now);
  void share();
  Strand strand_of(Running& start) const;
  void add(Strand& strand, Running& running) const;
  void schedule_next(Time now);
  std::vector<double> capacities(Time now) const;
  Time latency_of(const Flow& flow) const;

  Wheel* wheel_;
  TransferNetwork network_;
  WheelEntry entry_;
  std::list<Running> running_;
  std::map<TransferId, Flow> flows_;
  Time advanced_ = 0;
  std::uint64_t word_hops_ = 0;
};

}  // namespace weft
