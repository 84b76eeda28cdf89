// One run of a platform: modules, workload, statistics.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "platforms/platform.hpp"
#include "platforms/system.hpp"
#include "testbench/events/event_log.hpp"
#include "testbench/events/event_sources.hpp"
#include "testbench/events/event_stream.hpp"
#include "testbench/events/protocol_checker.hpp"
#include "testbench/experiments/host_pauses.hpp"
#include "testbench/experiments/measure_log.hpp"
#include "testbench/experiments/run_result.hpp"
#include "testbench/families/family.hpp"
#include "testbench/statistics/message_times.hpp"
#include "testbench/statistics/offered_load.hpp"
#include "testbench/statistics/reported_value.hpp"
#include "testbench/watchdog/watchdog.hpp"
#include "testbench/waveforms/tracer.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

/// A run whose results are not those of the platform as it is described, see Alarm::failure: it
/// came to its end, or stood still, or was stopped by an error, and has results up to there. Tells
/// the first such alarms.
class RunFailed : public std::runtime_error {
 public:
  explicit RunFailed(RunResult result);
  const RunResult& result() const { return result_; }

 private:
  RunResult result_;
};

/// A platform that is elaborated and can run once. One kernel elaborates once: there is one
/// simulation in a process.
class Simulation {
 public:
  /// How far the run is, in simulated time. False ends the run, see RunResult::partial.
  using Progress = std::function<bool(Time now, Time end)>;

  /// `platform` must outlive it. Throws InputError for a workload that does not fit the platform
  /// and for a trace that cannot be made.
  explicit Simulation(const Platform& platform, const std::optional<TraceOptions>& trace = {});

  System& system() { return system_; }
  /// The programs of this kind that the platform names; null if no family loads such.
  template <class Programs>
  Programs* programs() {
    for (const auto& loaded : programs_) {
      if (auto* found = dynamic_cast<Programs*>(loaded.get())) return found;
    }
    return nullptr;
  }

  /// Null for type `none`.
  Workload* workload() { return workload_.get(); }

  /// Writes events from then on; to be called before the run. The log must outlive it, and is
  /// closed by the caller. Throws InputError (EventLog::listen).
  void log_events(EventLog& log) { log.listen(events_, event_sources(system_)); }

  /// How many of the slowest messages a run tells, MessageTimes::usual_slowest without this; to be
  /// called before the run.
  void keep_slowest(std::size_t most) {
    if (message_times_) message_times_->keep_slowest(most);
  }

  /// Lets the run end before its time, at a quarter or at half of what it measures, where `enough`
  /// says so of the load up to there; to be called before the run, of a platform without `until`.
  void end_when(std::function<bool(const CarriedLoad&)> enough);

  /// To be called from within `run`: ends it at the present time, as `progress` does.
  void end_now();

  /// Watches the protocol of all links, see ProtocolChecker; to be called before the run, which has
  /// failed if a rule was broken.
  void check_protocol();

  /// In place of `run`: the names of all results that it may have, each once.
  std::vector<std::string> possible_results();

  /// In place of `run`: how long the start-up takes, in ps, by the samples of the measure of
  /// `run: {until: ...}`; nothing if it is not seen to end in half of the longest run. Throws as
  /// `run` does, and InputError for a measure that there is not.
  std::optional<Time> find_transient();

  /// Runs for Platform::run, or until `progress` ends it, which is called some ten times a second
  /// of the host, and at the end; the results up to a time do not depend on these calls. Throws
  /// RunFailed where its results must not be believed: when it stands still, a program or RTL has
  /// ended it with an error, its workload has no result at its end or a wrong one, or an alarm
  /// there is a failure. Such a run leaves a trace up to there. Throws InputError when the trace
  /// could not be written and for results of a workload that have no name of their own.
  RunResult run(const Progress& progress = {});

  /// Up to the present: the counts of all links, which are all over memory.
  std::uint64_t token_hops() const;

 private:
  void simulate(Time until);
  RunResult run_to_end();
  void add_results(RunResult& result) const;
  void note_nothing_measured(RunResult& result) const;
  bool stopped() const;
  void ask_progress(Time now);
  void ask_for_end(Time now);
  void look_at_end(Time now);
  void fail(Alarm::Kind kind, const std::string& told);
  void require_names_of_their_own(const ReportedValues& values) const;
  void converge();
  bool converged() const;
  ReportedValues report(Time now) const;
  ReportedValues may_report() const;
  ReportedValues ask_workload(Time now) const;
  ReportedValues workload_report(Time now) const;
  void add_half_widths(ReportedValues& values) const;
  Convergence convergence() const;
  Time end() const;
  void close_trace(Time now);
  void close_whole_trace(RunResult& result);
  ProgramPositions program_positions() const;
  void begin_statistics(Time now);

  const Platform* platform_;
  System system_;
  EventStream events_;
  std::unique_ptr<ProtocolChecker> checker_;
  MeasureLog log_;
  // by family; null for what it does not have
  std::vector<std::unique_ptr<LoadedPrograms>> programs_;
  std::unique_ptr<Workload> workload_;           // null for `none`
  std::unique_ptr<MessageTimes> message_times_;  // null for `none`
  std::vector<std::unique_ptr<FamilyStatistics>> statistics_;
  OfferedLoad load_;
  Watchdog watchdog_;
  std::unique_ptr<Tracer> tracer_;
  HostPauses pauses_;
  Progress progress_;                               // may be empty
  std::function<bool(const CarriedLoad&)> enough_;  // empty without `end_when`
  Time next_question_ = never;                      // to it
  bool has_enough_ = false;
  bool measures_ = false;         // the warm-up has ended
  bool has_ended_ = false;        // with or without being interrupted
  bool interrupted_ = false;      // by `progress_`, or `end_now`
  std::optional<Alarm> failure_;  // that ended the run, or was seen at its end
};

}  // namespace weft
