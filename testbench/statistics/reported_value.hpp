// Results of a run, typed and named.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "platforms/netlist/place.hpp"
#include "testbench/statistics/result_terms.hpp"

namespace weft {

/// How well a mean is known.
struct ConfidenceInterval {
  double half_width = 0;   ///< In the unit of the mean.
  double confidence = 95;  ///< Percent.

  friend bool operator==(const ConfidenceInterval&, const ConfidenceInterval&) = default;
};

/// One result: the mean of the message latency, 1234.5 ns. To be made by the functions of
/// `reported`.
struct ReportedValue {
  std::string quantity;  ///< "message latency"; it holds no comma.
  Statistic statistic = Statistic::none;
  Kind kind = Kind::single;
  double value = 0;
  Unit unit = Unit::none;
  /// What a mean is a mean over: its number of samples, or ps for a mean over time. 0 for all else.
  double weight = 0;
  Scope scope{};
  /// Of means and rates of a run that stops by one, and of runs that were merged.
  std::optional<ConfidenceInterval> interval{};

  friend bool operator==(const ReportedValue&, const ReportedValue&) = default;
};

using ReportedValues = std::vector<ReportedValue>;

/// Results by their kinds. Throw std::invalid_argument for a quantity without a name, or with a
/// comma in it (quantity_name).
namespace reported {

ReportedValue count(std::string quantity, double value, Unit unit = Unit::none);
ReportedValue rate(std::string quantity, double value, Unit unit);
/// `weight`: see ReportedValue.
ReportedValue mean(std::string quantity, double value, Unit unit, double weight);
ReportedValue figure(std::string quantity, Statistic statistic, double value,
                     Unit unit = Unit::none);
ReportedValue single(std::string quantity, double value, Unit unit = Unit::none);
/// The same, of a part of the platform.
ReportedValue of(Scope scope, ReportedValue value);

}  // namespace reported

/// The name by which users know it, in tables and in their files: scope, quantity and statistic, as
/// "left to right throughput", "message latency mean".
std::string name_of(const ReportedValue& value);

/// What value times weight gives a sum that grows with time: the time that was measured, in ps, of
/// a rate; ReportedValue::weight of a mean; 0 of all else.
double weight_of(const ReportedValue& value, double measured);

/// The name of a quantity. Throws std::invalid_argument for one that is empty or holds a comma.
const std::string& quantity_name(const std::string& quantity);

/// The first that has the name of one before it; null if there is none.
const ReportedValue* find_repeated(const ReportedValues& values);

/// Null if none has this name.
const ReportedValue* find(const ReportedValues& values, const std::string& name);
/// Throws InputError with the names that there are, and the nearest, if none has this one; `what`
/// is what was looked for, as "no result of the run".
const ReportedValue& find(const ReportedValues& values, const std::string& name,
                          const std::string& what, const Place& place);

/// The name of a result as a user gives it. Throws InputError for one that no result can have, with
/// the name that was likely meant.
const std::string& result_name(const std::string& name, const Place& place);

/// {"name", "value", "unit", "quantity", "statistic", "kind", "scope"}, with "of" if the scope is
/// not the run, and with "half_width" and "confidence_percent" if it has an interval.
nlohmann::ordered_json json_of(const ReportedValue& value);

}  // namespace weft
