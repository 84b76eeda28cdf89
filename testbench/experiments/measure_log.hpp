// What the means and rates of a run were in each of many equal stretches of time.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "hw/common/time.hpp"
#include "platforms/platform.hpp"
#include "testbench/statistics/reported_value.hpp"
#include "testbench/statistics/sample_series.hpp"

namespace weft {

/// Takes reports that count from one time on, and keeps what each mean and rate was between two of
/// them.
class MeasureLog {
 public:
  /// `measured` is the time that the report covers, ps; the reports come `sample` after each other.
  void add(const ReportedValues& report, Time measured);

  std::size_t samples() const { return samples_; }
  /// Samples of a mean or rate; empty if there has been none of that name.
  std::vector<Sample> of(const std::string& measure) const;
  /// Throws InputError unless a mean or a rate has that name, of the report or of what `may_come`
  /// into a later one: a mean without samples need not be in it.
  static void require_measure(const ReportedValues& report, const ReportedValues& may_come,
                              const StopSpec& stop);

 private:
  struct Series {
    Sample total;
    std::size_t begin = 0;  // samples before the first
    std::vector<Sample> samples;
  };

  std::size_t samples_ = 0;
  std::unordered_map<std::string, Series> series_;
};

}  // namespace weft
