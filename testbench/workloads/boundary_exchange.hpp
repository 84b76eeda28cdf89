// Exchanges of messages between neighbours on a torus of processes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "platforms/registry/parameter.hpp"
#include "testbench/programs/socket.hpp"
#include "testbench/statistics/measured_count.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

/// Processes on a torus exchange messages with their four neighbours (thesis 4.2.1).
struct BoundaryExchangeParameters {
  Shape processes;                   ///< Empty: twice the processors on each side.
  std::uint32_t message_bytes = 32;  ///< 1..1 MiB.
  Time compute = 1 * microsecond;    ///< Computing before each exchange.
};

/// Workload `boundary_exchange` (thesis 4.2.1): a torus of processes, blocks of which share a
/// processor of the generated network. Each computes, sends to all neighbours without waiting,
/// receives from all, and starts again. Every pair of neighbours has a socket of its own, and two
/// where they are neighbours on both sides, so that messages of different iterations cannot be
/// taken for each other. In two dimensions the order is the thesis' s0 to s3: (i+1,j), (i,j-1),
/// (i-1,j), (i,j+1). Also for other numbers of dimensions.
class BoundaryExchange final : public Workload {
 public:
  /// One process.
  struct Node {
    std::size_t processor = 0;
    std::vector<Socket> sockets;  ///< In the order of sending.
    MeasuredCount exchanges;      ///< Iterations that it has finished.
  };

  BoundaryExchange(System& system, const BoundaryExchangeParameters& parameters);

  /// Processes, x fastest.
  const std::deque<Node>& nodes() const { return nodes_; }
  /// Iterations finished by all processes together (thesis 4.2.1: application exchanges).
  const MeasuredCount& exchanges() const { return exchanges_; }
  ReportedValues report(Time now) const override;

 private:
  void connect(const Shape& processes);

  BoundaryExchangeParameters parameters_;
  std::deque<Node> nodes_;
  MeasuredCount exchanges_;
  MeasuredCount bytes_;
};

}  // namespace weft
