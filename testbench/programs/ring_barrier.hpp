// A barrier of all cells of a torus, and a sum over them, over three logical channels of each.
#pragma once

#include <cstdint>

#include "platforms/conset/barrier_plan.hpp"
#include "testbench/programs/cell_process.hpp"

namespace weft {

/// Synchronises all cells over three channels (Feldmann et al. 1993, section 5): a word goes round
/// each row to find all there, twice round the first column, and round each row again to let all
/// go. Over 8x8 cells these are 32 hops, one behind the other.
///
/// Takes input gate 1.
class RingBarrier {
 public:
  /// `clocks_of_word`: what a cell's program does for each word that comes, beside the operations
  /// on its agent.
  RingBarrier(CellProcess& cell, const conset::BarrierCell& place, std::uint64_t clocks_of_word)
      : cell_(&cell), place_(place), word_clocks_(clocks_of_word) {}

  const conset::BarrierCell& place() const { return place_; }

  /// Returns when all cells have called it. What this cell sends to release others has left its
  /// queue: the agent may be frozen. Throws std::runtime_error for a word of another barrier.
  Program wait();
  /// The same, with the sum of what all cells bring, in single precision, for each of them: each
  /// row from its first cell on, then the rows from the first on, as the words of the barrier go.
  Program add_up(float& sum);

 private:
  Program receive(unsigned input);
  Program send();
  Program drain();
  Program go_round();
  Program go_round_column();
  Program find(unsigned input);
  void tell();

  CellProcess* cell_;
  conset::BarrierCell place_;
  std::uint64_t word_clocks_;
  std::uint32_t round_ = 0;
  bool adds_ = false;
  std::uint32_t word_ = 0;      // that goes on from here
  std::uint32_t comes_ = 0;     // that came last
  int bound_ = Crossbar::none;  // to the gate
};

}  // namespace weft
