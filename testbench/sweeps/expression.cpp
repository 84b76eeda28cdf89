#include "testbench/sweeps/expression.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <cmath>
#include <string_view>
#include <utility>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft {

struct Expression::Parser {
  mu::Parser parser;
  std::map<std::string, double> values;
};

namespace {

// muParser would set the parameter.
void require_no_assignment(const std::string& text, const Place& place) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '=') continue;
    const bool comparison =
        i != 0 && std::string_view("<>!=").find(text[i - 1]) != std::string::npos;
    if (comparison || text.substr(i + 1, 1) == "=") {
      ++i;
      continue;
    }
    throw InputError(place, fmt::format("'=' in the formula '{}'", text), "expected '=='");
  }
}

}  // namespace

Expression::Expression(const std::string& text, const std::vector<std::string>& variables,
                       Place place)
    : parser_(std::make_unique<Parser>()), text_(text), place_(std::move(place)) {
  require_no_assignment(text, place_);
  try {
    for (const std::string& name : variables) {
      parser_->parser.DefineVar(name, &parser_->values[name]);
    }
    parser_->parser.SetExpr(text);
    int values = 0;
    parser_->parser.Eval(values);
    if (values != 1) {
      throw InputError(place_, fmt::format("'{}' as a formula: {} values", text, values),
                       "expected one, such as 6.4 / load");
    }
  } catch (const mu::Parser::exception_type& error) {
    if (error.GetCode() == mu::ecUNASSIGNABLE_TOKEN) {
      const std::string& name = error.GetToken();
      throw InputError(
          place_, fmt::format("'{}' in '{}', which no parameter before it is called", name, text),
          variables.empty() ? "expected a number" : "expected " + list_names(variables),
          nearest_name(name, variables));
    }
    throw InputError(place_, fmt::format("'{}' as a formula: {}", text, error.GetMsg()),
                     "expected one such as 6.4 / load");
  }
}

Expression::~Expression() = default;
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;

bool Expression::uses(const std::string& variable) const {
  return parser_->parser.GetUsedVar().contains(variable);
}

double Expression::value(const std::map<std::string, double>& variables) const {
  for (auto& [name, value] : parser_->values) value = variables.at(name);
  const double value = parser_->parser.Eval();
  if (std::isfinite(value)) return value;
  throw InputError(place_, fmt::format("'{}' without a finite value", text_),
                   "expected a number for each value of what it is computed from");
}

}  // namespace weft
