// Sorting on a chain of iWarp cells.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "testbench/workloads/workload.hpp"

namespace weft {

/// A chain of cells sorts the keys in their memories.
struct OddEvenSortParameters {
  std::uint32_t keys = 16;       ///< Of a cell.
  std::uint32_t comparison = 2;  ///< Clocks of one.
};

/// Workload `odd_even_sort`: odd-even transposition with merge-split (Baudet and Stevenson 1978;
/// Knuth, The Art of Computer Programming 3, 5.3.4). Cells in a chain, by address, keep a pathway
/// to each neighbour open, and one message on each for the whole sort; its first data word is the
/// address of its sender, which tells the receiver what to bind its gate to.
///
/// Each cell sorts its keys by merging. Then there are as many phases as cells; in phase p the
/// cells of which number + p is even work with the next one. Both tell each other one key, the
/// greatest of the lower and the smallest of the upper cell. If these are out of order they
/// exchange all keys, a long instruction word reading one and writing one, and each merges its
/// half: the lower cell from the smallest up, the upper one from the greatest down.
///
/// Keys are words in local memory, in three lists: the cell's, the neighbour's, and the one to
/// merge to. Every load and store is an operation of the computation agent, one clock each. A
/// comparison takes `comparison` clocks, by default two: an integer instruction that sets the
/// condition and a branch, one clock each at 20 MIPS and 20 MHz. Addresses count along with loads
/// and stores.
///
/// When all programs have ended the keys are checked: sorted over the cells, and those of the
/// start.
class OddEvenSort final : public Workload {
 public:
  /// What a cell did.
  struct Record {
    std::vector<std::uint32_t> given;   ///< Keys at the start.
    std::vector<std::uint32_t> sorted;  ///< As read from its memory at the end.
    Time begin = 0;                     ///< ps; the keys are in its memory.
    Time end = 0;                       ///< ps; before they are read for the check.
    std::uint64_t phases = 0;           ///< With a neighbour.
    std::uint64_t exchanges = 0;        ///< Phases in which all keys were exchanged.
  };

  OddEvenSort(System& system, const OddEvenSortParameters& parameters);

  /// Throws std::runtime_error: the sort has not ended, or its result is wrong.
  ReportedValues report(Time now) const override;
  ReportedValues may_report() const override { return figures(); }

  /// By address.
  const std::vector<Record>& records() const { return records_; }

 private:
  void check() const;
  ReportedValues figures() const;

  OddEvenSortParameters parameters_;
  std::vector<Record> records_;
  Time clock_;
};

}  // namespace weft
