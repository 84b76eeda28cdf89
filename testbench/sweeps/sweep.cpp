#include "testbench/sweeps/sweep.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "testbench/experiments/forked.hpp"
#include "testbench/registry/platform_file.hpp"

namespace weft {

namespace {

/// What is left to do, and how those ended that were there before.
std::vector<std::uint64_t> left_to_do(const SweepPlan& plan, const SweepStore& store, bool retry,
                                      SweepOutcome& outcome) {
  const auto there = store.statuses();
  std::vector<std::uint64_t> left;
  for (std::uint64_t i = 0; i < plan.size(); ++i) {
    const auto found = there.find(plan.at(i).id);
    if (found == there.end() || (retry && found->second == "failed")) {
      left.push_back(i);
    } else {
      ++outcome.statuses[found->second];
    }
  }
  outcome.runs = plan.size();
  outcome.found = plan.size() - left.size();
  return left;
}

// The place of an InputError ends with a 0 on its way from process to process.
std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\0', ':');
  return text;
}

void add(SweepStore& store, const SweepRun& run, const ForkedResult& result,
         SweepOutcome& outcome) {
  ++outcome.finished;
  if (result.kind != ForkedResult::Kind::returned) {
    store.add_failure(run, one_line(result.text));
    ++outcome.statuses["failed"];
    return;
  }
  const RunRecord record = record_of(result.text);
  store.add(run, record);
  ++outcome.statuses[record.status];
}

}  // namespace

SweepOutcome run_sweep(const SweepPlan& plan, SweepStore& store, const SweepOptions& options,
                       const std::function<bool(std::uint64_t, std::uint64_t)>& progress,
                       const std::function<bool()>& stop) {
  SweepOutcome outcome;
  const auto left = left_to_do(plan, store, options.retry, outcome);
  const auto job = [&](std::size_t i) {
    const Netlist platform = plan.platform(plan.at(left[i]));
    return to_text(plan.experiment().finds_saturation ? saturation_record(platform)
                                                      : run_to_record(resolve(platform)));
  };
  const auto finished = [&](const ForkedResult& result) {
    if (result.kind == ForkedResult::Kind::interrupted) return false;
    add(store, plan.at(left[result.job]), result, outcome);
    return progress(outcome.found + outcome.finished, outcome.runs);
  };
  run_forked_each(left.size(), job, options.workers, finished, stop);
  outcome.interrupted = outcome.finished != left.size();
  return outcome;
}

}  // namespace weft
