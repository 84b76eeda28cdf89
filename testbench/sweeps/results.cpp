#include "testbench/sweeps/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string_view>

#include <nlohmann/json.hpp>

#include "platforms/netlist/input_error.hpp"
#include "testbench/statistics/quantiles.hpp"
#include "testbench/sweeps/sweep_store.hpp"
#include "testbench/sweeps/value_range.hpp"

namespace weft {

namespace {

/// One reported value over the runs of a point.
struct Gathered {
  ReportedValue first;
  Moments plain{};
  double sum = 0;                                // of values times weights
  double weight = 0;                             // 0: some of them are no means
  double squares = 0;                            // of half widths times weights
  std::vector<std::pair<double, double>> own{};  // values with their half widths
  bool weighted = true;
  bool own_intervals = true;

  void add(double value, double its_weight, double half_width) {
    plain.add(value);
    weighted = weighted && its_weight > 0;
    own_intervals = own_intervals && weighted && !std::isnan(half_width);
    sum += value * its_weight;
    weight += its_weight;
    squares += std::pow(its_weight * half_width, 2);
    own.emplace_back(value, half_width);
  }

  // The runs lie further apart than their own intervals would let them in 95 of 100 cases.
  bool spread_tells_otherwise(double confidence) const {
    if (own.size() < 2) return false;
    const double mean = sum / weight;
    const double deviations = normal_deviations(confidence);
    double chi_squared = 0;
    for (const auto& [value, half_width] : own) {
      const double deviation = half_width / deviations;
      if (deviation <= 0) return value != mean;
      chi_squared += std::pow((value - mean) / deviation, 2);
    }
    return chi_squared > chi_squared_quantile(own.size() - 1, 0.95);
  }

  ReportedValue merged(double confidence) const {
    ReportedValue value = first;
    value.value = weighted ? sum / weight : plain.mean;
    if (own_intervals && !spread_tells_otherwise(confidence)) {
      value.interval = {std::sqrt(squares) / weight, confidence};
    } else if (plain.count >= 2) {
      value.interval = {plain.half_width(confidence), confidence};
    }
    return value;
  }
};

std::optional<double> of_distribution(const MergedDistribution& one, Statistic statistic) {
  switch (statistic) {
    case Statistic::mean: return one.moments.mean;
    case Statistic::standard_deviation: return one.moments.standard_deviation();
    case Statistic::minimum: return one.moments.minimum;
    case Statistic::maximum: return one.moments.maximum;
    case Statistic::median: return one.percentile(50);
    case Statistic::percentile_95: return one.percentile(95);
    case Statistic::percentile_99: return one.percentile(99);
    default: return {};
  }
}

// What a row of a table holds by its name.
template <class Term, std::size_t count>
Term term_at(Statement& row, int column, const std::array<std::string_view, count>& names) {
  const auto term = term_in<Term>(names, row.text(column));
  if (!term) throw std::runtime_error(fmt::format("no result has a '{}'", row.text(column)));
  return *term;
}

std::optional<ReportedValue> compared(const Comparison& comparison, const MeasuredPoint& here,
                                      const MeasuredPoint& there) {
  const ReportedValue* one = find(here.values, comparison.measure);
  const ReportedValue* other = find(there.values, comparison.measure);
  if (one == nullptr || other == nullptr) return {};
  ReportedValue value{.quantity = comparison.name,
                      .value = relative(comparison.figure, one->value, other->value),
                      .unit = Unit::percent};
  if (!std::isfinite(value.value)) return {};
  if (one->interval && other->interval) {
    const double ratio =
        comparison.figure == RelativeFigure::gain ? value.value + 100 : value.value;
    value.interval = {std::abs(ratio) * std::hypot(one->interval->half_width / one->value,
                                                   other->interval->half_width / other->value),
                      one->interval->confidence};
  }
  return value;
}

std::string ids_of(const ResultPoint& point) {
  std::string ids;
  for (const ResultRun& run : point.runs) {
    ids += fmt::format("{}{}", ids.empty() ? "" : ", ", run.id);
  }
  return ids;
}

// Behind all others if the experiment does not have it.
std::size_t rank_of(const std::string& text, const ResultParameter& parameter) {
  return static_cast<std::size_t>(
      std::find(parameter.values.begin(), parameter.values.end(), text) - parameter.values.begin());
}

bool less(const ResultPoint& a, const ResultPoint& b,
          const std::vector<ResultParameter>& parameters) {
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    const double x = a.numbers[i];
    const double y = b.numbers[i];
    if (!std::isnan(x) && !std::isnan(y) && x != y) return x < y;
    if (std::isnan(x) != std::isnan(y)) return std::isnan(y);
    if (!std::isnan(x) || a.values[i] == b.values[i]) continue;
    const std::size_t rank = rank_of(a.values[i], parameters[i]);
    const std::size_t other = rank_of(b.values[i], parameters[i]);
    return rank != other ? rank < other : a.values[i] < b.values[i];
  }
  return a.runs.front().seed < b.runs.front().seed;
}

}  // namespace

std::size_t ResultPoint::with_status(std::string_view status) const {
  return static_cast<std::size_t>(std::count_if(
      runs.begin(), runs.end(), [&](const ResultRun& run) { return run.status == status; }));
}

std::string ResultPoint::status() const {
  std::string text;
  for (const std::string_view status : flawed_statuses) {
    const std::size_t count = with_status(status);
    if (count == 0) continue;
    if (!text.empty()) text += "; ";
    text += runs.size() == 1 ? std::string(status)
                             : fmt::format("{} of {} {}", count, runs.size(), status);
  }
  return text.empty() ? "ok" : text;
}

double MergedDistribution::percentile(double percent) const {
  return percentile_of(bins, percent, moments.minimum, moments.maximum);
}

Results::Results(const std::filesystem::path& file) try : database_(file, Database::Mode::read) {
  require_results(database_, file);
  read_experiment(file);
  require_whole(file);
} catch (const DatabaseError& error) {
  throw InputError(place_of(file.string()), error.problem(),
                   "expected a file that `weft sweep` has made");
}

void Results::read_experiment(const std::filesystem::path& file) {
  bool described = false;
  Statement select = database_.prepare("SELECT name, value FROM experiment");
  while (select.next()) {
    const std::string name = select.text(0);
    if (name == "title") title_ = select.text(1);
    if (name == "x") x_ = select.text(1);
    if (name == "runs") planned_ = static_cast<std::uint64_t>(select.whole(1));
    if (name == "measures") measures_ = nlohmann::json::parse(select.text(1));
    if (name == "compare") comparisons_ = comparisons_of(nlohmann::json::parse(select.text(1)));
    if (name != "parameters") continue;
    described = true;
    for (const auto& one : nlohmann::json::parse(select.text(1))) {
      parameters_.push_back({one.at("name"), one.at("key"), one.at("unit"),
                             !one.at("value").get<std::string>().empty(),
                             one.value("values", std::vector<std::string>{})});
    }
  }
  if (described) return;
  throw InputError(place_of(file.string()), "a damaged file: results without their experiment",
                   "expected a file that `weft sweep` has made");
}

// Each run has its results from the first to the last, and as many samples in its histograms as it
// has taken; nothing is of a run that is not there. Parameters are columns of `runs` by names of
// the user's.
void Results::require_whole(const std::filesystem::path& file) {
  Statement select = database_.prepare(
      "SELECT count(*) FROM ("
      "SELECT runs.id FROM runs LEFT JOIN (SELECT run, count(*) AS n, max(position) AS last"
      " FROM results GROUP BY run) r ON r.run = runs.id"
      " WHERE runs.status != 'failed' AND (r.n IS NULL OR r.n != r.last + 1)"
      " UNION SELECT d.run FROM distributions d LEFT JOIN (SELECT run, quantity, sum(count) AS n"
      " FROM histograms GROUP BY run, quantity) h ON h.run = d.run AND h.quantity = d.quantity"
      " WHERE coalesce(n, 0) != d.count"
      " UNION SELECT h.run FROM histograms h LEFT JOIN distributions d"
      " ON d.run = h.run AND d.quantity = h.quantity WHERE d.run IS NULL"
      " UNION SELECT run FROM results WHERE run NOT IN (SELECT id FROM runs)"
      " UNION SELECT run FROM processors WHERE run NOT IN (SELECT id FROM runs)"
      " UNION SELECT run FROM links WHERE run NOT IN (SELECT id FROM runs))");
  const std::int64_t damaged = select.next() ? select.whole(0) : 0;
  if (damaged == 0) return;
  throw InputError(place_of(file.string()),
                   fmt::format("a damaged file: rows of {} run{} are not there", damaged,
                               damaged == 1 ? "" : "s"),
                   "expected whole results; run the sweep again, into another file");
}

std::vector<ResultRun> Results::runs() {
  std::string columns;
  for (const ResultParameter& parameter : parameters_)
    columns += quoted_name(parameter.name) + ", ";
  Statement select = database_.prepare(
      "SELECT id, " + columns + "seed, status, error, confidence, warm_up, simulated FROM runs");
  std::vector<ResultRun> runs;
  while (select.next()) {
    ResultRun& run = runs.emplace_back();
    run.id = select.whole(0);
    int column = 1;
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      run.values.push_back(select.text(column++));
    run.seed = static_cast<std::uint64_t>(select.whole(column++));
    run.status = select.text(column++);
    run.error = select.text(column++);
    run.confidence = select.real(column++);
    run.warm_up = static_cast<Time>(select.whole(column++));
    run.simulated = static_cast<Time>(select.whole(column));
  }
  return runs;
}

std::vector<ResultPoint> Results::points(bool each) {
  std::vector<ResultPoint> points;
  std::map<std::vector<std::string>, std::size_t> point_of;
  for (ResultRun& run : runs()) {
    const auto [entry, fresh] = point_of.try_emplace(run.values, points.size());
    if (fresh || each) {
      entry->second = points.size();
      ResultPoint& point = points.emplace_back();
      point.values = run.values;
      for (std::size_t i = 0; i < parameters_.size(); ++i) {
        point.numbers.push_back(number_in_unit(run.values[i], parameters_[i].unit));
      }
    }
    points[entry->second].runs.push_back(std::move(run));
  }
  for (ResultPoint& point : points) {
    std::sort(point.runs.begin(), point.runs.end(),
              [](const ResultRun& a, const ResultRun& b) { return a.seed < b.seed; });
  }
  std::sort(points.begin(), points.end(),
            [this](const ResultPoint& a, const ResultPoint& b) { return less(a, b, parameters_); });
  return points;
}

ReportedValues Results::values(const ResultPoint& point) {
  Statement select = database_.prepare(fmt::format(
      "SELECT r.quantity, r.statistic, r.kind, r.value, r.unit, r.weight, r.scope, r.part,"
      " r.half_width, simulated - warm_up, r.name FROM results r JOIN runs ON runs.id = r.run"
      " WHERE r.run IN ({}) ORDER BY seed, r.position",
      ids_of(point)));
  std::vector<Gathered> gathered;
  std::map<std::string, std::size_t> index;
  while (select.next()) {
    const auto [entry, fresh] = index.try_emplace(select.text(10), gathered.size());
    const ReportedValue value{select.text(0),
                              term_at<Statistic>(select, 1, statistic_names),
                              term_at<Kind>(select, 2, kind_names),
                              select.real(3),
                              term_at<Unit>(select, 4, unit_names),
                              select.real(5),
                              {term_at<Scope::Of>(select, 6, scope_names), select.text(7)}};
    if (fresh) gathered.push_back({value});
    gathered[entry->second].add(value.value, weight_of(value, select.real(9)), select.real(8));
  }
  const auto distributions = this->distributions(point);
  ReportedValues values;
  for (const Gathered& one : gathered) {
    ReportedValue& value = values.emplace_back(one.merged(point.runs.front().confidence));
    for (const MergedDistribution& distribution : distributions) {
      if (value.quantity != distribution.quantity || value.scope.of != Scope::Of::run) continue;
      value.value = of_distribution(distribution, value.statistic).value_or(value.value);
    }
  }
  return values;
}

// What a point and the one that it is compared with have in common; with `each`, the seed too.
std::vector<std::string> Results::values_but(const Comparison& comparison,
                                             const ResultPoint& point) const {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    if (parameters_[i].computed || parameters_[i].name == comparison.parameter) continue;
    values.push_back(point.values[i]);
  }
  if (point.runs.size() == 1) values.push_back(fmt::format("{}", point.runs.front().seed));
  return values;
}

std::vector<MeasuredPoint> Results::measured(bool each) {
  std::vector<MeasuredPoint> all;
  for (ResultPoint& point : points(each)) {
    auto its_values = values(point);
    all.push_back({std::move(point), std::move(its_values)});
  }
  for (const Comparison& comparison : comparisons_) {
    const auto parameter = static_cast<std::size_t>(
        std::find_if(parameters_.begin(), parameters_.end(),
                     [&](const ResultParameter& one) { return one.name == comparison.parameter; }) -
        parameters_.begin());
    std::map<std::vector<std::string>, const MeasuredPoint*> others;
    for (const MeasuredPoint& one : all) {
      if (one.point.values[parameter] == comparison.value) {
        others[values_but(comparison, one.point)] = &one;
      }
    }
    for (MeasuredPoint& one : all) {
      const auto other = others.find(values_but(comparison, one.point));
      if (other == others.end() || other->second == &one) continue;
      const auto figure = compared(comparison, one, *other->second);
      if (figure) one.values.push_back(*figure);
    }
  }
  return all;
}

std::vector<MergedDistribution> Results::distributions(const ResultPoint& point) {
  std::map<std::string, MergedDistribution> merged;
  Statement moments = database_.prepare(fmt::format(
      "SELECT d.quantity, d.unit, d.count, d.mean, d.squares, d.cubes, d.minimum, d.maximum"
      " FROM distributions d JOIN runs ON runs.id = d.run WHERE d.run IN ({}) ORDER BY seed",
      ids_of(point)));
  while (moments.next()) {
    MergedDistribution& one = merged[moments.text(0)];
    one.quantity = moments.text(0);
    one.unit = term_at<Unit>(moments, 1, unit_names);
    one.moments.merge({static_cast<std::uint64_t>(moments.whole(2)), moments.real(3),
                       moments.real(4), moments.real(5), moments.real(6), moments.real(7)});
  }
  Statement bins = database_.prepare(
      fmt::format("SELECT quantity, low, high, sum(count) FROM histograms WHERE run IN ({})"
                  " GROUP BY quantity, low, high ORDER BY quantity, low",
                  ids_of(point)));
  while (bins.next()) {
    merged[bins.text(0)].bins.push_back(
        {bins.real(1), bins.real(2), static_cast<std::uint64_t>(bins.whole(3))});
  }
  std::vector<MergedDistribution> all;
  for (auto& [name, one] : merged) all.push_back(std::move(one));
  return all;
}

std::vector<ProcessorMeans> Results::processors(const ResultPoint& point) {
  Statement select = database_.prepare(
      fmt::format("SELECT p.name, max(p.x), max(p.y),"
                  " avg(p.packets_acknowledged / ((runs.simulated - runs.warm_up) / 1e9))"
                  " FROM processors AS p JOIN runs ON runs.id = p.run WHERE p.run IN ({})"
                  " GROUP BY p.name ORDER BY max(p.y), max(p.x), p.name",
                  ids_of(point)));
  std::vector<ProcessorMeans> processors;
  while (select.next()) {
    processors.push_back({select.text(0), static_cast<int>(select.whole(1)),
                          static_cast<int>(select.whole(2)), select.real(3)});
  }
  return processors;
}

std::vector<RecordedLink> Results::links(const ResultPoint& point) {
  Statement select = database_.prepare(
      fmt::format("SELECT sender, receiver, avg(utilisation_percent) FROM links WHERE run IN ({})"
                  " GROUP BY sender, receiver ORDER BY sender, receiver",
                  ids_of(point)));
  std::vector<RecordedLink> links;
  while (select.next()) links.push_back({select.text(0), select.text(1), select.real(2)});
  return links;
}

}  // namespace weft
