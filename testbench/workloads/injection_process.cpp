#include "testbench/workloads/injection_process.hpp"

namespace weft {

Time InjectionProcess::first(RandomStream& stream) {
  switch (parameters_->distribution) {
    case IntervalDistribution::fixed:
    case IntervalDistribution::normal: return stream.below(parameters_->interval);
    default: return next(stream);
  }
}

Time InjectionProcess::next(RandomStream& stream) {
  switch (parameters_->distribution) {
    case IntervalDistribution::fixed: return parameters_->interval;
    case IntervalDistribution::exponential: return stream.exponential(parameters_->interval);
    case IntervalDistribution::normal:
      return stream.normal(parameters_->interval, parameters_->deviation);
    case IntervalDistribution::bernoulli: return slots(stream);
    case IntervalDistribution::on_off: break;
  }
  if (left_in_burst_ != 0) {
    --left_in_burst_;
    return parameters_->burst_interval;
  }
  left_in_burst_ = stream.trials(1.0 / parameters_->burst) - 1;
  return pause(stream);
}

Time InjectionProcess::slots(RandomStream& stream) const {
  const double chance =
      static_cast<double>(parameters_->slot) / static_cast<double>(parameters_->interval);
  return parameters_->slot * stream.trials(chance);
}

// A burst of n messages on the average has n - 1 intervals; with the pause they take n means.
Time InjectionProcess::pause(RandomStream& stream) const {
  const Time spare = parameters_->interval - parameters_->burst_interval;
  return stream.exponential(parameters_->burst * spare + parameters_->burst_interval);
}

}  // namespace weft
