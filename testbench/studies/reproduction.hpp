// Published figures and what the models give for them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "platforms/netlist/place.hpp"
#include "testbench/studies/relative_figure.hpp"

namespace weft {

/// One published figure.
struct PublishedRow {
  std::vector<std::string> values;  ///< Of the keys that Series::vary names.
  std::optional<double> published;  ///< Nothing for a figure that is withheld: a prediction.
  std::string note;  ///< Why the row is shown but not judged; empty for a row that counts.
  std::optional<double> predicted;  ///< By the publication itself, from a formula of its own.
  Place place;
};

/// The run that a row is compared with: the row's own, but for what stands here.
struct Reference {
  RelativeFigure figure = RelativeFigure::gain;
  std::string platform;          ///< As Series::platform; empty for the same.
  std::vector<std::string> set;  ///< "key=value", after those of the row.
  std::string metric;            ///< Of its run; empty for that of the series.
};

/// From and including `lowest` to `highest`, in the published unit.
struct Range {
  double lowest = 0;
  double highest = 0;

  bool holds(double value) const { return value >= lowest && value <= highest; }
};

/// Rows that are measured in the same way: a run of a platform for each, one result of it; or the
/// estimate of an expression of basic transfers for each, where there is a machine; or a basic
/// transfer measured on a simulated node.
struct Series {
  std::string title;
  std::string machine;           ///< Machine file, relative to the ready platforms; empty for runs.
  std::string node;              ///< Node file, likewise; empty for runs.
  std::string platform;          ///< File, relative to the ready platforms.
  std::vector<std::string> set;  ///< "key=value" for all rows.
  std::vector<std::string> vary;  ///< Keys that the rows set.
  std::string metric;             ///< Name of a ReportedValue.
  bool finds_saturation = false;  ///< The metric is one of Saturation::report, else of a run.
  double scale = 1;               ///< Times the metric gives the published unit, ...
  bool inverse = false;           ///< ... or by the metric: a time out of a rate.
  /// The figure compares the metric with that of this run.
  std::optional<Reference> relative_to;
  std::string unit;
  std::uint64_t seeds = 1;  ///< Each row runs with the seeds 1 to this; the figure is their mean.
  double each_percent = 0;  ///< Tolerance of a row.
  std::optional<Range> each_range;  ///< Or: where every row has to be.
  /// Where the mean of the rows has to be, in place of a tolerance of each.
  std::optional<Range> range;
  std::optional<double> mean_percent;  ///< Tolerance of the mean of their absolute errors.
  std::optional<double> rms_percent;   ///< Tolerance of the root of the mean of their squares.
  std::string remark;                  ///< On these rows; printed below them.
  std::vector<std::string> levels;     ///< Each row runs at each of them.
  std::vector<PublishedRow> rows;

  /// There is a platform to run for each row.
  bool runs_platforms() const { return machine.empty() && node.empty(); }
};

/// A published table or figure: data, with its source. Read from testbench/reproductions/NAME.yaml.
struct Reproduction {
  std::string name;
  std::string title;
  std::string source;
  std::string remarks;  ///< What gives the figures, and what cannot be met and why.
  std::vector<Series> series;
};

/// Throws InputError.
Reproduction load_reproduction(const std::filesystem::path& file);

/// A published prediction that is off by no more than so many percent need not be beaten.
inline constexpr double good_prediction_percent = 5;

/// A row with what the model gave.
struct ReproducedRow {
  const Series* series = nullptr;
  const PublishedRow* row = nullptr;
  std::string level;
  double model = 0;
  /// Half of the 95 % interval of the mean over the seeds, by Student's t; nothing for one seed.
  std::optional<double> half_width;

  /// 0 without a published figure.
  double error_percent() const;
  bool judged() const { return row->published && row->note.empty(); }
  /// Is the model nearer to what was published than the publication's own prediction? Nothing where
  /// there is none, or a good one.
  std::optional<bool> nearer_than_predicted() const;
  bool met() const;
};

/// A mean over the judged rows of a series at one level, where there are any.
struct ReproducedMean {
  const Series* series = nullptr;
  std::string level;
  double error_percent = 0;  ///< Mean of the absolute errors.
  double worst_percent = 0;
  double rms_percent = 0;          ///< Root of the mean of their squares.
  double model = 0;                ///< Mean of what the model gave ...
  double lowest = 0, highest = 0;  ///< ... and between what.

  bool met() const {
    if (series->range) return series->range->holds(model);
    if (series->rms_percent && rms_percent > *series->rms_percent) return false;
    return !series->mean_percent || error_percent <= *series->mean_percent;
  }
};

struct ReproductionResult {
  std::vector<ReproducedRow> rows;
  std::vector<ReproducedMean> means;

  bool met() const;
};

/// Runs all rows and what they are compared with, each in a process of its own, as many at a time
/// as there are processors. `platforms` is the folder of the ready platforms. Throws InputError for
/// a row that makes no valid platform, and for one of a machine that has no estimate, or that is
/// judged though its estimate stands on figures that were derived and not published.
ReproductionResult reproduce(const Reproduction& reproduction,
                             const std::filesystem::path& platforms,
                             const std::function<void(std::size_t, std::size_t)>& progress = {});

}  // namespace weft
