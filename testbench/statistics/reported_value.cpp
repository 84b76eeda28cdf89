#include "testbench/statistics/reported_value.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace weft {

bool is_rate(const ReportedValue& value) {
  constexpr std::array<std::string_view, 4> per_time{"/s", "/ms", "/us", "/ns"};
  if (value.weight == ReportedValue::of_whole_run) return false;
  return std::any_of(per_time.begin(), per_time.end(),
                     [&](std::string_view ending) { return value.unit.ends_with(ending); });
}

double weight_of(const ReportedValue& value, double measured) {
  return is_rate(value) ? measured : std::max(value.weight, 0.0);
}

}  // namespace weft
