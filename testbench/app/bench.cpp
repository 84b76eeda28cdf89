// weft bench PLATFORM
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include <nlohmann/json.hpp>

#include "testbench/app/commands.hpp"
#include "testbench/app/json_file.hpp"
#include "testbench/app/platform_arguments.hpp"
#include "testbench/app/progress_bar.hpp"
#include "testbench/app/table.hpp"
#include "testbench/experiments/forked.hpp"
#include "testbench/experiments/simulation.hpp"

namespace weft::app {

namespace {

/// Rates of one level: the median of its runs.
struct Rates {
  std::string level;
  std::uint64_t token_hops = 0;
  double seconds = 0;
  double slowest = 0;
  double fastest = 0;
  double simulated = 0;  // seconds

  double hops_per_second() const { return static_cast<double>(token_hops) / seconds; }
};

std::string timed_run(const Platform& platform) {
  Simulation simulation(platform);
  const RunResult result = simulation.run();
  return nlohmann::json{result.wall_seconds, result.token_hops, result.simulated}.dump();
}

// The levels take turns, so that a machine that slows down slows both.
std::vector<Rates> measure(const std::vector<Platform>& platforms,
                           const std::vector<std::string>& levels, unsigned runs) {
  std::vector<std::function<std::string()>> jobs;
  for (unsigned run = 0; run < runs; ++run) {
    for (const Platform& platform : platforms) {
      jobs.emplace_back([&platform] { return timed_run(platform); });
    }
  }
  ProgressBar bar;
  const auto texts = run_forked(jobs, 1, [&](std::size_t done) {
    bar.show(static_cast<double>(done) / static_cast<double>(jobs.size()),
             fmt::format("{} of {} runs", done, jobs.size()));
  });
  std::vector<Rates> rates;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    std::vector<double> seconds;
    Rates rate;
    rate.level = levels[level];
    for (unsigned run = 0; run < runs; ++run) {
      const auto result = nlohmann::json::parse(texts[run * levels.size() + level]);
      seconds.push_back(std::max(result[0].get<double>(), 1e-9));
      rate.token_hops = result[1].get<std::uint64_t>();
      rate.simulated = static_cast<double>(result[2].get<Time>()) / static_cast<double>(second);
    }
    std::sort(seconds.begin(), seconds.end());
    rate.seconds = seconds[seconds.size() / 2];
    rate.fastest = seconds.front();
    rate.slowest = seconds.back();
    rates.push_back(rate);
  }
  return rates;
}

nlohmann::ordered_json to_json(const std::vector<Rates>& rates) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Rates& rate : rates) {
    json.push_back({{"level", rate.level},
                    {"token_hops", rate.token_hops},
                    {"seconds", rate.seconds},
                    {"fastest_seconds", rate.fastest},
                    {"slowest_seconds", rate.slowest},
                    {"token_hops_per_second", rate.hops_per_second()}});
  }
  return json;
}

void print(const std::vector<Rates>& rates) {
  Table table({"level", "million token-hops/s", "ns a token-hop", "simulated us/s", "median s",
               "fastest s", "slowest s", "times the first"});
  for (const Rates& rate : rates) {
    table.add({rate.level, fmt::format("{:.2f}", rate.hops_per_second() / 1e6),
               fmt::format("{:.1f}", 1e9 / rate.hops_per_second()),
               fmt::format("{:.0f}", rate.simulated * 1e6 / rate.seconds),
               fmt::format("{:.3f}", rate.seconds), fmt::format("{:.3f}", rate.fastest),
               fmt::format("{:.3f}", rate.slowest),
               fmt::format("{:.1f}", rates.front().seconds / rate.seconds)});
  }
  table.print();
}

}  // namespace

void add_bench(CLI::App& app, Outcome& outcome) {
  CLI::App* command =
      app.add_subcommand("bench", "Time a platform at each level, side by side, without start-up");
  struct Arguments {
    PlatformArguments platform;
    unsigned runs = 5;
    std::string json;
  };
  auto arguments = std::make_shared<Arguments>();
  arguments->platform.add_to(*command);
  command->add_option("--runs", arguments->runs, "Runs of each level; the median counts")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  command->add_option("--json", arguments->json, "Write the rates as JSON; - for standard output")
      ->type_name("FILE")
      ->check(require_value);
  command->callback([arguments, &outcome] {
    std::vector<std::string> levels{"signal", "token"};
    if (!arguments->platform.level.empty()) levels = {arguments->platform.level};
    std::vector<Platform> platforms;
    for (const std::string& level : levels) {
      PlatformArguments at_level = arguments->platform;
      at_level.level = level;
      platforms.push_back(at_level.resolved());
    }
    JsonFile json(arguments->json);
    const auto rates = measure(platforms, levels, arguments->runs);
    json.write(to_json(rates));
    if (!json.is_standard_output()) print(rates);
    outcome.status = ok;
  });
}

}  // namespace weft::app
