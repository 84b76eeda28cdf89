// What a file of results holds, read and merged.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/statistics/distribution.hpp"
#include "testbench/statistics/moments.hpp"
#include "testbench/statistics/reported_value.hpp"
#include "testbench/sweeps/comparison.hpp"
#include "testbench/sweeps/database.hpp"
#include "testbench/sweeps/run_record.hpp"

namespace weft {

/// A parameter of the experiment as its results have it.
struct ResultParameter {
  std::string name;
  std::string key;
  std::string unit;
  bool computed = false;
  std::vector<std::string> values = {};  ///< Texts, in the order of the experiment.
};

/// One run: the first columns of its row.
struct ResultRun {
  std::int64_t id = 0;
  std::vector<std::string> values;  ///< By parameter.
  std::uint64_t seed = 0;
  std::string status;  ///< "ok" or one of `flawed_statuses`.
  std::string error;
  double confidence = 95;  ///< Of half widths, percent.
  Time warm_up = 0;
  Time simulated = 0;
};

/// Runs that differ in their seeds alone.
struct ResultPoint {
  std::vector<std::string> values;  ///< By parameter.
  std::vector<double> numbers;      ///< In the unit of the parameter; NaN where it is none.
  std::vector<ResultRun> runs;      ///< By seed; those that failed too.

  std::size_t with_status(std::string_view status) const;
  std::size_t measured() const { return runs.size() - with_status("failed"); }
  /// "ok", or how many of the runs are something else.
  std::string status() const;
};

/// A point with its values.
struct MeasuredPoint {
  ResultPoint point;
  ReportedValues values;
};

/// Moments and histogram of a point, all of its runs together.
struct MergedDistribution {
  std::string quantity;
  Unit unit = Unit::none;
  Moments moments;
  std::vector<Distribution::Bin> bins;

  /// As `percentile_of` says.
  double percentile(double percent) const;
};

/// A processor over the runs of a point; the place is that of its node, -1 without one.
struct ProcessorMeans {
  std::string name;
  int x = -1;
  int y = -1;
  double acknowledged_per_ms = 0;  ///< Data packets of its own.
};

/// A file of results, open for reading. Throws InputError for what is none, or damaged, or
/// from which rows are gone.
class Results {
 public:
  explicit Results(const std::filesystem::path& file);

  const std::string& title() const { return title_; }
  /// Runs that the experiment has, be they in the file or not; nothing where it does not say so.
  std::optional<std::uint64_t> planned() const { return planned_; }
  const std::vector<ResultParameter>& parameters() const { return parameters_; }
  const std::vector<std::string>& measures() const { return measures_; }  ///< May be empty.
  const std::vector<Comparison>& comparisons() const { return comparisons_; }
  const std::string& x() const { return x_; }

  /// In order: by the parameters, the first one first; numbers by size, texts as the experiment
  /// has them, and what it has no more by its letters.
  /// With `each` every run is a point of its own.
  std::vector<ResultPoint> points(bool each = false);
  /// All reported values, in the order of `weft run`. Means and rates are weighted by their samples
  /// and times; what belongs to a distribution comes from its merged moments and histogram. The
  /// interval is that of the runs' own ones where all have one, else by Student's t between the
  /// runs.
  ReportedValues values(const ResultPoint& point);
  /// All points with their values, behind which stand their comparisons with each other: none where
  /// the other point, or a result, is not there, nor at the other point itself. Half widths add up
  /// as those of results that do not depend on each other.
  std::vector<MeasuredPoint> measured(bool each = false);
  std::vector<MergedDistribution> distributions(const ResultPoint& point);
  /// In the order of their places.
  std::vector<ProcessorMeans> processors(const ResultPoint& point);
  std::vector<RecordedLink> links(const ResultPoint& point);

 private:
  void read_experiment(const std::filesystem::path& file);
  void require_whole(const std::filesystem::path& file);
  std::vector<ResultRun> runs();
  std::vector<std::string> values_but(const Comparison& comparison, const ResultPoint& point) const;

  Database database_;
  std::string title_;
  std::optional<std::uint64_t> planned_;
  std::vector<ResultParameter> parameters_;
  std::vector<std::string> measures_;
  std::vector<Comparison> comparisons_;
  std::string x_;
};

}  // namespace weft
