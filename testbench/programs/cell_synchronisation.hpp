// Barrier, sum and broadcast of coroutines on iWarp cells, as the library in assembly has them.
#pragma once

#include <cstdint>

#include "testbench/programs/cell_process.hpp"

namespace weft {

/// The protocol of `platforms/programs/library/synchronise.s` over three logical channels of each
/// cell of a torus: words of a row go to its first cell, from there round the first column, and
/// back. Cells of both kinds may take part. Each operation takes its clocks, and the integer
/// instructions that the assembly has around it are charged, a clock each; but for `open`, which
/// charges nothing.
///
/// Takes the third and fourth own channels, input gate 1 and both output gates; pool 3 on x_left,
/// x_right and y_down, and on y_up where a column has two cells.
class CellSynchronisation {
 public:
  static constexpr unsigned pool = 3;

  /// Of a torus of `width` x `height` cells, numbered row by row.
  CellSynchronisation(CellProcess& cell, unsigned width, unsigned height);

  /// Opens the pathways, and waits until those of all neighbours are there, and all cells. To be
  /// called before messages come. Throws std::runtime_error if there is no channel of the pool.
  Program open();
  /// Waits until all cells have called it.
  Program barrier();
  /// The sum of what all cells bring, modulo 2^32, in each of them.
  Program reduce_add(std::uint32_t& sum);
  /// Words at an address of cell 0, multiple of 4, to the same place in all cells.
  Program broadcast(std::uint32_t address, std::uint32_t words);

 private:
  /// Where a cell combines what comes: in its row, in the first column, or at its first cell.
  enum class Role : std::uint8_t { row, column, root };

  Program open_to(unsigned own, Bus bus, unsigned to);
  Program accept_pathways(unsigned count);
  Program combine_in_row(std::uint32_t& sum);
  Program combine_in_column(std::uint32_t& sum);
  Program combine_at_root(std::uint32_t& sum);
  Program pass_right(std::uint32_t sum);
  Program add(unsigned channel, std::uint32_t& sum);
  Program spread(std::uint32_t address, std::uint32_t words);
  Program pass_on(std::uint32_t address, std::uint32_t words);
  Program take_words(std::uint32_t address, std::uint32_t words, std::uint8_t gates);

  CellProcess* cell_;
  unsigned width_;
  unsigned height_;
  unsigned x_;
  unsigned y_;
  Role role_;
  bool right_;               // there is a cell to the right in its row
  bool below_;               // ... further down
  unsigned to_left_;         // own channel; of the first cell of a row, that down the column
  unsigned to_right_;        // own channel
  unsigned from_right_ = 0;  // logical input channels
  unsigned from_left_ = 0;
  unsigned in_column_ = 0;
};

}  // namespace weft
