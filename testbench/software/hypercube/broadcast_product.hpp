// A matrix product on a hypercube.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/software/hypercube/node_programs.hpp"

namespace weft {

struct BroadcastProductParameters {
  std::uint32_t rows = 2;       ///< Of each matrix, at a node.
  std::uint32_t operation = 4;  ///< Ticks of a multiplication and an addition.
  bool in_progress = true;      ///< Values are used while they arrive.
};

/// Workload `broadcast_product`: C = A B of square matrices, each with `rows` of its rows at every
/// node, in order. Each node broadcasts its rows of B, and receives those of all others to where
/// they belong in B. It adds the products with rows of B to its rows of C: its own first, then
/// those of the nodes after it, round.
///
/// Values are of 8 bytes and drawn at random. The result is compared with what one processor
/// computes, with the terms of each sum in the same order.
class BroadcastProduct final : public HypercubePrograms {
 public:
  using Matrix = std::vector<double>;  // row by row

  /// What a node did.
  struct Record {
    Matrix a, b;     ///< Its rows, at the start.
    Matrix c;        ///< As read from its memory at the end.
    Time begin = 0;  ///< ps; its rows are in memory.
    Time end = 0;    ///< ps; before those of C are read for the check.
  };

  BroadcastProduct(System& system, const BroadcastProductParameters& parameters);

  /// Throws std::runtime_error: the product has not ended, or it is wrong.
  ReportedValues report(Time now) const override;
  ReportedValues may_report() const override { return figures(0); }

 private:
  std::size_t side() const { return nodes() * parameters_.rows; }
  Matrix expected() const;
  ReportedValues figures(double error) const;

  BroadcastProductParameters parameters_;
  std::vector<Record> records_;
};

}  // namespace weft
