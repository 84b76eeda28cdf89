// weft saturate PLATFORM
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>

#include <nlohmann/json.hpp>

#include "platforms/netlist/input_error.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/json_file.hpp"
#include "testbench/app/platform_arguments.hpp"
#include "testbench/app/progress_bar.hpp"
#include "testbench/app/result_file.hpp"
#include "testbench/app/studies/commands.hpp"
#include "testbench/app/table.hpp"
#include "testbench/build_info.hpp"
#include "testbench/reports/line_chart.hpp"
#include "testbench/studies/saturation.hpp"

namespace weft::app {

namespace {

struct SaturateArguments {
  PlatformArguments platform;
  std::vector<std::string> patterns;
  unsigned messages = 80'000;
  unsigned workers = std::max(1U, std::thread::hardware_concurrency());
  std::string json;
  std::string svg;
};

void print(const std::string& name, const std::vector<Saturation>& all) {
  const Saturation& first = all.front();
  fmt::print("{}: {} t9000s; {} links of {} Mbit/s in all each way through the middle, along {}\n",
             name, first.processors, number_text(first.bisection.links),
             number_text(first.bisection.bits_per_second / 1e6), first.bisection.along);
  Table table({"pattern", "zero-load latency us", "saturation MB/s", "of a processor", "+-",
               "of the bisection %"});
  for (const Saturation& one : all) {
    table.add({one.pattern, rounded_text(one.zero_load_latency / 1e3),
               rounded_text(one.throughput() * static_cast<double>(one.processors)),
               rounded_text(one.throughput()), rounded_text(one.half_width()),
               rounded_text(100 * one.throughput() / one.capacity)});
  }
  table.print();
  for (const Saturation& one : all) {
    fmt::print("\n");
    Table curve({one.pattern + ": MB/s offered by a processor", "delivered", "latency mean us",
                 "99th percentile us", "status"});
    for (const LoadPoint& point : one.curve) {
      curve.add({fmt::format("{:.4f}", point.offered), fmt::format("{:.4f}", point.delivered),
                 rounded_text(point.latency / 1e3), rounded_text(point.percentile_99 / 1e3),
                 point.status});
    }
    curve.print();
  }
}

nlohmann::ordered_json json_of(const LoadPoint& point) {
  return {{"offered", point.offered},
          {"delivered", point.delivered},
          {"latency_ns", point.latency},
          {"latency_99th_percentile_ns", point.percentile_99},
          {"status", point.status}};
}

nlohmann::ordered_json to_json(const std::string& name, const std::vector<Saturation>& all) {
  nlohmann::ordered_json json{{"weft", build_info::version}, {"platform", name}};
  const Bisection& bisection = all.front().bisection;
  json["bisection"] = {{"along", bisection.along},
                       {"links", bisection.links},
                       {"bits_per_second", bisection.bits_per_second}};
  json["patterns"] = nlohmann::ordered_json::array();
  for (const Saturation& one : all) {
    nlohmann::ordered_json found{{"pattern", one.pattern}};
    found["values"] = nlohmann::ordered_json::array();
    for (const ReportedValue& value : one.report()) {
      found["values"].push_back(weft::json_of(value));
    }
    found["curve"] = nlohmann::ordered_json::array();
    for (const LoadPoint& point : one.curve) found["curve"].push_back(json_of(point));
    json["patterns"].push_back(std::move(found));
  }
  return json;
}

// Of loads that are steady: no latency belongs to the others.
std::string chart_of(const std::string& name, const std::vector<Saturation>& all) {
  LineChart chart;
  chart.title = name + ": latency against load, up to saturation";
  chart.x_label = "offered by a processor, MB/s";
  chart.y_label = "latency mean, us";
  chart.series_label = "pattern";
  for (const Saturation& one : all) {
    ChartSeries series{one.pattern, {}};
    for (const LoadPoint& point : one.curve) {
      if (!point.steady()) continue;
      series.points.push_back({point.offered,
                               point.latency / 1e3,
                               {},
                               fmt::format("{} at {:.3f} MB/s: {:.3f} us", one.pattern,
                                           point.offered, point.latency / 1e3)});
    }
    chart.series.push_back(std::move(series));
  }
  return draw(chart);
}

int saturate(const SaturateArguments& arguments) {
  const Netlist netlist = arguments.platform.netlist();
  const std::string name = arguments.platform.resolved().name;
  if (!arguments.platform.duration.empty()) {
    throw InputError(place_of("--for"), "a time of runs that last as long as their messages take",
                     "expected --messages");
  }
  JsonFile json(arguments.json);
  ResultFile picture = picture_file(arguments.svg, "--svg");
  SaturationOptions options;
  options.messages = arguments.messages;
  options.workers = arguments.workers;
  std::vector<std::string> patterns = arguments.patterns;
  if (patterns.empty()) patterns.emplace_back();
  std::vector<Saturation> all;
  {
    ProgressBar bar;
    for (const std::string& pattern : patterns) {
      constexpr double usual_runs = 20;
      all.push_back(find_saturation(netlist, pattern, options, [&](std::size_t runs) {
        const double of_this = std::min(static_cast<double>(runs) / usual_runs, 1.0);
        bar.show((static_cast<double>(all.size()) + of_this) / static_cast<double>(patterns.size()),
                 fmt::format("{} runs of {}", runs, pattern.empty() ? "its pattern" : pattern));
      }));
    }
  }
  json.write(to_json(name, all));
  if (!arguments.svg.empty()) picture.write(chart_of(name, all));
  if (!json.is_standard_output() && !picture.is_standard_output()) print(name, all);
  return ok;
}

}  // namespace

void define_saturate(Command& command) {
  auto arguments = std::make_shared<SaturateArguments>();
  arguments->platform.add_to(command);
  command
      .texts("--pattern", arguments->patterns,
             "Pattern of the random traffic, such as transpose; again for more; uniform without")
      .type("PATTERN")
      .not_empty();
  command.number("--messages", arguments->messages, 2'000, 100'000'000,
                 "Messages of a run, at most: more tell the load more exactly");
  command.number("-j,--jobs", arguments->workers, 1, 1024, "Runs side by side");
  command.text("--json", arguments->json, "Write the results as JSON; - for standard output")
      .type("FILE")
      .not_empty();
  command.text("--svg", arguments->svg, "Draw latency against load; - for standard output")
      .type("FILE")
      .not_empty();
  command.does([arguments] { return saturate(*arguments); });
}

}  // namespace weft::app
