// Sorting on a hypercube.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/software/hypercube/node_programs.hpp"

namespace weft {

struct BitonicSortParameters {
  std::uint32_t keys = 64;       ///< Of a node.
  std::uint32_t comparison = 2;  ///< Ticks of one.
  bool in_progress = true;       ///< Keys are merged while they arrive, see HypercubePrograms.
};

/// Where lists of keys begin in the memory of a node, and how many there are.
inline constexpr std::uint32_t first_list = 0x100;
inline constexpr unsigned lists_of_keys = 4;

/// Workload `bitonic_sort`: Batcher's bitonic sort on the nodes of a hypercube (Batcher, Sorting
/// Networks and their Applications, 1968; Knuth, The Art of Computer Programming 3, 5.3.4), with
/// merge-split in the place of each comparison. Each node sorts its keys by merging. In step j of
/// stage k, of k = 1 .. n and j = k - 1 .. 0, a node and its neighbour along dimension j send each
/// other all keys, and one keeps the smaller half, the other the greater half: it is the node with
/// bit j = 0 that keeps the smaller, if bit k is 0, else the other.
///
/// The receive of a step is there before its message, as a rule: it is posted in the step before,
/// for the other of two buffers. The type of a message is the number of its step, so that one that
/// comes early goes to no other receive.
///
/// When all programs have ended the keys are checked: sorted over the nodes, and those of the
/// start.
class BitonicSort final : public HypercubePrograms {
 public:
  /// What a node did.
  struct Record {
    std::vector<std::uint32_t> given;   ///< Keys at the start.
    std::vector<std::uint32_t> sorted;  ///< As read from its memory at the end.
    Time begin = 0;                     ///< ps; the keys are in its memory.
    Time local = 0;                     ///< ps; they are sorted there.
    Time end = 0;                       ///< ps; before they are read for the check.
  };

  BitonicSort(System& system, const BitonicSortParameters& parameters);

  /// Throws std::runtime_error: the sort has not ended, or its result is wrong.
  ReportedValues report(Time now) const override;
  ReportedValues may_report() const override { return figures(); }

 private:
  void check() const;
  ReportedValues figures() const;

  BitonicSortParameters parameters_;
  std::vector<Record> records_;
};

}  // namespace weft
