#include "testbench/app/studies/bench_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>

#include <spdlog/spdlog.h>
#include <nlohmann/json.hpp>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/data_files.hpp"
#include "testbench/app/interrupt.hpp"
#include "testbench/app/studies/measured_benchmark.hpp"
#include "testbench/app/table.hpp"

namespace weft::app {

namespace {

std::vector<Benchmark> chosen(const std::vector<std::string>& only) {
  const std::vector<Benchmark> all = load_benchmarks(benchmarks());
  if (only.empty()) return all;
  std::vector<std::string> names;
  for (const Benchmark& benchmark : all) names.push_back(benchmark.name);
  const auto is_meant = [](const std::string& asked, const std::string& name) {
    return name == asked || name.starts_with(asked + "-");
  };
  for (const std::string& asked : only) {
    if (std::any_of(names.begin(), names.end(),
                    [&](const std::string& name) { return is_meant(asked, name); })) {
      continue;
    }
    throw InputError(place_of("--only"), "unknown benchmark '" + asked + "'",
                     "expected " + list_names(names) + ", or how some of them begin, as 'packet'",
                     nearest_name(asked, names));
  }
  std::vector<Benchmark> some;
  std::copy_if(all.begin(), all.end(), std::back_inserter(some), [&](const Benchmark& benchmark) {
    return std::any_of(only.begin(), only.end(),
                       [&](const std::string& asked) { return is_meant(asked, benchmark.name); });
  });
  return some;
}

// What an older table had of a benchmark.
struct OlderFigures {
  double best = 0;
  double megabytes = 0;
  std::optional<double> instructions;
  std::optional<double> misses;
};
using OlderTable = std::map<std::string, OlderFigures>;

std::optional<double> optional_number(const nlohmann::json& row, const char* key) {
  if (!row.contains(key)) return std::nullopt;
  return row.at(key).get<double>();
}

// By name.
OlderTable older(const std::string& file) {
  OlderTable table;
  if (file.empty()) return table;
  std::ifstream in(file);
  if (!in) throw InputError(place_of(file), "there is no such file", "expected that of --compare");
  try {
    for (const auto& row : nlohmann::json::parse(in).get<std::vector<nlohmann::json>>()) {
      if (!row.contains("best")) continue;  // it had failed
      table[row.at("name").get<std::string>()] = {
          row.at("best").get<double>(), row.at("peak_megabytes").get<double>(),
          optional_number(row, "instructions"), optional_number(row, "misses")};
    }
  } catch (const nlohmann::json::exception&) {
    throw InputError(place_of(file), "this is no table of benchmarks",
                     "expected what `weft bench --json FILE` has written");
  }
  return table;
}

nlohmann::ordered_json to_json(const std::vector<MeasuredBenchmark>& table) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const MeasuredBenchmark& measured : table) {
    const Benchmark& benchmark = measured.benchmark;
    nlohmann::ordered_json row{{"name", benchmark.name},
                               {"title", benchmark.title},
                               {"unit", unit_of(benchmark)},
                               {"met", measured.is_as_asked()},
                               {"shortfalls", measured.shortfalls()}};
    if (!measured.failure.empty()) row["error"] = measured.failure;
    if (measured.figures.empty()) {
      row["ran"] = false;
    } else {
      row["best"] = measured.best();
      row["median"] = measured.median();
      row["runs"] = measured.figures.size();
      row["peak_megabytes"] = measured.megabytes;
      row["bytes_of_a_node"] = measured.bytes_of_a_node;
      row["events"] = measured.events;
    }
    if (benchmark.asked) row["asked"] = *benchmark.asked;
    if (benchmark.asked_megabytes) row["asked_megabytes"] = *benchmark.asked_megabytes;
    if (measured.counts) {
      row["instructions"] = measured.counts->instructions;
      row["misses"] = measured.counts->misses;
    }
    if (measured.events_ratio) {
      row["events_of"] = benchmark.events_of;
      row["events_ratio"] = *measured.events_ratio;
      row["published_events_ratio"] = *benchmark.published_events;
    }
    json.push_back(std::move(row));
  }
  return json;
}

std::string text_of(const std::optional<double>& value) {
  return value ? number_text(*value) : std::string();
}

void print_figures(const std::vector<MeasuredBenchmark>& table, const OlderTable& before) {
  Table figures({"benchmark", "as asked", "best", "median", "asked", "", "MB", "asked",
                 "bytes a node", "times before", "MB before"});
  for (const MeasuredBenchmark& measured : table) {
    const Benchmark& benchmark = measured.benchmark;
    const std::string asked = text_of(benchmark.asked);
    const std::string megabytes = text_of(benchmark.asked_megabytes);
    if (measured.figures.empty()) {
      const std::string told = measured.failure.empty() ? "not run" : "failed";
      figures.add(
          {benchmark.name, told, "", "", asked, unit_of(benchmark), "", megabytes, "", "", ""});
      continue;
    }
    const auto old = before.find(benchmark.name);
    const bool compared = old != before.end();
    figures.add({benchmark.name, measured.is_as_asked() ? "yes" : "no",
                 fmt::format("{:.3f}", measured.best()), fmt::format("{:.3f}", measured.median()),
                 asked, unit_of(benchmark), fmt::format("{:.0f}", measured.megabytes), megabytes,
                 fmt::format("{:.0f}", measured.bytes_of_a_node),
                 compared ? fmt::format("{:.2f}", measured.times(old->second.best)) : "",
                 compared ? fmt::format("{:.0f}", old->second.megabytes) : ""});
  }
  figures.print();
}

void print_counts(const std::vector<MeasuredBenchmark>& table, const OlderTable& before) {
  Table counts({"benchmark", "of a", "instructions", "asked", "before", "misses of 2 MB", "asked",
                "before"});
  bool any = false;
  for (const MeasuredBenchmark& measured : table) {
    if (!measured.counts) continue;
    any = true;
    const Benchmark& benchmark = measured.benchmark;
    const auto found = before.find(benchmark.name);
    const OlderFigures old = found == before.end() ? OlderFigures{} : found->second;
    counts.add({benchmark.name, benchmark.unit,
                fmt::format("{:.0f}", measured.counts->instructions),
                text_of(benchmark.asked_instructions),
                old.instructions ? fmt::format("{:.0f}", *old.instructions) : "",
                fmt::format("{:.2f}", measured.counts->misses), text_of(benchmark.asked_misses),
                old.misses ? fmt::format("{:.2f}", *old.misses) : ""});
  }
  if (!any) return;
  fmt::print("\n");
  counts.print();
}

void print_events(const std::vector<MeasuredBenchmark>& table) {
  for (const MeasuredBenchmark& measured : table) {
    const Benchmark& benchmark = measured.benchmark;
    if (benchmark.events_of.empty()) continue;
    if (!measured.events_ratio) {
      fmt::print("\nits events are compared with those of {}: add that\n", benchmark.events_of);
      continue;
    }
    fmt::print("\n{} has {:.2f} events for one of {}; asked {:.2f} within a factor of {}\n",
               benchmark.events_of, *measured.events_ratio, benchmark.name,
               *benchmark.published_events, benchmark.within);
  }
}

// At one look: what is not as asked, and how far from it.
void print_verdict(const std::vector<MeasuredBenchmark>& table) {
  std::size_t met = 0;
  fmt::print("\n");
  for (const MeasuredBenchmark& measured : table) {
    const std::string& name = measured.benchmark.name;
    if (!measured.failure.empty()) fmt::print("{} failed: {}\n", name, measured.failure);
    const std::vector<std::string> shortfalls = measured.shortfalls();
    if (!shortfalls.empty()) {
      fmt::print("{} not as asked: {}\n", name, fmt::join(shortfalls, "; "));
    }
    if (measured.is_as_asked()) ++met;
  }
  const bool uncounted = std::any_of(table.begin(), table.end(), [](const auto& measured) {
    return !measured.benchmark.counted_times.empty() && !measured.counts;
  });
  const auto left = std::count_if(table.begin(), table.end(), [](const auto& measured) {
    return measured.failure.empty() && measured.figures.empty();
  });
  if (left != 0) fmt::print("{} not run\n", left);
  fmt::print("{} of {} as asked{}\n", met, counted(table.size(), "benchmark"),
             uncounted ? "; instructions and misses by --counts" : "");
}

}  // namespace

int bench_table(const BenchTableArguments& arguments, JsonFile& json) {
  const OlderTable before = older(arguments.compare);
  const std::vector<Benchmark> benchmarks = chosen(arguments.only);
  if (arguments.counts) require_counting();
  const Interrupt interrupt;
  const auto stop = [&interrupt] { return interrupt.raised(); };
  std::vector<MeasuredBenchmark> table = time_benchmarks(benchmarks, arguments.runs, stop);
  if (arguments.counts) count_benchmarks(table, stop);
  json.write(to_json(table));
  if (!json.is_standard_output()) {
    print_figures(table, before);
    print_counts(table, before);
    print_events(table);
    print_verdict(table);
  }
  if (interrupt.raised()) {
    spdlog::error("interrupted");
    return interrupt.exit_status();
  }
  const bool all_ran = std::all_of(table.begin(), table.end(),
                                   [](const auto& measured) { return measured.failure.empty(); });
  return all_ran ? ok : failed;
}

}  // namespace weft::app
