#include "testbench/experiments/measure_log.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft {

void MeasureLog::add(const ReportedValues& report, Time measured) {
  for (const ReportedValue& value : report) {
    const double weight = weight_of(value, static_cast<double>(measured));
    if (weight <= 0) continue;
    const auto [entry, fresh] = series_.try_emplace(name_of(value));
    Series& series = entry->second;
    if (fresh) series.begin = samples_;
    const Sample total{value.value * weight, weight};
    series.samples.push_back({total.sum - series.total.sum, total.weight - series.total.weight});
    series.total = total;
  }
  ++samples_;
}

std::vector<Sample> MeasureLog::of(const std::string& measure) const {
  const auto found = series_.find(measure);
  if (found == series_.end()) return {};
  std::vector<Sample> samples(found->second.begin);
  samples.insert(samples.end(), found->second.samples.begin(), found->second.samples.end());
  return samples;
}

void MeasureLog::require_measure(const ReportedValues& report, const ReportedValues& may_come,
                                 const StopSpec& stop) {
  std::vector<std::string> names;
  for (const ReportedValues* values : {&report, &may_come}) {
    for (const ReportedValue& value : *values) {
      const bool is_measure = value.kind == Kind::mean || value.kind == Kind::rate;
      const std::string name = name_of(value);
      const bool is_known = std::find(names.begin(), names.end(), name) != names.end();
      if (is_measure && !is_known) names.push_back(name);
    }
  }
  if (std::find(names.begin(), names.end(), stop.measure) != names.end()) return;
  throw InputError(stop.place,
                   fmt::format("no mean or rate of the run is called '{}'", stop.measure),
                   "expected " + list_names(names), nearest_name(stop.measure, names));
}

}  // namespace weft
