#include "testbench/sweeps/value_range.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

#include "hw/common/time.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft {

namespace {

/// A number as it stands in a file.
struct Number {
  double value = 0;
  std::string unit;
};

std::optional<Number> number_in(const std::string& text) {
  const bool negative = text.starts_with('-');
  const auto quantity = parse_quantity(std::string_view(text).substr(negative ? 1 : 0));
  if (!quantity) return {};
  const double value =
      static_cast<double>(quantity->digits) / static_cast<double>(quantity->divisor);
  return Number{negative ? -value : value, quantity->unit};
}

Number read_number(const Node& node, std::string_view what) {
  if (const auto number = number_in(require_text(node, what))) return *number;
  throw InputError(node.place, fmt::format("{} for '{}'", node.description(), what),
                   "expected a number, which a unit may follow, such as 10 us");
}

double ps_of(const std::string& unit) {
  const std::array<std::pair<std::string_view, Time>, 5> units{
      {{"ps", 1}, {"ns", nanosecond}, {"us", microsecond}, {"ms", millisecond}, {"s", second}}};
  for (const auto& [name, ps] : units) {
    if (name == unit) return static_cast<double>(ps);
  }
  return 0;
}

// std::stod throws at a number below the least normal one.
double number_of(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

std::string fixed_text(double number) {
  // 12 digits: 0.1 three times is 0.3
  const double rounded = number_of(fmt::format("{:.12g}", number));
  std::array<char, 400> text{};
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), rounded, std::chars_format::fixed);
  return {text.data(), end};
}

/// From, to and what lies between.
struct Range {
  Number from;
  Number to;
  bool logarithmic = false;
  bool whole = false;
};

[[noreturn]] void no_values(const Node& node, const Range& range, std::string_view expected) {
  throw InputError(node.place,
                   fmt::format("a range without values, from {} to {}",
                               fixed_text(range.from.value), fixed_text(range.to.value)),
                   expected);
}

void add(SweepParameter& parameter, double number, bool whole) {
  SweepValue value = value_of_number(whole ? std::round(number) : number, parameter.unit);
  auto& values = parameter.values;
  if (!values.empty() && values.back().text == value.text) return;
  values.push_back(std::move(value));
}

void add_by_step(const Node& node, const Range& range, SweepParameter& parameter) {
  const Node& step_node = *node.find("step");
  const Number step = read_number(step_node, "step");
  if (step.unit != range.from.unit) {
    throw InputError(step_node.place, fmt::format("a step in '{}'", step.unit),
                     fmt::format("expected '{}', as in `from`", range.from.unit));
  }
  const double way = range.to.value - range.from.value;
  if (step.value == 0 || way / step.value < 0) {
    no_values(node, range, "expected a step that leads from the one to the other");
  }
  constexpr double rounding = 1e-9;
  const double count = std::floor(way / step.value + rounding) + 1;
  if (count > static_cast<double>(most_values)) {
    throw InputError(step_node.place, fmt::format("{:.0f} values of one parameter", count),
                     fmt::format("expected at most {}", most_values));
  }
  for (double i = 0; i < count; ++i) {
    add(parameter, range.from.value + i * step.value, range.whole);
  }
}

void add_in_steps(const Node& node, const Range& range, SweepParameter& parameter) {
  const std::uint64_t steps =
      read_whole_in(Section(node, parameter.name, value_keys())
                        .at("steps", "how many steps, or `step`, how far each"),
                    "steps", 1, most_values - 1);
  if (range.to.value < range.from.value) no_values(node, range, "expected `from` below `to`");
  if (range.logarithmic && range.from.value <= 0) {
    throw InputError(node.find("from")->place, "a logarithmic range from 0 or below",
                     "expected a number above 0");
  }
  for (std::uint64_t i = 0; i <= steps; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(steps);
    const double number = range.logarithmic
                              ? range.from.value * std::pow(range.to.value / range.from.value, part)
                              : range.from.value + part * (range.to.value - range.from.value);
    add(parameter, number, range.whole);
  }
}

bool read_scale(const Section& section) {
  const Node* scale = section.find("scale");
  if (scale == nullptr || require_text(*scale, "scale") == "linear") return false;
  if (scale->text == "log") return true;
  unknown_name(scale->place, "unknown scale", scale->text, {"linear", "log"});
}

void read_range(const Node& node, SweepParameter& parameter) {
  const Section section(node, parameter.name, value_keys());
  Range range;
  range.from = read_number(section.at("from", "a number, or `values`, a list"), "from");
  range.to = read_number(section.at("to", "a number"), "to");
  if (range.from.unit != range.to.unit) {
    throw InputError(section.at("to", "").place,
                     fmt::format("a range from '{}' to '{}'", range.from.unit, range.to.unit),
                     "expected the same unit");
  }
  range.logarithmic = read_scale(section);
  if (const Node* whole = section.find("whole")) range.whole = read_boolean(*whole, "whole");
  parameter.unit = range.from.unit;
  if (section.find("step") == nullptr) return add_in_steps(node, range, parameter);
  for (const char* other : {"steps", "scale"}) {
    const Node* found = section.find(other);
    if (found == nullptr) continue;
    throw InputError(found->place, fmt::format("'{}' beside 'step'", other),
                     "expected one of them");
  }
  add_by_step(node, range, parameter);
}

void read_list(const Node& node, SweepParameter& parameter) {
  const auto& items = require_list(node, "values").items;
  if (items.empty()) throw InputError(node.place, "an empty list", "expected one value or more");
  bool numbers = true;
  for (const Node& item : items) {
    const std::string& text = require_text(item, "a value");
    const auto number = number_in(text);
    if (&item == items.data() && number) parameter.unit = number->unit;
    numbers = numbers && number && number->unit == parameter.unit;
    for (const SweepValue& value : parameter.values) {
      if (value.text == text)
        throw InputError(item.place, fmt::format("'{}' twice", text), "expected each value once");
    }
    parameter.values.push_back({text, number ? number->value : 0});
  }
  if (numbers) return;
  parameter.unit.clear();
  for (SweepValue& value : parameter.values) {
    value.number = std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace

std::vector<std::string> value_keys() {
  return {"key", "values", "from", "to", "step", "steps", "scale", "whole"};
}

void read_values(const Node& node, SweepParameter& parameter) {
  const Section section(node, parameter.name, value_keys());
  const Node* values = section.find("values");
  if (values == nullptr) return read_range(node, parameter);
  for (const char* other : {"from", "to", "step", "steps", "scale", "whole"}) {
    const Node* found = section.find(other);
    if (found == nullptr) continue;
    throw InputError(found->place, fmt::format("'{}' beside 'values'", other),
                     "expected a list or a range");
  }
  read_list(*values, parameter);
}

double number_in_unit(const std::string& text, const std::string& unit) {
  const auto number = number_in(text);
  if (number && number->unit == unit) return number->value;
  const double ps = number ? ps_of(number->unit) * ps_of(unit) : 0;
  return ps == 0 ? std::numeric_limits<double>::quiet_NaN()
                 : number->value * ps_of(number->unit) / ps_of(unit);
}

SweepValue value_of_number(double number, const std::string& unit) {
  if (const double ps = ps_of(unit); ps != 0) {
    const double whole = std::round(number * ps);
    const std::string text = fixed_text(whole / ps);
    if (std::round(number_of(text) * ps) == whole) {
      return {fmt::format("{} {}", text, unit), number_of(text)};
    }
    return {fmt::format("{:.0f} ps", whole), whole / ps};
  }
  const std::string text = fixed_text(number);
  return {unit.empty() ? text : fmt::format("{} {}", text, unit), number_of(text)};
}

}  // namespace weft
