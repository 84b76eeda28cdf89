// Named results, as the command prints them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace weft {

/// One result: "message latency, mean", 1234.5, "ns". The unit is empty for plain counts.
struct ReportedValue {
  std::string name;
  double value = 0;
  std::string unit;
  /// What a mean is a mean over: its number of samples, or ps for a mean over time. 0 for all else;
  /// a rate needs none: its unit tells ("MB/s", "1/ms"). `of_whole_run` for what has the unit of a
  /// rate but none of its stretches add up to: the lowest of many rates, their deviation.
  double weight = 0;
  /// Half of the width of the confidence interval; only in a run that stops by one.
  std::optional<double> half_width = std::nullopt;

  static constexpr double of_whole_run = -1;

  friend bool operator==(const ReportedValue&, const ReportedValue&) = default;
};

using ReportedValues = std::vector<ReportedValue>;

/// Is it a count or a sum per unit of time?
bool is_rate(const ReportedValue& value);

/// What value times weight gives a sum that grows with time: the time that was measured, in ps, of
/// a rate; ReportedValue::weight of all else, but 0 of what counts for the whole run alone.
double weight_of(const ReportedValue& value, double measured);

}  // namespace weft
