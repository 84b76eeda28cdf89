#include "testbench/sweeps/measure_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "platforms/netlist/section.hpp"
#include "testbench/experiments/forked.hpp"
#include "testbench/experiments/simulation.hpp"
#include "testbench/registry/platform_file.hpp"
#include "testbench/studies/saturation.hpp"

namespace weft {
namespace {

using Names = std::vector<std::string>;

struct Asked {
  std::string name;
  Place place;
};

std::vector<Asked> asked_for(const Experiment& experiment) {
  std::vector<Asked> asked;
  for (std::size_t i = 0; i < experiment.measures.size(); ++i) {
    asked.push_back({experiment.measures[i], experiment.measure_places[i]});
  }
  for (const Comparison& one : experiment.comparisons) asked.push_back({one.measure, one.place});
  return asked;
}

// One a line.
std::string names_as_text(const Netlist& netlist) {
  Platform platform = resolve(netlist);
  if (platform.run.until) platform.run.until->transient = Transient::warm_up;
  Simulation simulation(platform);
  return fmt::format("{}", fmt::join(simulation.possible_results(), "\n"));
}

Names lines_of(const std::string& text) {
  Names names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) names.push_back(line);
  return names;
}

Names saturation_names() {
  Names names;
  for (const ReportedValue& value : Saturation().report()) names.push_back(name_of(value));
  return names;
}

// Of a run that has not been elaborated; none of one that cannot be.
Names names_of(const SweepPlan& plan, const SweepRun& run) {
  if (plan.experiment().finds_saturation) return saturation_names();
  Names names;
  run_forked_each(
      1, [&](std::size_t) { return names_as_text(plan.platform(run)); }, 1,
      [&names](const ForkedResult& result) {
        if (result.kind == ForkedResult::Kind::returned) names = lines_of(result.text);
        return true;
      });
  return names;
}

}  // namespace

void require_measures(const SweepPlan& plan) {
  std::vector<Asked> asked = asked_for(plan.experiment());
  Names first;
  for (const SweepRun& run : plan.samples()) {
    if (asked.empty()) return;
    const Names names = names_of(plan, run);
    if (first.empty()) first = names;
    const std::set<std::string> known(names.begin(), names.end());
    std::erase_if(asked, [&known](const Asked& one) { return known.contains(one.name); });
  }
  if (asked.empty() || first.empty()) return;  // what no run can be made of tells it itself
  unknown_name(asked.front().place, "no result of the runs", asked.front().name, first);
}

}  // namespace weft
