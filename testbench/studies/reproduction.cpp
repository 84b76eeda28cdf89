#include "testbench/studies/reproduction.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <thread>
#include <utility>

#include "platforms/copy_transfer/communication_steps.hpp"
#include "platforms/copy_transfer/estimate.hpp"
#include "platforms/copy_transfer/network_measurement.hpp"
#include "platforms/copy_transfer/node_file.hpp"
#include "platforms/copy_transfer/transfer_text.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/override.hpp"
#include "testbench/experiments/forked.hpp"
#include "testbench/experiments/lasting_simulation.hpp"
#include "testbench/registry/platform_file.hpp"
#include "testbench/statistics/moments.hpp"
#include "testbench/studies/saturation.hpp"

namespace weft {

namespace {

Netlist platform_of(const Series& series, const PublishedRow& row, const std::string& level,
                    const std::filesystem::path& platforms, std::uint64_t seed,
                    const Reference& reference = {}) {
  const std::string& file = reference.platform.empty() ? series.platform : reference.platform;
  Netlist netlist = load_netlist(platforms / file);
  for (const std::string& assignment : series.set) apply_override(netlist, assignment);
  for (std::size_t i = 0; i < series.vary.size(); ++i) {
    apply_override(netlist, series.vary[i] + "=" + row.values[i]);
  }
  apply_override(netlist, "level=" + level);
  for (const std::string& assignment : reference.set) apply_override(netlist, assignment);
  if (series.seeds > 1) apply_override(netlist, fmt::format("seed={}", seed));
  return netlist;
}

ReportedValues results_of(const Series& series, const Netlist& netlist) {
  if (series.finds_saturation) {
    SaturationOptions options;
    options.curve_points = 0;
    return find_saturation(netlist, "", options).report();
  }
  const Platform platform = resolve(netlist);
  return lasting_simulation(platform).run().values;
}

double run_row(const Series& series, const PublishedRow& row, const Netlist& netlist,
               const std::string& metric) {
  const ReportedValues values = results_of(series, netlist);
  const double value = find(values, metric, "no result of the run", row.place).value;
  return series.inverse ? series.scale / value : value * series.scale;
}

// Figures that were derived from the very estimates would prove nothing.
double estimate_row(const Series& series, const PublishedRow& row,
                    const std::filesystem::path& platforms) {
  const copy_transfer::Machine machine = copy_transfer::load_machine(platforms / series.machine);
  const copy_transfer::Estimate estimate = copy_transfer::estimate(
      copy_transfer::parse_expression(row.values.front(), row.place), machine);
  const std::vector<std::string> derived = estimate.derived();
  if (!derived.empty() && row.published && row.note.empty()) {
    throw InputError(row.place,
                     fmt::format("a row that is judged and stands on derived figures: {}",
                                 fmt::join(derived, ", ")),
                     "expected a note why it is not judged");
  }
  return estimate.rate;
}

// "transpose packed", "1Q64 chained": on all nodes.
double simulate_row(const copy_transfer::NodeFile& node, const std::string& name,
                    copy_transfer::Way way, const Place& place) {
  constexpr std::uint64_t words = 8192;
  const copy_transfer::CommunicationStep step =
      copy_transfer::read_step(name, node, {words, 1}, place);
  const std::string lack = lacks_for(node, step.operation, way);
  if (lack.empty()) return run_exchanges(node, step, way).rate;
  throw InputError(place, fmt::format("'{} {}' on {}", name, text_of(way), node.file),
                   fmt::format("expected {}", lack));
}

double measure_row(const Series& series, const PublishedRow& row,
                   const std::filesystem::path& platforms) {
  const copy_transfer::NodeFile node = copy_transfer::load_node(platforms / series.node);
  const std::string& text = row.values.front();
  for (const copy_transfer::Way way : copy_transfer::all_ways) {
    const std::string behind = fmt::format(" {}", text_of(way));
    if (text.ends_with(behind))
      return simulate_row(node, text.substr(0, text.size() - behind.size()), way, row.place);
  }
  const copy_transfer::BasicTransfer transfer = copy_transfer::read_basic_transfer(text, row.place);
  if (!can_measure(node, transfer)) {
    throw InputError(row.place, fmt::format("'{}' on {}", text, node.file),
                     "expected a transfer that this node does");
  }
  return measure_transfer(node, transfer).rate;
}

double transfer_row(const Series& series, const PublishedRow& row,
                    const std::filesystem::path& platforms) {
  return series.node.empty() ? estimate_row(series, row, platforms)
                             : measure_row(series, row, platforms);
}

ReproducedMean mean_of(const ReproductionResult& result, const Series& series,
                       const std::string& level, std::size_t& count) {
  ReproducedMean mean{&series, level};
  for (const ReproducedRow& row : result.rows) {
    if (row.series != &series || row.level != level || !row.judged()) continue;
    const double error = std::abs(row.error_percent());
    mean.error_percent += error;
    mean.rms_percent += error * error;
    mean.worst_percent = std::max(mean.worst_percent, error);
    mean.model += row.model;
    mean.lowest = count == 0 ? row.model : std::min(mean.lowest, row.model);
    mean.highest = count == 0 ? row.model : std::max(mean.highest, row.model);
    ++count;
  }
  mean.error_percent /= static_cast<double>(std::max<std::size_t>(count, 1));
  mean.model /= static_cast<double>(std::max<std::size_t>(count, 1));
  mean.rms_percent =
      std::sqrt(mean.rms_percent / static_cast<double>(std::max<std::size_t>(count, 1)));
  return mean;
}

double compared(const std::optional<Reference>& reference, double here, double there) {
  return reference ? relative(reference->figure, here, there) : here;
}

// Mean over the seeds, and how far it can be trusted.
void set_model(ReproducedRow& row, const std::vector<double>& figures) {
  Moments moments;
  for (const double figure : figures) moments.add(figure);
  row.model = moments.mean;
  if (figures.size() >= 2) row.half_width = moments.half_width(95);
}

}  // namespace

double ReproducedRow::error_percent() const {
  if (!row->published || model == *row->published) return 0;
  if (*row->published == 0) return std::numeric_limits<double>::infinity();
  return 100 * (model / *row->published - 1);
}

std::optional<bool> ReproducedRow::nearer_than_predicted() const {
  if (!row->published || !row->predicted) return {};
  const double off = std::abs(*row->predicted - *row->published);
  if (off <= good_prediction_percent / 100 * std::abs(*row->published)) return {};
  return std::abs(model - *row->published) < off;
}

bool ReproducedRow::met() const {
  if (judged() && nearer_than_predicted() == false) return false;
  if (judged() && series->each_range) return series->each_range->holds(model);
  return !judged() || series->range || std::abs(error_percent()) <= series->each_percent;
}

bool ReproductionResult::met() const {
  return std::all_of(rows.begin(), rows.end(), [](const auto& row) { return row.met(); }) &&
         std::all_of(means.begin(), means.end(), [](const auto& mean) { return mean.met(); });
}

ReproductionResult reproduce(const Reproduction& reproduction,
                             const std::filesystem::path& platforms,
                             const std::function<void(std::size_t, std::size_t)>& progress) {
  ReproductionResult result;
  std::deque<Netlist> platforms_of_rows;  // the jobs point into it
  std::vector<std::function<std::string()>> jobs;
  const auto add_job = [&](const Series& series, const PublishedRow& row, Netlist platform,
                           const std::string& metric) {
    resolve(platform);  // what is wrong is told before anything runs
    platforms_of_rows.push_back(std::move(platform));
    jobs.emplace_back([&series, &row, &metric, &own = platforms_of_rows.back()] {
      return fmt::format("{}", run_row(series, row, own, metric));
    });
  };
  for (const Series& series : reproduction.series) {
    for (const std::string& level : series.levels) {
      for (const PublishedRow& row : series.rows) {
        result.rows.push_back({&series, &row, level, 0, {}});
        if (!series.runs_platforms()) {
          result.rows.back().model = transfer_row(series, row, platforms);
          continue;
        }
        for (std::uint64_t seed = 1; seed <= series.seeds; ++seed) {
          add_job(series, row, platform_of(series, row, level, platforms, seed), series.metric);
          if (!series.relative_to) continue;
          const Reference& reference = *series.relative_to;
          add_job(series, row, platform_of(series, row, level, platforms, seed, reference),
                  reference.metric.empty() ? series.metric : reference.metric);
        }
      }
    }
  }
  const unsigned workers = std::max(1U, std::thread::hardware_concurrency());
  const auto values = run_forked(jobs, workers, [&](std::size_t done) {
    if (progress) progress(done, jobs.size());
  });
  auto value = values.begin();
  for (ReproducedRow& row : result.rows) {
    if (!row.series->runs_platforms()) continue;
    std::vector<double> figures;
    for (std::uint64_t seed = 1; seed <= row.series->seeds; ++seed) {
      const double here = std::stod(*value++);
      const double there = row.series->relative_to ? std::stod(*value++) : 0;
      figures.push_back(compared(row.series->relative_to, here, there));
    }
    set_model(row, figures);
  }

  for (const Series& series : reproduction.series) {
    for (const std::string& level : series.levels) {
      std::size_t count = 0;
      const ReproducedMean mean = mean_of(result, series, level, count);
      if (count == 0) continue;
      result.means.push_back(mean);
    }
  }
  return result;
}

}  // namespace weft
