#include "testbench/app/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace weft::app {

namespace {

bool is_number(const std::string& cell) {
  return !cell.empty() && cell.find_first_not_of("0123456789.+-e") == std::string::npos;
}

}  // namespace

void Table::print() const {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < headings_.size(); ++column) {
    std::size_t width = headings_[column].size();
    for (const auto& row : rows_) width = std::max(width, row[column].size());
    widths.push_back(width);
  }
  std::vector<bool> right;
  for (std::size_t column = 0; column < headings_.size(); ++column) {
    right.push_back(std::all_of(rows_.begin(), rows_.end(), [column](const auto& row) {
      return row[column].empty() || is_number(row[column]);
    }));
  }
  const auto print_row = [&](const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
      line += right[column] ? fmt::format("{:>{}}", row[column], widths[column])
                            : fmt::format("{:<{}}", row[column], widths[column]);
      line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", line);
  };
  print_row(headings_);
  for (const auto& row : rows_) print_row(row);
}

std::string number_text(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15) return fmt::format("{:.0f}", value);
  return fmt::format("{:.6g}", value);
}

std::string counted(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string rounded_text(double value) {
  constexpr double noise = 1e-9;
  constexpr double five_digits = 1e4;
  if (std::abs(value) < noise) return "0";
  if (std::abs(value) >= five_digits) return fmt::format("{:.0f}", value);
  return fmt::format("{:.5g}", value);
}

}  // namespace weft::app
