#include "testbench/sweeps/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "platforms/netlist/override.hpp"
#include "testbench/registry/platform_file.hpp"
#include "testbench/sweeps/named_files.hpp"
#include "testbench/sweeps/value_range.hpp"

namespace weft {

namespace {

constexpr std::uint64_t most_runs = std::uint64_t{1} << 63U;

// Of 62 bits; two of a million runs share one with a chance of 1 in 10 million.
std::int64_t id_of(std::string_view text) {
  return static_cast<std::int64_t>(fingerprint(text) >> 1U) | 1;
}

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > most_runs / b ? most_runs : a * b;
}

}  // namespace

SweepPlan::SweepPlan(const Experiment& experiment) : experiment_(&experiment) {
  size_ = experiment.seeds.size();
  std::vector<std::string> numeric;
  for (const SweepParameter& parameter : experiment.parameters) {
    if (parameter.expression.empty()) {
      size_ = times(size_, parameter.values.size());
      if (!std::isfinite(parameter.values.front().number)) continue;
    } else {
      expressions_.emplace_back(parameter.expression, numeric, parameter.place);
    }
    numeric.push_back(parameter.name);
  }
  at(0);
}

SweepRun SweepPlan::at(std::uint64_t index) const {
  std::vector<std::uint64_t> choice;
  const std::uint64_t seed = experiment_->seeds[index % experiment_->seeds.size()];
  index /= experiment_->seeds.size();
  for (auto parameter = experiment_->parameters.rbegin();
       parameter != experiment_->parameters.rend(); ++parameter) {
    const std::uint64_t values = std::max<std::uint64_t>(parameter->values.size(), 1);
    choice.push_back(index % values);
    index /= values;
  }
  std::reverse(choice.begin(), choice.end());
  return with_choice(choice, seed);
}

SweepRun SweepPlan::with_choice(const std::vector<std::uint64_t>& choice,
                                std::uint64_t seed) const {
  SweepRun run;
  run.seed = seed;
  std::string text;
  std::map<std::string, double> numbers;
  auto expression = expressions_.begin();
  for (std::size_t i = 0; i < choice.size(); ++i) {
    const SweepParameter& parameter = experiment_->parameters[i];
    run.values.push_back(parameter.expression.empty()
                             ? parameter.values[choice[i]]
                             : value_of_number((expression++)->value(numbers), parameter.unit));
    numbers[parameter.name] = run.values.back().number;
    text += fmt::format("{}={}\n", parameter.name, run.values.back().text);
  }
  run.id = id_of(text + fmt::format("seed={}", seed));
  return run;
}

Netlist SweepPlan::platform(const SweepRun& run) const {
  Netlist netlist = experiment_->platform;
  for (std::size_t i = 0; i < run.values.size(); ++i) {
    const SweepParameter& parameter = experiment_->parameters[i];
    if (parameter.key.empty()) continue;
    set_key(netlist, parameter.key, run.values[i].text, parameter.place);
  }
  set_key(netlist, "seed", fmt::format("{}", run.seed), place_of("seeds"));
  return netlist;
}

std::vector<SweepRun> SweepPlan::samples() const {
  constexpr std::uint64_t most_looked_at = 32;  // of one parameter
  const auto& parameters = experiment_->parameters;
  std::vector<SweepRun> runs{at(0)};
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::uint64_t values = parameters[i].values.size();
    const std::uint64_t looks = std::min(values, most_looked_at);
    for (std::uint64_t look = 1; look < looks; ++look) {
      std::vector<std::uint64_t> choice(parameters.size());
      choice[i] = look * (values - 1) / (looks - 1);
      runs.push_back(with_choice(choice, experiment_->seeds.front()));
    }
  }
  return runs;
}

void SweepPlan::check() const {
  for (const SweepRun& run : samples()) resolve(platform(run));
}

}  // namespace weft
