// The runs of an experiment, in order.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/sweeps/experiment.hpp"
#include "testbench/sweeps/expression.hpp"

namespace weft {

/// One run: a value for each parameter, and a seed.
struct SweepRun {
  std::int64_t id = 0;  ///< Of the values and the seed alone, the same in every plan; above 0.
  std::vector<SweepValue> values;  ///< By Experiment::parameters.
  std::uint64_t seed = 1;
};

/// Makes each run when it is asked for: millions take no memory.
class SweepPlan {
 public:
  /// `experiment` must outlive it. Throws InputError where a formula has no finite value at the
  /// first run.
  explicit SweepPlan(const Experiment& experiment);

  /// Combinations times seeds; at most 2^63, where it stops to count.
  std::uint64_t size() const { return size_; }
  /// Run `index` < size(): seeds change fastest, then the last parameter. Throws InputError where a
  /// formula has no finite value.
  SweepRun at(std::uint64_t index) const;
  const Experiment& experiment() const { return *experiment_; }
  /// The platform of a run, not resolved yet.
  Netlist platform(const SweepRun& run) const;

  /// Each value of each parameter once (of more than some dozen, some), with the first of all
  /// others; the first run of the plan before all. Throws InputError where a formula has no finite
  /// value.
  std::vector<SweepRun> samples() const;
  /// Resolves the samples: keys that do not exist and values that they cannot take are found before
  /// anything runs. Throws InputError.
  void check() const;

 private:
  SweepRun with_choice(const std::vector<std::uint64_t>& choice, std::uint64_t seed) const;

  const Experiment* experiment_;
  std::vector<Expression> expressions_;  // of the computed parameters
  std::uint64_t size_ = 0;
};

}  // namespace weft
