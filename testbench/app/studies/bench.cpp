// weft bench PLATFORM
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <sstream>

#include <nlohmann/json.hpp>

#include "platforms/netlist/input_error.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/json_file.hpp"
#include "testbench/app/platform_arguments.hpp"
#include "testbench/app/progress_bar.hpp"
#include "testbench/app/studies/bench_rtl.hpp"
#include "testbench/app/studies/bench_table.hpp"
#include "testbench/app/studies/commands.hpp"
#include "testbench/app/studies/timed_run.hpp"
#include "testbench/app/table.hpp"
#include "testbench/experiments/forked.hpp"

namespace weft::app {

namespace {

/// The runs of one level.
class Runs {
 public:
  explicit Runs(std::string level) : level_(std::move(level)) {}

  void add(const TimedRun& run) { runs_.push_back(run); }
  const std::string& level() const { return level_; }
  std::uint64_t token_hops() const { return runs_.front().token_hops; }
  const char* unit() const { return runs_.front().of_words ? "word-hop" : "token-hop"; }
  double simulated_seconds() const {
    return static_cast<double>(runs_.front().simulated) / static_cast<double>(second);
  }
  double hops_per_second() const {
    return static_cast<double>(token_hops()) / median(&TimedRun::seconds);
  }
  double peak_megabytes() const { return static_cast<double>(runs_.front().peak_kilobytes) / 1024; }
  double median(double TimedRun::*field) const { return ordered(field)[runs_.size() / 2]; }
  double least(double TimedRun::*field) const { return ordered(field).front(); }
  double most(double TimedRun::*field) const { return ordered(field).back(); }

 private:
  std::vector<double> ordered(double TimedRun::*field) const {
    std::vector<double> values;
    for (const TimedRun& run : runs_) values.push_back(std::max(run.*field, 1e-9));
    std::sort(values.begin(), values.end());
    return values;
  }

  std::string level_;
  std::vector<TimedRun> runs_;
};

PlatformArguments at_level(PlatformArguments platform, const std::string& level) {
  platform.level = level;
  return platform;
}

bool can_be_run(const PlatformArguments& platform) {
  try {
    platform.resolved();
    return true;
  } catch (const InputError&) {
    return false;
  }
}

// As `signal,word`.
std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> levels;
  std::istringstream text(list);
  for (std::string level; std::getline(text, level, ',');) levels.push_back(level);
  return levels;
}

// Those asked for. Or those at which the file can be run; if there are none, as it is written.
// Throws its InputError.
std::vector<std::string> levels_of(const PlatformArguments& platform) {
  if (!platform.level.empty()) return split(platform.level);
  std::vector<std::function<std::string()>> jobs;
  for (const Level level : all_levels) {
    jobs.emplace_back([at = at_level(platform, std::string(name_of(level)))] {
      return can_be_run(at) ? at.level : std::string();
    });
  }
  std::vector<std::string> levels = run_forked(jobs, 1);
  std::erase(levels, "");
  if (!levels.empty()) return levels;
  platform.resolved();
  return std::vector<std::string>(1);
}

// The levels take turns, so that a machine that slows down slows both.
std::vector<Runs> measure(const PlatformArguments& platform, const std::vector<std::string>& levels,
                          unsigned runs) {
  std::vector<std::function<std::string()>> jobs;
  for (unsigned run = 0; run < runs; ++run) {
    for (const std::string& level : levels) {
      jobs.emplace_back([at = at_level(platform, level)] { return timed_run(at); });
    }
  }
  ProgressBar bar;
  const auto texts = run_forked(jobs, 1, [&](std::size_t done) {
    bar.show(static_cast<double>(done) / static_cast<double>(jobs.size()),
             fmt::format("{} of {} runs", done, jobs.size()));
  });
  std::vector<Runs> measured(levels.begin(), levels.end());
  for (std::size_t job = 0; job < texts.size(); ++job) {
    measured[job % levels.size()].add(nlohmann::json::parse(texts[job]).get<TimedRun>());
  }
  return measured;
}

nlohmann::ordered_json to_json(const std::vector<Runs>& levels) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Runs& runs : levels) {
    json.push_back({{"level", runs.level()},
                    {"token_hops", runs.token_hops()},
                    {"seconds", runs.median(&TimedRun::seconds)},
                    {"fastest_seconds", runs.least(&TimedRun::seconds)},
                    {"slowest_seconds", runs.most(&TimedRun::seconds)},
                    {"token_hops_per_second", runs.hops_per_second()},
                    {"check_seconds", runs.median(&TimedRun::check_seconds)},
                    {"elaborate_seconds", runs.median(&TimedRun::elaborate_seconds)},
                    {"peak_megabytes", runs.peak_megabytes()}});
  }
  return json;
}

void print(const std::vector<Runs>& levels) {
  const char* const unit = levels.front().unit();
  Table rates({"level", fmt::format("million {}s/s", unit), fmt::format("ns a {}", unit),
               "simulated us/s", "median s", "fastest s", "slowest s", "times the first"});
  Table start_up({"level", "read and checked s", "elaborated s", "peak MB"});
  const double first = levels.front().median(&TimedRun::seconds);
  for (const Runs& runs : levels) {
    const double seconds = runs.median(&TimedRun::seconds);
    rates.add({runs.level(), fmt::format("{:.2f}", runs.hops_per_second() / 1e6),
               fmt::format("{:.1f}", 1e9 / runs.hops_per_second()),
               fmt::format("{:.0f}", runs.simulated_seconds() * 1e6 / seconds),
               fmt::format("{:.3f}", seconds),
               fmt::format("{:.3f}", runs.least(&TimedRun::seconds)),
               fmt::format("{:.3f}", runs.most(&TimedRun::seconds)),
               fmt::format("{:.1f}", first / seconds)});
    start_up.add({runs.level(), fmt::format("{:.3f}", runs.median(&TimedRun::check_seconds)),
                  fmt::format("{:.3f}", runs.median(&TimedRun::elaborate_seconds)),
                  fmt::format("{:.0f}", runs.peak_megabytes())});
  }
  rates.print();
  fmt::print("\n");
  start_up.print();
}

// Options that go with the other way to use the command.
void require_none(const std::vector<std::pair<std::string, bool>>& options,
                  const std::string& found, const std::string& expected) {
  for (const auto& [option, given] : options) {
    if (given) throw InputError(place_of(option), found, expected);
  }
}

void bench_platform(const PlatformArguments& platform, unsigned runs, JsonFile& json) {
  const auto measured = measure(platform, levels_of(platform), runs);
  json.write(to_json(measured));
  if (!json.is_standard_output()) print(measured);
}

}  // namespace

void define_bench(Command& command) {
  struct Arguments {
    PlatformArguments platform;
    BenchTableArguments table;
    std::string json;
  };
  auto arguments = std::make_shared<Arguments>();
  PlatformArguments& platform = arguments->platform;
  BenchTableArguments& table = arguments->table;
  command
      .text("PLATFORM", platform.platform,
            "A platform file, or the name of a ready platform; without it the ready benchmarks")
      .not_empty();
  platform.add_options_to(command);
  command.number("--runs", table.runs, 1, 100,
                 "Runs of each; their median, and of the ready benchmarks the best, counts");
  command
      .texts("--only", table.only,
             "Of the ready benchmarks this one, or those whose names begin with it, as packet; "
             "again for more")
      .type("NAME")
      .not_empty();
  command.flag("--counts", table.counts,
               "Count instructions and misses of the ready benchmarks too, with valgrind");
  command
      .text("--compare", table.compare,
            "Print what --json of the ready benchmarks wrote beside the new figures")
      .type("FILE")
      .not_empty();
  command.text("--json", arguments->json, "Write the figures as JSON; - for standard output")
      .type("FILE")
      .not_empty();
  command.does([arguments, &platform, &table] {
    if (platform.platform.empty()) {
      require_none({{"--set", !platform.set.empty()},
                    {"--plugin", !platform.plugins.empty()},
                    {"--level", !platform.level.empty()},
                    {"--for", !platform.duration.empty()},
                    {"--seed", !platform.seed.empty()}},
                   "there is no PLATFORM that it could change", "expected a platform before it");
      JsonFile json(arguments->json);
      return bench_table(table, json);
    }
    require_none({{"--only", !table.only.empty()},
                  {"--counts", table.counts},
                  {"--compare", !table.compare.empty()}},
                 "a platform was named", "expected none: this is of the ready benchmarks");
    JsonFile json(arguments->json);
    if (platform.platform == "rtl") {
      platform.platform = "rtl_switch_8";
      bench_rtl(platform, table.runs, json);
    } else {
      bench_platform(platform, table.runs, json);
    }
    return ok;
  });
}

}  // namespace weft::app
