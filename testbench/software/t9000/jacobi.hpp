// Jacobi iterations over T9000s.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "hw/common/time.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter.hpp"
#include "testbench/programs/socket.hpp"
#include "testbench/software/t9000/field.hpp"
#include "testbench/software/t9000/time_spent.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

struct JacobiParameters {
  Shape processes;                ///< Two sizes; empty: the T9000s as they stand, or in one row.
  std::uint32_t block = 16;       ///< Rows and columns of points of a process.
  std::uint32_t iterations = 10;  ///< 1 or more.
  Time operation = 160 * nanosecond;  ///< One point: three additions and a multiplication.
};

/// Processes on each of two sides, x first.
Shape jacobi_grid(const JacobiParameters& parameters, const Platform& platform);

/// Workload `jacobi`: the equation of Laplace on a square grid of points. Each iteration replaces
/// every point by the mean of its four neighbours (Jacobi's method). A process has a block of
/// points; before each iteration it sends the outermost rows and columns of it to the processes
/// beside it, without waiting, and receives theirs. Around all is a border of values drawn at
/// random; the points within are 0 at first.
///
/// The result is compared with that of one processor.
class Jacobi final : public Workload {
 public:
  /// A process and its points.
  struct Place {
    struct Neighbour {
      FieldSide side;
      Socket socket;
    };
    std::vector<Neighbour> neighbours;
    std::vector<Socket> sockets;  ///< Theirs, in this order.
    Field field;                  ///< With what is around it.
    TimeSpent time;
  };

  Jacobi(System& system, const JacobiParameters& parameters);

  /// Throws std::runtime_error: the iterations have not ended, or their result is wrong.
  ReportedValues report(Time now) const override;
  ReportedValues may_report() const override { return figures(0); }

  /// All points, with the border.
  Field result() const;

 private:
  ReportedValues figures(double error) const;
  void connect(const std::vector<std::size_t>& processors);
  void join(std::size_t here, FieldSide side, std::size_t there,
            const std::vector<std::size_t>& processors);
  std::size_t left_of(std::size_t place) const { return place % grid_[0] * parameters_.block; }
  std::size_t top_of(std::size_t place) const { return place / grid_[0] * parameters_.block; }

  JacobiParameters parameters_;
  Shape grid_;  // of processes
  Field given_;
  std::deque<Place> places_;  // x fastest
};

}  // namespace weft
