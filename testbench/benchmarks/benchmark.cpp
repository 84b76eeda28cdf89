#include "testbench/benchmarks/benchmark.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft {

namespace {

constexpr std::array<std::pair<std::string_view, BenchmarkFigure>, 4> figures{{
    {"rate", BenchmarkFigure::rate},
    {"start-up", BenchmarkFigure::start_up},
    {"run", BenchmarkFigure::run},
    {"memory", BenchmarkFigure::memory},
}};

BenchmarkFigure read_figure(const Node& node) {
  const std::string& text = require_text(node, "figure");
  std::vector<std::string> names;
  for (const auto& [name, figure] : figures) {
    if (name == text) return figure;
    names.emplace_back(name);
  }
  unknown_name(node.place, "unknown figure", text, names);
}

// Each a time; their number is that of the runs that the figure takes.
std::vector<std::string> read_times(const Node& node, BenchmarkFigure figure) {
  const auto& items = require_list(node, "times").items;
  const std::size_t wanted = figure == BenchmarkFigure::rate ? 2 : 1;
  if (items.size() != wanted) {
    throw InputError(node.place, fmt::format("{} times", items.size()),
                     wanted == 2 ? "expected that of a short run and that of a long one"
                                 : "expected that of the run");
  }
  std::vector<std::string> times;
  for (const Node& item : items) {
    read_time(item, "time");
    times.push_back(item.text);
  }
  if (wanted == 2 && read_time(items[0], "time") >= read_time(items[1], "time")) {
    throw InputError(items[1].place, "'" + times[1] + "'", "expected more than " + times[0]);
  }
  return times;
}

std::optional<double> optional_real(const Section& section, std::string_view key) {
  const Node* node = section.find(key);
  if (node == nullptr) return std::nullopt;
  return read_real(*node, key);
}

void read_events(const Node& node, Benchmark& benchmark) {
  const Section section(node, "events", {"of", "published", "within"});
  benchmark.events_of = require_text(section.at("of", "another benchmark"), "of");
  benchmark.published_events = read_real(section.at("published", "a ratio"), "published");
  benchmark.within = read_real(section.at("within", "a factor"), "within");
}

Benchmark read_benchmark(const Node& node) {
  const Section section(
      node, "benchmark",
      {"name", "title", "platform", "set", "figure", "times", "unit", "hops", "clock", "asked",
       "asked_megabytes", "counted_times", "asked_instructions", "asked_misses", "events", "runs"});
  Benchmark benchmark;
  benchmark.place = node.place;
  benchmark.name = require_text(section.at("name", "a name"), "name");
  benchmark.title = require_text(section.at("title", "a text"), "title");
  benchmark.platform = require_text(section.at("platform", "a platform file"), "platform");
  if (const Node* set = section.find("set")) {
    for (const Node& item : require_list(*set, "set").items) {
      benchmark.set.push_back(require_text(item, "set"));
    }
  }
  if (const Node* figure = section.find("figure")) benchmark.figure = read_figure(*figure);
  benchmark.times = read_times(section.at("times", "a list of times"), benchmark.figure);
  if (const Node* unit = section.find("unit")) benchmark.unit = require_text(*unit, "unit");
  if (benchmark.figure == BenchmarkFigure::rate) section.at("unit", "what is counted");
  if (const Node* hops = section.find("hops")) benchmark.hops = read_real(*hops, "hops");
  if (const Node* clock = section.find("clock")) benchmark.clock = read_time(*clock, "clock");
  benchmark.asked = optional_real(section, "asked");
  benchmark.asked_megabytes = optional_real(section, "asked_megabytes");
  if (const Node* counted = section.find("counted_times")) {
    benchmark.counted_times = read_times(*counted, BenchmarkFigure::rate);
  }
  benchmark.asked_instructions = optional_real(section, "asked_instructions");
  benchmark.asked_misses = optional_real(section, "asked_misses");
  if (const Node* events = section.find("events")) read_events(*events, benchmark);
  if (const Node* runs = section.find("runs")) {
    benchmark.runs = static_cast<unsigned>(read_whole_in(*runs, "runs", 1, 100));
  }
  return benchmark;
}

// Whose events are compared must be there.
void require_other_benchmarks(const std::vector<Benchmark>& benchmarks) {
  std::vector<std::string> names;
  for (const Benchmark& benchmark : benchmarks) names.push_back(benchmark.name);
  for (const Benchmark& benchmark : benchmarks) {
    const std::string& other = benchmark.events_of;
    if (other.empty() || std::find(names.begin(), names.end(), other) != names.end()) continue;
    unknown_name(benchmark.place, "events of an unknown benchmark", other, names);
  }
}

}  // namespace

std::vector<Benchmark> load_benchmarks(const std::filesystem::path& file) {
  const Netlist netlist = load_tree(file);
  const Section section(netlist.root, "file of benchmarks", {"benchmarks"});
  std::vector<Benchmark> benchmarks;
  for (const Node& node : require_list(section.at("benchmarks", "a list"), "benchmarks").items) {
    benchmarks.push_back(read_benchmark(node));
    const Benchmark& added = benchmarks.back();
    if (std::any_of(benchmarks.begin(), benchmarks.end() - 1,
                    [&](const Benchmark& other) { return other.name == added.name; })) {
      throw InputError(added.place, "a second benchmark '" + added.name + "'",
                       "expected names of their own");
    }
  }
  require_other_benchmarks(benchmarks);
  return benchmarks;
}

}  // namespace weft
