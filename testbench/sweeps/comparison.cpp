#include "testbench/sweeps/comparison.hpp"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "testbench/statistics/reported_value.hpp"
#include "testbench/sweeps/experiment.hpp"
#include "testbench/sweeps/value_range.hpp"

namespace weft {

namespace {

// Only varied parameters can be told apart: those that are computed follow from them.
void read_other_point(const Node& node, const std::vector<SweepParameter>& parameters,
                      Comparison& comparison) {
  const auto& entries = require_map(node, "relative_to").entries;
  if (entries.size() != 1) {
    throw InputError(node.place, fmt::format("relative to {} parameters", entries.size()),
                     "expected one parameter and a value of it");
  }
  comparison.parameter = entries.front().key;
  std::vector<std::string> names;
  for (const SweepParameter& parameter : parameters) {
    if (parameter.values.empty()) continue;
    names.push_back(parameter.name);
    if (parameter.name != comparison.parameter) continue;
    const std::string& value = require_text(entries.front().value, comparison.parameter);
    std::vector<std::string> values;
    for (const SweepValue& one : parameter.values) {
      values.push_back(one.text);
      if (one.text != value && one.number != number_in_unit(value, parameter.unit)) continue;
      comparison.value = one.text;
      return;
    }
    unknown_name(entries.front().value.place, "no value of " + parameter.name, value, values);
  }
  unknown_name(entries.front().place, "no parameter that is varied", comparison.parameter, names);
}

}  // namespace

std::vector<Comparison> read_comparisons(const Node& node,
                                         const std::vector<SweepParameter>& parameters) {
  std::vector<Comparison> comparisons;
  for (const NodeEntry& entry : require_map(node, "compare").entries) {
    const Section section(entry.value, entry.key, {"measure", "relative_to", "figure"});
    for (const SweepParameter& parameter : parameters) {
      if (parameter.name != entry.key) continue;
      throw InputError(entry.place, fmt::format("a comparison '{}'", entry.key),
                       "expected another name; a parameter has that one");
    }
    Comparison comparison;
    comparison.name = result_name(entry.key, entry.place);
    const Node& measure = section.at("measure", "a result, as `weft run` prints it");
    comparison.measure = result_name(require_text(measure, "measure"), measure.place);
    comparison.place = measure.place;
    read_other_point(section.at("relative_to", "a parameter and a value of it"), parameters,
                     comparison);
    if (const Node* figure = section.find("figure"))
      comparison.figure = read_relative_figure(*figure);
    comparisons.push_back(std::move(comparison));
  }
  return comparisons;
}

nlohmann::ordered_json json_of(const std::vector<Comparison>& comparisons) {
  auto json = nlohmann::ordered_json::array();
  for (const Comparison& one : comparisons) {
    json.push_back({{"name", one.name},
                    {"measure", one.measure},
                    {"parameter", one.parameter},
                    {"value", one.value},
                    {"figure", relative_figure_names[static_cast<std::size_t>(one.figure)]}});
  }
  return json;
}

std::vector<Comparison> comparisons_of(const nlohmann::json& json) {
  std::vector<Comparison> comparisons;
  for (const auto& one : json) {
    const auto figure = relative_figure_of(one.at("figure").get<std::string>());
    comparisons.push_back({one.at("name"),
                           one.at("measure"),
                           one.at("parameter"),
                           one.at("value"),
                           figure.value_or(RelativeFigure::share),
                           {}});
  }
  return comparisons;
}

}  // namespace weft
