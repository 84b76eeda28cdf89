#include "testbench/app/studies/measured_benchmark.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>

#include "platforms/netlist/input_error.hpp"
#include "testbench/app/data_files.hpp"
#include "testbench/app/progress_bar.hpp"
#include "testbench/app/studies/counted_run.hpp"
#include "testbench/app/studies/timed_run.hpp"
#include "testbench/experiments/forked.hpp"

namespace weft::app {

namespace {

bool more_is_better(const Benchmark& benchmark) {
  return benchmark.figure == BenchmarkFigure::rate;
}

PlatformArguments of_benchmark(const Benchmark& benchmark, const std::string& time) {
  PlatformArguments arguments;
  arguments.platform = (ready_platforms() / benchmark.platform).string();
  arguments.set = benchmark.set;
  arguments.set.emplace_back("run.warm_up=0ns");
  arguments.duration = time;
  return arguments;
}

// How many units a run has done.
double units_of(const Benchmark& benchmark, const TimedRun& run) {
  if (benchmark.clock != 0) {
    return static_cast<double>(run.simulated) / static_cast<double>(benchmark.clock);
  }
  return static_cast<double>(run.token_hops) / benchmark.hops;
}

double figure_of(const Benchmark& benchmark, const std::vector<TimedRun>& runs) {
  const TimedRun& last = runs.back();
  switch (benchmark.figure) {
    case BenchmarkFigure::rate: {
      const double units = units_of(benchmark, last) - units_of(benchmark, runs.front());
      const double seconds = last.processor_seconds - runs.front().processor_seconds;
      return units / std::max(seconds, 1e-9) * 1e-6;
    }
    case BenchmarkFigure::start_up: return last.elaborate_processor_seconds;
    case BenchmarkFigure::run: return last.processor_seconds;
    case BenchmarkFigure::memory: return static_cast<double>(last.peak_kilobytes) / 1024;
  }
  return 0;
}

// One job, and the benchmark that it is of.
struct Job {
  std::size_t benchmark;
  bool begins;  // the first of the runs that a figure takes
  std::function<std::string()> run;
};

// What the jobs returned; nothing where one failed, whose benchmark is then left out, and of those
// that did not begin before `stop`. Throws the InputError of one.
std::vector<std::string> results_of(const std::vector<Job>& jobs, const std::string& what,
                                    std::vector<MeasuredBenchmark>& table,
                                    const std::function<bool()>& stop) {
  std::vector<std::string> texts(jobs.size());
  const auto call = [&](std::size_t job) {
    return table[jobs[job].benchmark].failure.empty() ? jobs[job].run() : std::string();
  };
  ProgressBar bar;
  std::size_t done = 0;
  const auto finished = [&](const ForkedResult& result) {
    if (result.kind == ForkedResult::Kind::interrupted) return false;
    if (result.returned()) {
      texts[result.job] = result.text;
    } else {
      table[jobs[result.job].benchmark].failure = result.told();
    }
    bar.show(static_cast<double>(++done) / static_cast<double>(jobs.size()),
             fmt::format("{} of {} {}, {}", done, jobs.size(), what,
                         table[jobs[result.job].benchmark].benchmark.name));
    return true;
  };
  run_forked_each(jobs.size(), call, 1, finished, stop);
  return texts;
}

// What is wrong in a platform is told before an hour of runs.
std::vector<Job> checking_jobs(const std::vector<MeasuredBenchmark>& table) {
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Benchmark& benchmark = table[i].benchmark;
    jobs.push_back({i, true, [at = of_benchmark(benchmark, benchmark.times.back())] {
                      at.resolved();
                      return std::string();
                    }});
  }
  return jobs;
}

std::vector<Job> timed_jobs(const std::vector<MeasuredBenchmark>& table, unsigned runs) {
  std::vector<Job> jobs;
  for (unsigned run = 0; run < runs; ++run) {
    for (std::size_t i = 0; i < table.size(); ++i) {
      const Benchmark& benchmark = table[i].benchmark;
      if (run >= benchmark.runs.value_or(runs)) continue;
      for (const std::string& time : benchmark.times) {
        jobs.push_back({i, time == benchmark.times.front(),
                        [at = of_benchmark(benchmark, time)] { return timed_run(at); }});
      }
    }
  }
  return jobs;
}

void compare_events(std::vector<MeasuredBenchmark>& table) {
  for (MeasuredBenchmark& measured : table) {
    if (measured.events == 0) continue;
    for (const MeasuredBenchmark& other : table) {
      if (other.benchmark.name != measured.benchmark.events_of || other.events == 0) continue;
      measured.events_ratio =
          static_cast<double>(other.events) / static_cast<double>(measured.events);
    }
  }
}

}  // namespace

double MeasuredBenchmark::times(double other) const {
  return more_is_better(benchmark) ? best() / other : other / best();
}

std::vector<std::string> MeasuredBenchmark::shortfalls() const {
  std::vector<std::string> told;
  const auto judge = [&](double figure, const std::string& unit, const std::optional<double>& asked,
                         bool met) {
    if (asked && !met) told.push_back(fmt::format("{:.4g} {} for {}", figure, unit, *asked));
  };
  const auto judge_most = [&](double figure, const std::string& unit,
                              const std::optional<double>& asked) {
    judge(figure, unit, asked, asked && figure <= *asked);
  };
  if (!figures.empty()) {
    judge(best(), unit_of(benchmark), benchmark.asked,
          benchmark.asked && times(*benchmark.asked) >= 1);
    judge_most(megabytes, "MB", benchmark.asked_megabytes);
  }
  if (counts) {
    const std::string of = " a " + benchmark.unit;
    judge_most(counts->instructions, "instructions" + of, benchmark.asked_instructions);
    judge_most(counts->misses, "misses" + of, benchmark.asked_misses);
  }
  if (events_ratio && benchmark.published_events) {
    const double apart = *events_ratio / *benchmark.published_events;
    judge(*events_ratio, "events of " + benchmark.events_of + " for one",
          benchmark.published_events, std::max(apart, 1 / apart) <= benchmark.within);
  }
  return told;
}

std::string unit_of(const Benchmark& benchmark) {
  switch (benchmark.figure) {
    case BenchmarkFigure::rate: return fmt::format("million {}s/s", benchmark.unit);
    case BenchmarkFigure::start_up: return "s to elaborate";
    case BenchmarkFigure::run: return "s of a run";
    case BenchmarkFigure::memory: return "MB";
  }
  return "";
}

std::vector<MeasuredBenchmark> time_benchmarks(const std::vector<Benchmark>& benchmarks,
                                               unsigned runs, const std::function<bool()>& stop) {
  std::vector<MeasuredBenchmark> table;
  for (const Benchmark& benchmark : benchmarks) table.emplace_back().benchmark = benchmark;
  results_of(checking_jobs(table), "platforms checked", table, stop);
  const std::vector<Job> jobs = timed_jobs(table, runs);
  const std::vector<std::string> texts = results_of(jobs, "runs", table, stop);
  std::vector<TimedRun> taken;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (!table[jobs[i].benchmark].failure.empty() || texts[i].empty()) continue;
    if (jobs[i].begins) taken.clear();
    taken.push_back(nlohmann::json::parse(texts[i]).get<TimedRun>());
    MeasuredBenchmark& measured = table[jobs[i].benchmark];
    if (taken.size() != measured.benchmark.times.size()) continue;
    const TimedRun& last = taken.back();
    measured.figures.push_back(figure_of(measured.benchmark, taken));
    measured.events = last.events;
    measured.megabytes = static_cast<double>(last.peak_kilobytes) / 1024;
    measured.bytes_of_a_node = 1024.0 *
                               static_cast<double>(last.peak_kilobytes - last.begin_kilobytes) /
                               static_cast<double>(std::max<std::uint64_t>(last.nodes, 1));
  }
  for (MeasuredBenchmark& measured : table) {
    std::sort(measured.figures.begin(), measured.figures.end());
    if (more_is_better(measured.benchmark)) {
      std::reverse(measured.figures.begin(), measured.figures.end());
    }
  }
  compare_events(table);
  return table;
}

void require_counting() {
  if (!can_count()) {
    throw InputError(place_of("--counts"), "there is no valgrind",
                     "expected one, as its cachegrind does the counting");
  }
}

// Two runs for each: what is counted, and how many units there were.
void count_benchmarks(std::vector<MeasuredBenchmark>& table, const std::function<bool()>& stop) {
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!table[i].failure.empty()) continue;
    const Benchmark& benchmark = table[i].benchmark;
    for (const std::string& time : benchmark.counted_times) {
      const PlatformArguments at = of_benchmark(benchmark, time);
      jobs.push_back({i, time == benchmark.counted_times.front(), [at] { return timed_run(at); }});
      jobs.push_back({i, false, [at] { return counted_run(at); }});
    }
  }
  const std::vector<std::string> texts = results_of(jobs, "runs counted", table, stop);
  for (std::size_t i = 0; i < jobs.size(); i += 4) {
    MeasuredBenchmark& measured = table[jobs[i].benchmark];
    if (!measured.failure.empty() || texts[i + 3].empty()) continue;
    const auto timed = [&](std::size_t at) {
      return units_of(measured.benchmark, nlohmann::json::parse(texts[at]).get<TimedRun>());
    };
    const auto counted = [&](std::size_t at) {
      return nlohmann::json::parse(texts[at]).get<CountedRun>();
    };
    const double units = timed(i + 2) - timed(i);
    const CountedRun first = counted(i + 1);
    const CountedRun last = counted(i + 3);
    measured.counts = MeasuredBenchmark::Counts{
        static_cast<double>(last.instructions - first.instructions) / units,
        (static_cast<double>(last.misses) - static_cast<double>(first.misses)) / units};
  }
}

}  // namespace weft::app
