// A program that computes with data while they arrive, and one that does not.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "testbench/software/hypercube/node_programs.hpp"

namespace weft {

struct ArrivingVectorParameters {
  std::uint32_t values = 128;    ///< Of the vector.
  std::uint32_t operation = 84;  ///< Ticks of a multiplication and an addition.
};

/// Where vectors begin in the memory of a node, and what a value takes.
inline constexpr std::uint32_t first_vector = 0x100;
inline constexpr std::uint32_t vector_value_bytes = 8;

/// Workload `arriving_vector`: the operation d = a x + y of section 6, with x from node 0 and the
/// rest at the node that is furthest from it. It is done twice: the first time the receive declines
/// overrun checking and the program waits until the message is complete, the second time it begins
/// when that is in progress. The receiver says when it is ready; what is compared are the times
/// from then until it has all of d, in ticks.
///
/// By default a value is consumed in 90 ticks, 84 and six accesses, and arrives in 22: about the
/// ratio of the NCUBE that section 6 names, 0.77 to 0.188 MB/s.
class ArrivingVector final : public HypercubePrograms {
 public:
  static constexpr unsigned rounds = 2;  ///< When complete, in progress.

  /// What the receiver did.
  struct Record {
    std::vector<double> x, y;                   ///< At the start.
    std::array<std::vector<double>, rounds> d;  ///< As read from its memory.
    std::array<Time, rounds> begin{};           ///< ps
    std::array<Time, rounds> begun{};           ///< ps; it has begun to compute.
    std::array<Time, rounds> end{};             ///< ps
    std::array<std::uint64_t, rounds> overruns{};
  };

  ArrivingVector(System& system, const ArrivingVectorParameters& parameters);

  /// Throws std::runtime_error: a program has not ended, or its result is wrong.
  ReportedValues report(Time now) const override;
  ReportedValues may_report() const override { return figures(0); }

 private:
  ReportedValues figures(double error) const;

  ArrivingVectorParameters parameters_;
  Record record_;
};

}  // namespace weft
