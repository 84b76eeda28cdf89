// The ready benchmarks, timed and counted.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbench/benchmarks/benchmark.hpp"

namespace weft::app {

/// What came out of one benchmark.
struct MeasuredBenchmark {
  /// Of a unit.
  struct Counts {
    double instructions = 0;
    double misses = 0;
  };

  Benchmark benchmark;
  std::string failure;          ///< Why one of its runs failed; empty if none has.
  std::vector<double> figures;  ///< Of the runs, the best one first; none if one failed.
  double megabytes = 0;         ///< At the peak.
  double bytes_of_a_node = 0;   ///< Above those of a program that has read nothing.
  std::uint64_t events = 0;     ///< Of its last run.
  /// Events of another benchmark for one of this, where that is asked and both have run.
  std::optional<double> events_ratio;
  std::optional<Counts> counts;  ///< Of those that are counted.

  double best() const { return figures.front(); }
  double median() const { return figures[figures.size() / 2]; }
  /// How many times as good this is as a best figure of `other`.
  double times(double other) const;
  /// Whatever is not as asked, as "6.6 million token-hops/s for 15"; what was not measured is not
  /// judged.
  std::vector<std::string> shortfalls() const;
  bool is_as_asked() const { return has_run() && shortfalls().empty(); }
  bool has_run() const { return failure.empty() && !figures.empty(); }
};

/// As "million token-hops/s".
std::string unit_of(const Benchmark& benchmark);

/// Checks the platforms of all, then runs all in turn, so that a machine that slows down slows all;
/// one that fails is left out from then on. Once `stop` is true, which is asked again after each
/// signal, no more begin. Throws the InputError of a platform.
std::vector<MeasuredBenchmark> time_benchmarks(const std::vector<Benchmark>& benchmarks,
                                               unsigned runs, const std::function<bool()>& stop);

/// Throws InputError where there is nothing to count with.
void require_counting();
/// Adds the counts of those that have not failed.
void count_benchmarks(std::vector<MeasuredBenchmark>& measured, const std::function<bool()>& stop);

}  // namespace weft::app
