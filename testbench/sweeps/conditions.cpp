#include "testbench/sweeps/conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/sweeps/value_range.hpp"

namespace weft {

namespace {

/// "load=0.5"
struct Condition {
  std::size_t parameter = 0;
  std::string value;

  bool holds(const ResultPoint& point, const ResultParameter& info) const {
    if (point.values[parameter] == value) return true;
    double wanted = number_in_unit(value, info.unit);
    if (std::isnan(wanted)) wanted = number_in_unit(value, "");
    return point.numbers[parameter] == wanted;
  }
};

Condition condition_of(const std::string& option, const std::string& text,
                       const std::vector<ResultParameter>& parameters) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    throw InputError(place_of(option + " " + text), "no condition", "expected parameter=value");
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].name == text.substr(0, equals)) return {i, text.substr(equals + 1)};
    names.push_back(parameters[i].name);
  }
  throw InputError(place_of(option + " " + text), "no such parameter",
                   "expected " + list_names(names), nearest_name(text.substr(0, equals), names));
}

void require_match(const Condition& condition, const std::string& option, const std::string& text,
                   const std::vector<MeasuredPoint>& points,
                   const std::vector<ResultParameter>& parameters) {
  const ResultParameter& parameter = parameters[condition.parameter];
  std::vector<std::string> values;
  for (const MeasuredPoint& one : points) {
    if (condition.holds(one.point, parameter)) return;
    const std::string& value = one.point.values[condition.parameter];
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  if (points.empty()) return;
  throw InputError(place_of(option + " " + text),
                   fmt::format("no results where {} is {}", parameter.name, condition.value),
                   "expected " + list_names(values), nearest_name(condition.value, values));
}

}  // namespace

std::vector<MeasuredPoint> points_where(Results& results, const std::string& option,
                                        const std::vector<std::string>& where, bool each) {
  std::vector<Condition> conditions;
  for (const std::string& text : where) {
    conditions.push_back(condition_of(option, text, results.parameters()));
  }
  auto points = results.measured(each);
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    require_match(conditions[i], option, where[i], points, results.parameters());
  }
  for (const Condition& condition : conditions) {
    std::erase_if(points, [&](const MeasuredPoint& one) {
      return !condition.holds(one.point, results.parameters()[condition.parameter]);
    });
  }
  return points;
}

}  // namespace weft
