#include "testbench/experiments/simulation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <stdexcept>

#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/quantity.hpp"
#include "testbench/families/families.hpp"
#include "tlm/engine/kernel_steps.hpp"

namespace weft {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Between two samples of the backlog.
Time load_step(const RunSpec& run, Time samples = 64) {
  if (run.until) return run.until->sample;
  return run.duration > run.warm_up ? (run.duration - run.warm_up) / samples : 1;
}

// What `ask` throws that is an error of the run, in words; empty if nothing. What leaves a process,
// as the error of a program or of RTL, comes out of the kernel as a report.
template <class Ask>
std::string error_of(Ask&& ask) {
  try {
    ask();
  } catch (const InputError&) {
    throw;
  } catch (const sc_core::sc_report& report) {
    return report.get_msg();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

std::optional<double> RunResult::find(const std::string& name) const {
  const ReportedValue* found = weft::find(values, name);
  return found == nullptr ? std::nullopt : std::optional(found->value);
}

std::string RunResult::status() const {
  if (partial) return "partial";
  if (any_failure(alarms)) return "failed";
  if (load && (load->state == LoadState::unstable || load->state == LoadState::throttled)) {
    return std::string(name_of(load->state));
  }
  if (convergence && !convergence->reached) return "not converged";
  if (load && load->state != LoadState::steady) return std::string(name_of(load->state));
  const bool measured = std::none_of(alarms.begin(), alarms.end(), [](const Alarm& alarm) {
    return alarm.kind == Alarm::Kind::nothing_measured ||
           alarm.kind == Alarm::Kind::nothing_arrived;
  });
  return measured ? "ok" : "nothing measured";
}

RunFailed::RunFailed(RunResult result)
    : runtime_error(fmt::format("{}", fmt::join(lines_of(result.alarms, true), "\n"))),
      result_(std::move(result)) {}

Simulation::Simulation(const Platform& platform, const std::optional<TraceOptions>& trace)
    : platform_(&platform),
      system_("platform", platform),
      load_(load_step(platform.run)),
      watchdog_(system_, platform.run.watchdog) {
  const std::vector<Family> all = families();
  for (const Family& family : all) {
    programs_.push_back(family.programs ? family.programs(system_) : nullptr);
  }
  workload_ = make_workload(system_);
  if (workload_) {
    message_times_ = std::make_unique<MessageTimes>(system_, events_, platform.run.warm_up);
  }
  for (const Family& family : all) {
    statistics_.push_back(
        family.statistics ? family.statistics(system_, events_, platform.run.warm_up) : nullptr);
  }
  const ProgramPositions positions = program_positions();
  const ProcessSet* processes = workload_ ? &workload_->processes() : nullptr;
  for (const Family& family : all) {
    if (!family.watch) continue;
    watchdog_.add(family.watch({system_, processes, positions}));
  }
  if (!trace) return;
  for (const auto& programs : programs_) {
    if (programs) programs->keep_pace();
  }
  if (workload_) workload_->keep_pace();
  tracer_ = std::make_unique<Tracer>(wave_sources(system_, positions), platform.name, *trace);
}

ProgramPositions Simulation::program_positions() const {
  ProgramPositions positions;
  for (const auto& programs : programs_) {
    if (programs) programs->add_to(positions);
  }
  if (workload_) workload_->add_to(positions);
  return positions;
}

void Simulation::begin_statistics(Time now) {
  for (const auto& statistics : statistics_) {
    if (statistics) statistics->begin(now);
  }
  measures_ = true;
  if (!workload_) return;
  if (const auto sources = workload_->sources()) load_.begin(now, *sources);
}

// Twice as many samples as usual, so that there are enough at a quarter of the time; at the end
// every other one is left.
void Simulation::end_when(std::function<bool(const CarriedLoad&)> enough) {
  enough_ = std::move(enough);
  load_ = OfferedLoad(load_step(platform_->run, 128));
  next_question_ = platform_->run.warm_up + (platform_->run.duration - platform_->run.warm_up) / 4;
}

// At a quarter and at half of the measured time.
void Simulation::ask_for_end(Time now) {
  if (now < next_question_) return;
  const Time half = platform_->run.warm_up + (platform_->run.duration - platform_->run.warm_up) / 2;
  next_question_ = now < half ? half : never;
  has_enough_ = enough_(load_.load(now, *workload_->sources()));
}

// Every end leaves its waves: a standstill, a program's error, $finish in RTL.
RunResult Simulation::run(const Progress& progress) {
  constexpr std::chrono::milliseconds period{100};  // of a progress bar, and a person's patience
  progress_ = progress;
  if (progress_) pauses_.begin(period);
  RunResult result;
  try {
    result = run_to_end();
    pauses_.end();
  } catch (...) {
    pauses_.end();
    const Time now = sc_core::sc_time_stamp().value();
    events_.finish(now);
    close_trace(now);
    throw;
  }
  // what a person has stopped had not the time
  if (failure_ || (!result.partial && any_failure(result.alarms))) throw RunFailed(result);
  return result;
}

RunResult Simulation::run_to_end() {
  const auto start = Clock::now();
  simulate(platform_->run.warm_up);
  if (!interrupted_ && !failure_) begin_statistics(sc_core::sc_time_stamp().value());
  if (platform_->run.until) {
    converge();
  } else {
    simulate(platform_->run.duration);
  }
  if (progress_ && !stopped()) progress_(end(), end());
  has_ended_ = true;
  const Time end = sc_core::sc_time_stamp().value();
  look_at_end(end);
  RunResult result;
  result.partial = interrupted_;
  result.wall_seconds = seconds_since(start);
  result.platform = platform_->name;
  result.seed = platform_->seed;
  result.simulated = end;
  result.warm_up = platform_->run.warm_up;
  result.token_hops = token_hops();
  if (measures_) {
    const std::string error = error_of([&] { add_results(result); });
    if (!failure_) fail(Alarm::Kind::no_result, error);  // else it follows from that
  }
  if (failure_) {  // what has not come of the rest follows from it
    result.alarms = {*failure_};
    close_trace(end);
  } else {
    result.alarms = watchdog_.alarms(end);
    note_nothing_measured(result);
    close_whole_trace(result);
  }
  return result;
}

// What nothing has ended before its time can have missed something to the end.
void Simulation::look_at_end(Time now) {
  if (!failure_) fail(Alarm::Kind::standstill, watchdog_.look_at_end(now));
  // a program may still have noticed what came up when the run was stopped
  if (!stopped()) fail(Alarm::Kind::error_unseen, watchdog_.unseen_errors());
  if (!stopped() && measures_ && workload_) {
    fail(Alarm::Kind::no_result, error_of([&] { ask_workload(now); }));
  }
  events_.finish(now);
  if (failure_ || checker_ == nullptr || checker_->violations() == 0) return;
  fail(Alarm::Kind::protocol_broken,
       fmt::format("the protocol of links was broken {} time{}, first {}", checker_->violations(),
                   checker_->violations() == 1 ? "" : "s", checker_->first()));
}

void Simulation::fail(Alarm::Kind kind, const std::string& told) {
  if (!told.empty()) failure_ = {kind, {}, told, 0, true};
}

// Messages of a workload may all have arrived before the results count, or been too few. One that
// has used no link at all, as it copies within a node, is another matter.
void Simulation::note_nothing_measured(RunResult& result) const {
  const bool told = std::any_of(result.alarms.begin(), result.alarms.end(), [](const Alarm& alarm) {
    return alarm.kind == Alarm::Kind::nothing_arrived;
  });
  const auto idles = [](const std::vector<double>& loads) {
    return std::all_of(loads.begin(), loads.end(), [](double load) { return load == 0; });
  };
  const bool busses_idle = idles(result.bus_utilisation);
  const bool nothing_moved = idles(result.link_utilisation) && busses_idle;
  const bool no_message = busses_idle && result.find("messages completed").value_or(1) == 0;
  const bool has_moved = result.token_hops != 0;
  if (!workload_ || !measures_ || told || !has_moved || !(nothing_moved || no_message)) return;
  result.alarms.push_back(
      {Alarm::Kind::nothing_measured,
       {},
       fmt::format("nothing was measured: {} between the end of the warm-up at {} and {}",
                   nothing_moved ? "no link and no bus was used" : "no message has arrived",
                   time_text(result.warm_up), time_text(result.simulated)),
       0,
       false});
}

void Simulation::add_results(RunResult& result) const {
  const Time end = result.simulated;
  if (workload_) {
    result.slowest = message_times_->slowest();
    result.message_rates = workload_->message_rates(end);
    if (const auto sources = workload_->sources()) result.load = load_.load(end, *sources);
  }
  result.values = report(end);
  require_names_of_their_own(result.values);
  if (message_times_ && message_times_->latency().count() != 0) {
    result.distributions.push_back({"latency", Unit::nanoseconds,
                                    1 / static_cast<double>(nanosecond),
                                    message_times_->latency().distribution()});
  }
  for (const auto& programs : programs_) {
    if (programs) programs->add_to(result);
  }
  for (const auto& statistics : statistics_) {
    if (statistics) statistics->add_to(result, end);
  }
  if (!platform_->run.until) return;
  result.convergence = convergence();
  add_half_widths(result.values);
}

Time Simulation::end() const {
  return platform_->run.until ? platform_->run.until->at_most : platform_->run.duration;
}

// Of what there is on the platform.
ReportedValues Simulation::report(Time now) const {
  ReportedValues values;
  const auto append = [&values](const ReportedValues& more) {
    values.insert(values.end(), more.begin(), more.end());
  };
  if (workload_) {
    values = message_times_->report();
    if (const auto sources = workload_->sources()) append(load_.unjudged(now, *sources).report());
    append(workload_report(now));
  }
  const auto add = [&](const auto& part) {
    if (part) append(part->report(now));
  };
  for (std::size_t family = 0; family < statistics_.size(); ++family) {
    add(programs_[family]);
    add(statistics_[family]);
  }
  return values;
}

std::vector<std::string> Simulation::possible_results() {
  begin_statistics(0);
  std::vector<std::string> names;
  std::set<std::string> known;
  const auto add = [&](const ReportedValues& values) {
    for (const ReportedValue& value : values) {
      if (known.insert(name_of(value)).second) names.push_back(name_of(value));
    }
  };
  add(report(0));
  add(may_report());
  return names;
}

// What is in a report only once there are samples of it; the values mean nothing.
ReportedValues Simulation::may_report() const {
  ReportedValues values;
  const auto add = [&values](const ReportedValues& more) {
    values.insert(values.end(), more.begin(), more.end());
  };
  if (workload_) {
    add(MessageTimes::may_report());
    add(workload_->may_report());
  }
  for (std::size_t family = 0; family < statistics_.size(); ++family) {
    if (programs_[family]) add(programs_[family]->may_report());
    if (statistics_[family]) add(statistics_[family]->may_report());
  }
  return values;
}

ReportedValues Simulation::ask_workload(Time now) const {
  try {
    return workload_->report(now);
  } catch (const std::invalid_argument& error) {
    throw InputError(platform_->workload.place,
                     fmt::format("the report of the workload '{}': {}",
                                 platform_->workload.type->name, error.what()));
  }
}

// An algorithm that was not let to its end, or has not come there, has no result, but the rest has.
ReportedValues Simulation::workload_report(Time now) const {
  ReportedValues values;
  error_of([&] { values = ask_workload(now); });
  return values;
}

// What components count has such names (testbench/families), so that it is the workload's.
void Simulation::require_names_of_their_own(const ReportedValues& values) const {
  const ReportedValue* repeated = find_repeated(values);
  if (repeated == nullptr) return;
  throw InputError(platform_->workload.place,
                   fmt::format("two results '{}', with the report of the workload '{}'",
                               name_of(*repeated), platform_->workload.type->name),
                   "expected results with names of their own");
}

// The watchdog looks on the way, and what piles up is seen. What is simulated does not depend on
// the pauses.
void Simulation::simulate(Time until) {
  for (Time now = sc_core::sc_time_stamp().value(); now < until && !stopped() && !has_enough_;) {
    const Time stop = std::min({until, watchdog_.next_look(), load_.next()});
    fail(Alarm::Kind::stopped, error_of([stop] { run_kernel(stop); }));
    now = sc_core::sc_time_stamp().value();
    if (pauses_.take()) ask_progress(now);
    if (!stopped() && now >= watchdog_.next_look()) {
      fail(Alarm::Kind::standstill, watchdog_.look(now));
    }
    if (now < load_.next()) continue;
    load_.sample(now, *workload_->sources());
    ask_for_end(now);
  }
}

void Simulation::end_now() {
  interrupted_ = true;
  sc_core::sc_pause();
}

void Simulation::ask_progress(Time now) {
  if (progress_ && !progress_(now, end())) interrupted_ = true;
}

// Before its time: by a person, by what it failed of, or as its trace cannot be written.
bool Simulation::stopped() const {
  return interrupted_ || failure_ || (tracer_ != nullptr && tracer_->failed());
}

void Simulation::check_protocol() {
  std::vector<Time> bit_times;
  for (const auto& probe : system_.link_probes()) bit_times.push_back(probe.bit_time);
  checker_ = std::make_unique<ProtocolChecker>(bit_times);
  events_.attach(*checker_, link_sources(system_), ProtocolChecker::kinds, EventOrder::by_time);
}

// Before a run ends with other news.
void Simulation::close_trace(Time now) {
  try {
    if (tracer_) tracer_->close(now);
  } catch (const InputError&) {
    // a trace that begins later, or cannot be written: that is not the news
  }
}

// Of a run that was stopped before its trace began there is none.
void Simulation::close_whole_trace(RunResult& result) {
  if (!tracer_ || (interrupted_ && !tracer_->has_begun(result.simulated))) return;
  tracer_->close(result.simulated);
  result.trace_files = tracer_->files();
}

std::uint64_t Simulation::token_hops() const {
  std::uint64_t sum = 0;
  for (const auto& statistics : statistics_) {
    if (statistics) sum += statistics->hops();
  }
  return sum;
}

}  // namespace weft
