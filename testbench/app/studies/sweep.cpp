// weft sweep EXPERIMENT
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <thread>

#include "hw/common/harmless_text.hpp"
#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/file_guard.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/data_files.hpp"
#include "testbench/app/interrupt.hpp"
#include "testbench/app/progress_bar.hpp"
#include "testbench/app/studies/commands.hpp"
#include "testbench/app/table.hpp"
#include "testbench/sweeps/measure_check.hpp"
#include "testbench/sweeps/sweep.hpp"

namespace weft::app {

namespace {

constexpr std::uint64_t most_unasked = 10'000;  // runs

struct SweepArguments {
  std::string experiment;
  std::string output;
  unsigned workers = std::max(1U, std::thread::hardware_concurrency());
  bool dry_run = false;
  bool yes = false;
  bool retry = false;
};

std::filesystem::path find_experiment(const std::string& argument) {
  std::error_code none;
  if (std::filesystem::exists(argument, none)) return argument;
  const auto names = yaml_names(experiments());
  if (std::find(names.begin(), names.end(), argument) != names.end()) {
    return experiments() / (argument + ".yaml");
  }
  throw InputError(place_of(argument), "there is no such file",
                   "expected an experiment's file, or " + list_names(names),
                   nearest_name(std::filesystem::path(argument).stem().string(), names));
}

std::string heading(const SweepParameter& parameter) {
  return parameter.key.empty() ? parameter.name
                               : fmt::format("{} ({})", parameter.name, parameter.key);
}

void print_plan(const Experiment& experiment, const SweepPlan& plan) {
  constexpr std::uint64_t most_rows = 40;
  fmt::print("{}: {} runs\n", harmless(experiment.title), plan.size());
  std::vector<std::string> headings;
  for (const SweepParameter& parameter : experiment.parameters) {
    headings.push_back(heading(parameter));
  }
  headings.emplace_back("seed");
  Table table(headings);
  for (std::uint64_t i = 0; i < std::min(plan.size(), most_rows); ++i) {
    const SweepRun run = plan.at(i);
    std::vector<std::string> cells;
    for (const SweepValue& value : run.values) cells.push_back(value.text);
    cells.push_back(fmt::format("{}", run.seed));
    table.add(std::move(cells));
  }
  table.print();
  if (plan.size() > most_rows) fmt::print("... and {} more\n", plan.size() - most_rows);
}

void ask(const SweepPlan& plan) {
  if (isatty(STDIN_FILENO) == 0) {
    throw InputError(
        place_of("weft sweep"), fmt::format("{} runs", plan.size()),
        fmt::format("expected at most {}, or --yes, or a terminal to ask on", most_unasked));
  }
  fmt::print(stderr, "{} runs: go on? [y/N] ", plan.size());
  std::string answer;
  std::getline(std::cin, answer);
  if (answer == "y" || answer == "Y" || answer == "yes") return;
  throw InputError(place_of("weft sweep"),
                   fmt::format("{} runs, which were not wanted", plan.size()), "nothing was run");
}

void print(const SweepOutcome& outcome, const std::string& file) {
  fmt::print("{}: {} of {} runs", file, outcome.found + outcome.finished, outcome.runs);
  if (outcome.found != 0) fmt::print(", {} of them from before", outcome.found);
  for (const std::string_view status : flawed_statuses) {
    const auto count = outcome.statuses.find(std::string(status));
    if (count != outcome.statuses.end()) fmt::print("; {} {}", count->second, status);
  }
  fmt::print("\n");
}

int sweep(const SweepArguments& arguments) {
  const Experiment experiment =
      load_experiment(find_experiment(arguments.experiment), find_platform);
  const SweepPlan plan(experiment);
  if (arguments.dry_run) {
    plan.check();
    require_measures(plan);
    print_plan(experiment, plan);
    return ok;
  }
  if (plan.size() > most_unasked && !arguments.yes) ask(plan);
  plan.check();
  require_measures(plan);
  const std::string file = arguments.output.empty() ? experiment.name + ".db" : arguments.output;
  FileGuard::writing(file, "--output");
  const Interrupt interrupt;
  SweepStore store(file, experiment);
  SweepOutcome outcome;
  {
    ProgressBar bar;
    outcome = run_sweep(
        plan, store, {arguments.workers, arguments.retry},
        [&](std::uint64_t done, std::uint64_t all) {
          bar.show(static_cast<double>(done) / static_cast<double>(all),
                   fmt::format("{} of {} runs", done, all));
          return !interrupt.raised();
        },
        [&interrupt] { return interrupt.raised(); });
  }
  print(outcome, file);
  if (outcome.interrupted) {
    spdlog::error("interrupted; the same command goes on from here");
    return interrupt.raised() ? interrupt.exit_status() : failed;
  }
  return outcome.statuses.contains("failed") ? failed : ok;
}

}  // namespace

void define_sweep(Command& command) {
  auto arguments = std::make_shared<SweepArguments>();
  command.text("EXPERIMENT", arguments->experiment, "A file, or the name of a ready experiment")
      .required()
      .not_empty();
  command
      .text("-o,--output", arguments->output,
            "File of the results; by default EXPERIMENT.db in this folder")
      .type("DB")
      .not_empty();
  command.number("-j,--jobs", arguments->workers, 1, 1024, "Runs side by side");
  command.flag("--dry-run", arguments->dry_run, "Check and print the runs, run none");
  command.flag("--yes", arguments->yes, "Do not ask, however many runs there are");
  command.flag("--retry", arguments->retry, "Run again what has failed");
  command.does([arguments] { return sweep(*arguments); });
}

}  // namespace weft::app
