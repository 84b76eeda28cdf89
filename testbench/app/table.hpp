// Text tables on standard output.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace weft::app {

/// Rows of cells; numbers stand to the right, texts to the left.
class Table {
 public:
  explicit Table(std::vector<std::string> headings) : headings_(std::move(headings)) {}

  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  void print() const;

 private:
  std::vector<std::string> headings_;
  std::vector<std::vector<std::string>> rows_;
};

/// A number as people like to read it: up to six significant digits, no trailing zeros; whole
/// numbers whole.
std::string number_text(double value);

/// "1 link", "160 links".
std::string counted(std::size_t count, const std::string& noun);

/// A measured number, rounded to five significant digits or to a whole number; what is below 1e-9
/// is the rounding of sums, and printed as 0.
std::string rounded_text(double value);

}  // namespace weft::app
