#include "testbench/experiments/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// What a person stops leaves nothing behind.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace

std::optional<double> RunResult::find(const std::string& name) const {
  const ReportedValue* found = weft::find(values, name);
  return found == nullptr ? std::nullopt : std::optional(found->value);
}

Simulation::Simulation(const Platform& platform, const std::optional<TraceOptions>& trace)
    : platform_(&platform),
      system_("platform", platform),
      latencies_(platform.run.warm_up),
      lifetimes_(platform.run.warm_up),
      processors_(platform.processors.size(), platform.run.warm_up),
      programs_(system_),
      workload_(make_workload(system_)),
      cells_(system_, platform.run.warm_up),
      waits_(system_, program_positions()) {
  const ProgramPositions positions = program_positions();
  for (std::size_t i = 0; i < platform.processors.size(); ++i) {
    latencies_.observe(system_.reports(i));
    lifetimes_.observe(system_.reports(i));
    processors_.observe(i, system_.reports(i));
  }
  if (trace) {
    programs_.keep_pace();
    tracer_ = std::make_unique<Tracer>(system_, *trace, positions);
  }
  if (platform.run.watchdog != 0) {
    watchdog_ = std::make_unique<Watchdog>(system_, workload_ ? &workload_->processes() : nullptr,
                                           platform.run.watchdog);
  }
}

ProgramPositions Simulation::program_positions() const {
  ProgramPositions positions(platform_->cells.size());
  programs_.add_to(positions);
  if (workload_) workload_->add_to(positions);
  return positions;
}

// Every other end leaves its waves: a standstill, a program's error, $finish in RTL.
RunResult Simulation::run(const Progress& progress) {
  try {
    return run_to_end(progress);
  } catch (const Interrupted&) {
    throw;
  } catch (...) {
    close_trace(sc_core::sc_time_stamp().value());
    throw;
  }
}

RunResult Simulation::run_to_end(const Progress& progress) {
  const auto start = Clock::now();
  advance(platform_->run.warm_up, progress);
  warm_.emplace(system_, sc_core::sc_time_stamp().value());
  if (platform_->run.until) {
    converge(progress);
  } else {
    advance(platform_->run.duration, progress);
  }
  require_no_unseen_errors();

  const Time end = sc_core::sc_time_stamp().value();
  RunResult result;
  result.wall_seconds = seconds_since(start);
  result.platform = platform_->name;
  result.seed = platform_->seed;
  result.simulated = end;
  result.warm_up = platform_->run.warm_up;
  result.token_hops = token_hops();
  const Time measured = end > platform_->run.warm_up ? end - platform_->run.warm_up : 0;
  if (workload_) result.message_rates = workload_->message_rates(end);
  result.link_utilisation = LinkSnapshot(system_, end).utilisation_since(*warm_, measured, system_);
  result.bus_utilisation = cells_.utilisation(end);
  result.values = report(end);
  result.processors = processors_.values(end);
  const double per_ns = 1 / static_cast<double>(nanosecond);
  result.distributions = {
      {"packet latency", Unit::nanoseconds, per_ns, latencies_.packet_latency()},
      {"message latency", Unit::nanoseconds, per_ns, latencies_.message_latency()}};
  if (platform_->run.until) {
    result.convergence = convergence();
    add_half_widths(result.values);
  }
  if (tracer_) {
    tracer_->close(end);
    result.trace_files = tracer_->files();
  }
  return result;
}

Time Simulation::end() const {
  return platform_->run.until ? platform_->run.until->at_most : platform_->run.duration;
}

// Of what there is on the platform.
ReportedValues Simulation::report(Time now) const {
  const Time warm_up = platform_->run.warm_up;
  ReportedValues values = workload_ ? workload_->report(now) : ReportedValues{};
  const auto add = [&values](const ReportedValues& part) {
    values.insert(values.end(), part.begin(), part.end());
  };
  if (platform_->cells.empty() || !platform_->links.empty()) {
    add(latencies_.report(now));
    add(lifetimes_.report());
    add(LinkSnapshot(system_, now)
            .report_since(*warm_, now > warm_up ? now - warm_up : 0, system_));
  }
  add(programs_.report(now));
  add(cells_.report(now));
  return values;
}

// In steps of some tenth of a second, so that progress can be shown; what is simulated does not
// depend on the steps.
void Simulation::advance(Time until, const Progress& progress) {
  if (tracer_ != nullptr && tracer_->failed()) return;
  Time step = progress ? std::max<Time>(1, end() / 1000) : until;
  for (Time now = sc_core::sc_time_stamp().value(); now < until;
       now = sc_core::sc_time_stamp().value()) {
    const auto start = Clock::now();
    simulate(now + std::min(step, until - now));
    if (tracer_ != nullptr && tracer_->failed()) return;
    if (!progress) continue;
    const Time reached = sc_core::sc_time_stamp().value();
    if (!progress(reached, end(), token_hops())) {
      throw Interrupted(fmt::format("interrupted at {}", time_text(reached)));
    }
    const double taken = seconds_since(start);
    if (taken < 0.05) step *= 2;
    if (taken > 0.2 && step > 1) step /= 2;
  }
}

// The watchdog looks on the way.
void Simulation::simulate(Time until) {
  for (Time now = sc_core::sc_time_stamp().value(); now < until;) {
    const Time stop = watchdog_ ? std::min(until, watchdog_->next_look()) : until;
    sc_core::sc_start(sc_core::sc_time::from_value(stop - now));
    if (tracer_ != nullptr && tracer_->failed()) return;
    now = sc_core::sc_time_stamp().value();
    if (watchdog_ && now >= watchdog_->next_look()) look(now);
  }
}

// A program may still have noticed what came up when a trace that cannot be written ended the run.
void Simulation::require_no_unseen_errors() const {
  if (tracer_ != nullptr && tracer_->failed()) return;
  const std::string errors = waits_.unseen_errors();
  if (!errors.empty()) throw std::runtime_error(errors);
}

void Simulation::look(Time now) {
  std::string standstill = watchdog_->look(now);
  if (standstill.empty()) standstill = waits_.look(now);
  if (!standstill.empty()) throw std::runtime_error(standstill);
}

// Before a run ends with other news.
void Simulation::close_trace(Time now) {
  try {
    if (tracer_) tracer_->close(now);
  } catch (const InputError&) {
    // a trace that begins later, or cannot be written: that is not the news
  }
}

std::uint64_t Simulation::token_hops() const {
  std::uint64_t sum = cells_.words();
  for (const auto& probe : system_.link_probes()) sum += probe.counters->tokens();
  return sum;
}

}  // namespace weft
