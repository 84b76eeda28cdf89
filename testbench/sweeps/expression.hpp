// Small formulas over the parameters of an experiment.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "platforms/netlist/place.hpp"

namespace weft {

/// A formula such as "6.4 / load", by muParser: + - * / ^, comparisons, ?:, min, max, sqrt, exp,
/// ln, log2, log10, rint, abs and more.
class Expression {
 public:
  /// Throws InputError at `place` for what is no formula, with the nearest name for one that uses a
  /// name that is not among `variables`.
  Expression(const std::string& text, const std::vector<std::string>& variables, Place place);
  ~Expression();
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;

  /// Does it use a variable of this name?
  bool uses(const std::string& variable) const;
  /// With a number for each variable. Throws InputError where it has no finite value.
  double value(const std::map<std::string, double>& variables) const;

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
  std::string text_;
  Place place_;
};

}  // namespace weft
