#include "testbench/experiments/reproduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/override.hpp"
#include "testbench/experiments/forked.hpp"
#include "testbench/experiments/simulation.hpp"

namespace weft {

namespace {

Platform platform_of(const Series& series, const PublishedRow& row, const std::string& level,
                     const std::filesystem::path& platforms) {
  Netlist netlist = load_netlist(platforms / series.platform);
  for (const std::string& assignment : series.set) apply_override(netlist, assignment);
  for (std::size_t i = 0; i < series.vary.size(); ++i) {
    apply_override(netlist, series.vary[i] + "=" + row.values[i]);
  }
  apply_override(netlist, "level=" + level);
  return resolve(netlist);
}

double run_row(const Series& series, const PublishedRow& row, const Platform& platform) {
  Simulation simulation(platform);
  const RunResult result = simulation.run();
  const auto value = result.find(series.metric);
  if (!value) {
    throw InputError(row.place, fmt::format("the run reports no '{}'", series.metric));
  }
  return *value * series.scale;
}

}  // namespace

double ReproducedRow::error_percent() const {
  if (model == row->published) return 0;
  if (row->published == 0) return std::numeric_limits<double>::infinity();
  return 100 * (model / row->published - 1);
}

bool ReproducedRow::met() const {
  return !judged() || std::abs(error_percent()) <= series->each_percent;
}

bool ReproductionResult::met() const {
  return std::all_of(rows.begin(), rows.end(), [](const auto& row) { return row.met(); }) &&
         std::all_of(means.begin(), means.end(), [](const auto& mean) { return mean.met(); });
}

ReproductionResult reproduce(const Reproduction& reproduction,
                             const std::filesystem::path& platforms,
                             const std::function<void(std::size_t, std::size_t)>& progress) {
  ReproductionResult result;
  std::vector<Platform> resolved;
  for (const Series& series : reproduction.series) {
    for (const std::string& level : series.levels) {
      for (const PublishedRow& row : series.rows) {
        result.rows.push_back({&series, &row, level, 0});
        resolved.push_back(platform_of(series, row, level, platforms));
      }
    }
  }
  std::vector<std::function<std::string()>> jobs;
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    jobs.emplace_back([&row = result.rows[i], &platform = resolved[i]] {
      return fmt::format("{}", run_row(*row.series, *row.row, platform));
    });
  }
  const unsigned workers = std::max(1U, std::thread::hardware_concurrency());
  const auto values = run_forked(jobs, workers, [&](std::size_t done) {
    if (progress) progress(done, jobs.size());
  });
  for (std::size_t i = 0; i < values.size(); ++i) result.rows[i].model = std::stod(values[i]);

  for (const Series& series : reproduction.series) {
    for (const std::string& level : series.levels) {
      ReproducedMean mean{&series, level, 0, 0};
      double count = 0;
      for (const ReproducedRow& row : result.rows) {
        if (row.series != &series || row.level != level || !row.judged()) continue;
        const double error = std::abs(row.error_percent());
        mean.error_percent += error;
        mean.worst_percent = std::max(mean.worst_percent, error);
        ++count;
      }
      if (count == 0) continue;
      mean.error_percent /= count;
      result.means.push_back(mean);
    }
  }
  return result;
}

}  // namespace weft
