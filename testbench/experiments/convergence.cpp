// The part of a simulation that goes on until a measure is known well enough.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "platforms/registry/quantity.hpp"
#include "testbench/experiments/simulation.hpp"

namespace weft {

namespace {

/// How many samples there are when it is looked at them next: after a tenth more.
std::size_t next_look(std::size_t samples) {
  return samples + std::max<std::size_t>(1, samples / 10);
}

Time now() { return sc_core::sc_time_stamp().value(); }

std::size_t batch_in_samples(const StopSpec& stop) {
  return static_cast<std::size_t>(stop.batch / stop.sample);
}

}  // namespace

std::optional<double> Convergence::percent() const {
  if (!interval || interval->mean == 0) return {};
  return 100 * interval->half_width / std::abs(interval->mean);
}

std::string Convergence::text() const {
  const auto within = percent();
  std::string text = within
                         ? fmt::format("{} within {:.3g} % at {} % confidence, by {} batches of {}",
                                       asked.measure, *within, asked.confidence, interval->batches,
                                       time_text(interval->batch * asked.sample))
                         : fmt::format("{} without an interval", asked.measure);
  if (reached) return text;
  if (interrupted) return text + fmt::format("; {} % was asked for: interrupted", asked.within);
  text += asked.transient_lost ? "; its start-up was not seen to end"
                               : fmt::format("; {} % was asked for", asked.within);
  return text + fmt::format(": stopped at the limit of {}", time_text(asked.at_most));
}

std::optional<Time> Simulation::find_transient() {
  const StopSpec& stop = *platform_->run.until;
  const Time limit = stop.at_most / 2;
  begin_statistics(0);
  std::size_t look = fewest_batches;
  for (Time time = 0; time + stop.sample <= limit;) {
    time += stop.sample;
    simulate(time);
    if (stopped()) return {};  // as will the run itself, which tells it
    const ReportedValues values = report(time);
    log_.add(values, time);
    if (time < platform_->run.duration || log_.samples() < look) continue;
    MeasureLog::require_measure(values, may_report(), stop);
    if (const auto samples = transient_of(log_.of(stop.measure))) return *samples * stop.sample;
    look = next_look(log_.samples());
  }
  MeasureLog::require_measure(report(now()), may_report(), stop);
  return {};
}

void Simulation::converge() {
  const StopSpec& stop = *platform_->run.until;
  const Time warm_up = platform_->run.warm_up;
  std::size_t look = fewest_batches;
  int narrow = 0;  // looks one after the other: one alone may be narrow by chance
  while (now() < stop.at_most) {
    simulate(std::min(now() + stop.sample, stop.at_most));
    if (stopped()) return;
    if (now() < warm_up + (log_.samples() + 1) * stop.sample) break;  // a piece of a sample
    const ReportedValues values = report(now());
    log_.add(values, now() - warm_up);
    if (now() < platform_->run.duration || log_.samples() < look) continue;
    MeasureLog::require_measure(values, may_report(), stop);
    narrow = converged() ? narrow + 1 : 0;
    if (narrow == 2) return;
    look = next_look(log_.samples());
  }
  MeasureLog::require_measure(report(now()), may_report(), stop);
}

bool Simulation::converged() const { return convergence().reached; }

Convergence Simulation::convergence() const {
  Convergence convergence;
  convergence.asked = *platform_->run.until;
  convergence.interrupted = stopped();
  const StopSpec& stop = convergence.asked;
  convergence.interval =
      batch_means(log_.of(stop.measure), stop.confidence, batch_in_samples(stop));
  const auto percent = convergence.percent();
  convergence.reached = !stop.transient_lost && percent && *percent <= stop.within;
  return convergence;
}

void Simulation::add_half_widths(ReportedValues& values) const {
  const StopSpec& stop = *platform_->run.until;
  for (ReportedValue& value : values) {
    const auto interval =
        batch_means(log_.of(name_of(value)), stop.confidence, batch_in_samples(stop));
    if (interval) value.interval = {interval->half_width, stop.confidence};
  }
}

}  // namespace weft
