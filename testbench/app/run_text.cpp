#include "testbench/app/run_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "hw/common/harmless_text.hpp"
#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/registry/quantity.hpp"
#include "testbench/app/run_details.hpp"
#include "testbench/app/table.hpp"
#include "testbench/statistics/summary.hpp"

namespace weft::app {

namespace {

std::string partial_text(const Platform& platform, const RunResult& result) {
  const Time end = platform.run.until ? platform.run.until->at_most : platform.run.duration;
  const std::string text = fmt::format("partial results: interrupted at {} of {}",
                                       time_text(result.simulated), time_text(end));
  if (!result.values.empty()) return text;
  return text +
         fmt::format(", before anything was measured (warm-up: {})", time_text(result.warm_up));
}

void print(const ReportedValues& values) {
  const bool intervals = std::any_of(values.begin(), values.end(), [](const ReportedValue& value) {
    return value.interval.has_value();
  });
  Table table(intervals ? std::vector<std::string>{"result", "value", "+-", "unit"}
                        : std::vector<std::string>{"result", "value", "unit"});
  for (const ReportedValue& value : values) {
    std::vector<std::string> cells{name_of(value), rounded_text(value.value),
                                   std::string(name_of(value.unit))};
    if (intervals) {
      cells.insert(cells.end() - 1, value.interval ? rounded_text(value.interval->half_width) : "");
    }
    table.add(std::move(cells));
  }
  table.print();
}

// The failures stand on standard error.
void print(const Alarms& alarms) {
  for (const std::string& line : lines_of(alarms, false)) fmt::print("note: {}\n", line);
}

// In us, to the ns.
std::string in_us(Time time) {
  return time == never ? "" : fmt::format("{:.3f}", static_cast<double>(time) / microsecond);
}

void print_slowest(const Platform& platform, const std::vector<SlowMessage>& slowest) {
  if (slowest.empty()) return;
  Table table({"slowest messages", "to", "bytes", "created us", "sent us", "arrived us",
               "latency us", "of that", "waiting at"});
  for (const SlowMessage& message : slowest) {
    table.add({name_of_processor(platform, message.source),
               name_of_processor(platform, message.destination), fmt::format("{}", message.bytes),
               in_us(message.created), in_us(message.sent), in_us(message.arrived),
               in_us(message.latency()), in_us(message.waited), place_of_wait(platform, message)});
  }
  table.print();
}

void print_values(const ReportedValues& values, bool all) {
  const ReportedValues shown = all ? values : summary_of(values);
  print(shown);
  const std::size_t left_out = values.size() - shown.size();
  if (left_out != 0) fmt::print("... and {} more: --all\n", left_out);
}

}  // namespace

void print_run(const Platform& platform, const RunResult& result, bool all) {
  const auto at = [&platform](Level level) {
    return std::count_if(platform.components.begin(), platform.components.end(),
                         [level](const Component& component) { return component.level == level; });
  };
  std::vector<std::string> levels;
  for (const Level level : all_levels) {
    const bool usual = cells_of(platform).empty() && hypercube_nodes_of(platform).empty() &&
                       (level == Level::signal || level == Level::token);
    if (usual || at(level) != 0)
      levels.push_back(fmt::format("{} at {}", at(level), name_of(level)));
  }
  const std::size_t links = platform.links.size();
  const std::size_t busses = platform.busses.size();
  std::string joined = links != 0 || busses == 0 ? counted(links, "link") : "";
  if (busses != 0)
    joined +=
        (joined.empty() ? "" : ", ") + fmt::format("{} bus{}", busses, busses == 1 ? "" : "ses");
  fmt::print("{}: {} ({}), {}, seed {}\n", harmless(result.platform),
             counted(platform.components.size(), "component"), fmt::join(levels, ", "), joined,
             result.seed);
  if (result.partial) fmt::print("{}\n", partial_text(platform, result));
  print_values(result.values, all);
  print_slowest(platform, result.slowest);
  const std::string busiest = busiest_text(platform, result);
  if (!busiest.empty()) fmt::print("{}\n", busiest);
  if (result.load && !result.load->text.empty()) {
    fmt::print("{}: {}\n", name_of(result.load->state), result.load->text);
  }
  print(result.alarms);
  if (result.convergence) {
    fmt::print("{}; {} of start-up left out\n", result.convergence->text(),
               time_text(result.warm_up));
  }
  const double seconds = std::max(result.wall_seconds, 1e-9);
  fmt::print("simulated {} in {:.2f} s: {:.2f} million {} a second\n", time_text(result.simulated),
             result.wall_seconds, static_cast<double>(result.token_hops) / seconds / 1e6,
             links == 0 && busses != 0 ? "word-hops" : "token-hops");
  if (!result.trace_files.empty()) {
    fmt::print("traced into {}\n", fmt::join(result.trace_files, ", "));
  }
}

}  // namespace weft::app
