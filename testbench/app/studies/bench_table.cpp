#include "testbench/app/studies/bench_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>

#include <nlohmann/json.hpp>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/app/data_files.hpp"
#include "testbench/app/studies/measured_benchmark.hpp"
#include "testbench/app/table.hpp"

namespace weft::app {

namespace {

std::string unit_of(const Benchmark& benchmark) {
  switch (benchmark.figure) {
    case BenchmarkFigure::rate: return fmt::format("million {}s/s", benchmark.unit);
    case BenchmarkFigure::start_up: return "s to elaborate";
    case BenchmarkFigure::run: return "s of a run";
    case BenchmarkFigure::memory: return "MB";
  }
  return "";
}

std::vector<Benchmark> chosen(const std::vector<std::string>& only) {
  const std::vector<Benchmark> all = load_benchmarks(benchmarks());
  if (only.empty()) return all;
  std::vector<std::string> names;
  for (const Benchmark& benchmark : all) names.push_back(benchmark.name);
  std::vector<Benchmark> some;
  for (const std::string& name : only) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      throw InputError(place_of("--only"), "unknown benchmark '" + name + "'",
                       "expected " + list_names(names), nearest_name(name, names));
    }
    some.push_back(all[static_cast<std::size_t>(found - names.begin())]);
  }
  return some;
}

// The best figures of an older table, by name.
std::map<std::string, double> older(const std::string& file) {
  std::map<std::string, double> best;
  if (file.empty()) return best;
  std::ifstream in(file);
  if (!in) throw InputError(place_of(file), "there is no such file", "expected that of --compare");
  try {
    for (const auto& row : nlohmann::json::parse(in).get<std::vector<nlohmann::json>>()) {
      if (row.contains("error")) continue;
      best[row.at("name").get<std::string>()] = row.at("best").get<double>();
    }
  } catch (const nlohmann::json::exception&) {
    throw InputError(place_of(file), "this is no table of benchmarks",
                     "expected what `weft bench --json FILE` has written");
  }
  return best;
}

nlohmann::ordered_json to_json(const std::vector<MeasuredBenchmark>& table) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const MeasuredBenchmark& measured : table) {
    const Benchmark& benchmark = measured.benchmark;
    nlohmann::ordered_json row{{"name", benchmark.name},
                               {"title", benchmark.title},
                               {"unit", unit_of(benchmark)},
                               {"met", measured.is_as_asked()}};
    if (measured.failure.empty()) {
      row["best"] = measured.best();
      row["median"] = measured.median();
      row["runs"] = measured.figures.size();
      row["peak_megabytes"] = measured.megabytes;
      row["bytes_of_a_node"] = measured.bytes_of_a_node;
    } else {
      row["error"] = measured.failure;
    }
    if (benchmark.asked) row["asked"] = *benchmark.asked;
    if (benchmark.asked_megabytes) row["asked_megabytes"] = *benchmark.asked_megabytes;
    if (measured.counts) {
      row["instructions"] = measured.counts->instructions;
      row["misses"] = measured.counts->misses;
    }
    json.push_back(std::move(row));
  }
  return json;
}

std::string text_of(const std::optional<double>& value) {
  return value ? number_text(*value) : std::string();
}

void print(const std::vector<MeasuredBenchmark>& table,
           const std::map<std::string, double>& before) {
  Table figures({"benchmark", "figure", "best", "median", "asked", "times asked", "MB", "asked MB",
                 "bytes a node", "times before"});
  Table counts({"benchmark", "of a", "instructions", "asked", "misses of 2 MB", "asked"});
  std::string failures;
  for (const MeasuredBenchmark& measured : table) {
    const Benchmark& benchmark = measured.benchmark;
    if (!measured.failure.empty()) {
      figures.add({benchmark.name, unit_of(benchmark), "failed", "", text_of(benchmark.asked), "",
                   "", text_of(benchmark.asked_megabytes), "", ""});
      failures += fmt::format("{} failed: {}\n", benchmark.name, measured.failure);
      continue;
    }
    const auto old = before.find(benchmark.name);
    const auto times = [&](double other) { return fmt::format("{:.2f}", measured.times(other)); };
    figures.add({benchmark.name, unit_of(benchmark), fmt::format("{:.3f}", measured.best()),
                 fmt::format("{:.3f}", measured.median()), text_of(benchmark.asked),
                 benchmark.asked ? times(*benchmark.asked) : "",
                 fmt::format("{:.0f}", measured.megabytes), text_of(benchmark.asked_megabytes),
                 fmt::format("{:.0f}", measured.bytes_of_a_node),
                 old == before.end() ? "" : times(old->second)});
    if (!measured.counts) continue;
    counts.add({benchmark.name, benchmark.unit,
                fmt::format("{:.0f}", measured.counts->instructions),
                text_of(benchmark.asked_instructions),
                fmt::format("{:.2f}", measured.counts->misses), text_of(benchmark.asked_misses)});
  }
  figures.print();
  if (std::any_of(table.begin(), table.end(),
                  [](const MeasuredBenchmark& measured) { return measured.counts.has_value(); })) {
    fmt::print("\n");
    counts.print();
  }
  const auto met = std::count_if(table.begin(), table.end(), [](const MeasuredBenchmark& measured) {
    return measured.is_as_asked();
  });
  fmt::print("{}{} of {} as asked\n", failures, met, counted(table.size(), "benchmark"));
}

}  // namespace

bool bench_table(const BenchTableArguments& arguments, JsonFile& json) {
  const std::map<std::string, double> before = older(arguments.compare);
  std::vector<MeasuredBenchmark> table = time_benchmarks(chosen(arguments.only), arguments.runs);
  if (arguments.counts) count_benchmarks(table);
  json.write(to_json(table));
  if (!json.is_standard_output()) print(table, before);
  return std::all_of(table.begin(), table.end(),
                     [](const MeasuredBenchmark& measured) { return measured.failure.empty(); });
}

}  // namespace weft::app
