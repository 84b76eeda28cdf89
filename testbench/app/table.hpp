// Text tables on standard output.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace weft::app {

/// Rows of cells; numbers stand to the right, texts to the left. On a terminal that is too narrow
/// for them, the widest texts go on in the next line. What a terminal would obey is not printed.
class Table {
 public:
  explicit Table(std::vector<std::string> headings) : headings_(std::move(headings)) {}

  void add(const std::vector<std::string>& cells);
  void print() const;

 private:
  std::vector<std::string> headings_;
  std::vector<std::vector<std::string>> rows_;
};

/// Columns of the terminal that standard output is; nothing if it is none.
std::optional<std::size_t> terminal_width();

/// A number as people like to read it: up to six significant digits, no trailing zeros; whole
/// numbers whole.
std::string number_text(double value);

/// "1 link", "160 links".
std::string counted(std::size_t count, const std::string& noun);

/// A measured number, rounded to five significant digits or to a whole number; what is below 1e-9
/// is the rounding of sums, and printed as 0.
std::string rounded_text(double value);

}  // namespace weft::app
