// A matrix product over T9000s.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "hw/common/time.hpp"
#include "platforms/platform.hpp"
#include "testbench/programs/socket.hpp"
#include "testbench/software/t9000/time_spent.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

struct CannonParameters {
  std::uint32_t processes = 0;       ///< In a row and in a column; 0: as there are T9000s for.
  std::uint32_t block = 8;           ///< Rows and columns of a process's block.
  Time operation = 80 * nanosecond;  ///< A multiplication and an addition.
};

/// How many processes it has in a row and in a column.
std::size_t cannon_side(const CannonParameters& parameters, const Platform& platform);

/// Workload `cannon`: C = A B by Cannon's shifts (Cannon, A Cellular Computer to Implement the
/// Kalman Filter Algorithm, 1969) on a torus of q x q processes, each with a block of all three.
/// First the blocks are aligned: those of A in row i go i places to the left, those of B in column
/// j go j places up. Then q times: a process adds the product of the blocks that it has to its
/// block of C, passes that of A on to the left and that of B up, and waits for those that come from
/// the right and from below.
///
/// Values are drawn at random. The result is compared with the product that one processor computes,
/// with the terms of each sum in the same order.
class Cannon final : public Workload {
 public:
  using Matrix = std::vector<double>;  // row by row

  /// A process and its blocks.
  struct Place {
    std::size_t row = 0;
    std::size_t column = 0;
    Socket left, right, up, down;
    Matrix a, b, c;
    TimeSpent time;
  };

  Cannon(System& system, const CannonParameters& parameters);

  /// Throws std::runtime_error: the product has not ended, or it is wrong.
  ReportedValues report(Time now) const override;
  ReportedValues may_report() const override { return figures(0); }

  Matrix result() const;

 private:
  void connect(const std::vector<std::size_t>& processors);
  Matrix expected() const;
  ReportedValues figures(double error) const;
  std::size_t side() const { return processes_ * parameters_.block; }

  CannonParameters parameters_;
  std::size_t processes_;  // of a row and of a column
  Matrix a_, b_;
  std::deque<Place> places_;  // row by row
};

}  // namespace weft
