#include "testbench/statistics/reported_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <unordered_set>
#include <utility>

#include <nlohmann/json.hpp>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"

namespace weft {

namespace {

ReportedValue make(std::string quantity, Statistic statistic, Kind kind, double value, Unit unit,
                   double weight = 0) {
  quantity_name(quantity);
  return {std::move(quantity), statistic, kind, value, unit, weight};
}

}  // namespace

namespace reported {

ReportedValue count(std::string quantity, double value, Unit unit) {
  return make(std::move(quantity), Statistic::none, Kind::count, value, unit);
}

ReportedValue rate(std::string quantity, double value, Unit unit) {
  return make(std::move(quantity), Statistic::none, Kind::rate, value, unit);
}

ReportedValue mean(std::string quantity, double value, Unit unit, double weight) {
  return make(std::move(quantity), Statistic::mean, Kind::mean, value, unit, weight);
}

ReportedValue figure(std::string quantity, Statistic statistic, double value, Unit unit) {
  return make(std::move(quantity), statistic, Kind::distribution, value, unit);
}

ReportedValue single(std::string quantity, double value, Unit unit) {
  return make(std::move(quantity), Statistic::none, Kind::single, value, unit);
}

ReportedValue of(Scope scope, ReportedValue value) {
  value.scope = std::move(scope);
  return value;
}

}  // namespace reported

std::string name_of(const ReportedValue& value) {
  std::string name = value.scope.name;
  if (!name.empty()) name += ' ';
  name += value.quantity;
  if (value.statistic != Statistic::none) (name += ' ') += name_of(value.statistic);
  return name;
}

double weight_of(const ReportedValue& value, double measured) {
  if (value.kind == Kind::rate) return measured;
  return value.kind == Kind::mean ? value.weight : 0;
}

const std::string& quantity_name(const std::string& quantity) {
  if (quantity.empty()) throw std::invalid_argument("a result without a name");
  if (quantity.find(",") != std::string::npos) {  // of a character GCC 12 warns without reason
    throw std::invalid_argument(fmt::format("a result '{}' with a comma in its name", quantity));
  }
  return quantity;
}

const ReportedValue* find_repeated(const ReportedValues& values) {
  std::unordered_set<std::string> names;
  for (const ReportedValue& value : values) {
    if (!names.insert(name_of(value)).second) return &value;
  }
  return nullptr;
}

const ReportedValue* find(const ReportedValues& values, const std::string& name) {
  const auto found = std::find_if(values.begin(), values.end(), [&name](const ReportedValue& one) {
    return name_of(one) == name;
  });
  return found == values.end() ? nullptr : &*found;
}

const ReportedValue& find(const ReportedValues& values, const std::string& name,
                          const std::string& what, const Place& place) {
  if (const ReportedValue* found = find(values, name)) return *found;
  std::vector<std::string> names;
  for (const ReportedValue& value : values) names.push_back(name_of(value));
  unknown_name(place, what, name, names);
}

const std::string& result_name(const std::string& name, const Place& place) {
  const std::string comma = ", ";  // not that of a component's name, node[0,1]
  if (name.find(comma) == std::string::npos) return name;
  std::string meant = name;
  for (std::size_t at = 0; (at = meant.find(comma)) != std::string::npos;) meant.erase(at, 1);
  throw InputError(place, fmt::format("no result is called '{}'", name),
                   "expected a name without commas", meant);
}

nlohmann::ordered_json json_of(const ReportedValue& value) {
  nlohmann::ordered_json json{{"name", name_of(value)},
                              {"value", value.value},
                              {"unit", name_of(value.unit)},
                              {"quantity", value.quantity},
                              {"statistic", name_of(value.statistic)},
                              {"kind", name_of(value.kind)},
                              {"scope", name_of(value.scope.of)}};
  if (!value.scope.name.empty()) json["of"] = value.scope.name;
  if (value.interval) {
    json["half_width"] = value.interval->half_width;
    json["confidence_percent"] = value.interval->confidence;
  }
  return json;
}

}  // namespace weft
