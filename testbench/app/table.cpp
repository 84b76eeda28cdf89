#include "testbench/app/table.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "hw/common/harmless_text.hpp"

namespace weft::app {

namespace {

bool is_number(const std::string& cell) {
  return !cell.empty() && cell.find_first_not_of("0123456789.+-e") == std::string::npos;
}

constexpr std::size_t gap = 2;  // between columns

// Columns of text give way, the widest first, down to what can still be read.
void narrow(std::vector<std::size_t>& widths, const std::vector<bool>& right,
            std::size_t terminal) {
  constexpr std::size_t least = 24;
  const auto all = [&widths] {
    std::size_t sum = 0;
    for (const std::size_t width : widths) sum += width + gap;
    return sum - gap;
  };
  while (!widths.empty() && all() > terminal) {
    std::size_t widest = widths.size();
    for (std::size_t column = 0; column < widths.size(); ++column) {
      if (right[column] || widths[column] <= least) continue;
      if (widest == widths.size() || widths[column] > widths[widest]) widest = column;
    }
    if (widest == widths.size()) return;
    --widths[widest];
  }
}

// At most `width` characters, cut between words where there are any.
std::string take_line(std::string& rest, std::size_t width) {
  if (rest.size() <= width) return std::exchange(rest, {});
  const std::size_t blank = rest.rfind(' ', width);
  const bool between_words = blank != std::string::npos && blank > 0;
  std::string line = rest.substr(0, between_words ? blank : width);
  rest.erase(0, between_words ? blank + 1 : width);
  return line;
}

void print_row(std::vector<std::string> cells, const std::vector<std::size_t>& widths,
               const std::vector<bool>& right) {
  bool more = true;
  while (more) {
    more = false;
    std::string line;
    for (std::size_t column = 0; column < cells.size(); ++column) {
      const std::string text = take_line(cells[column], widths[column]);
      more = more || !cells[column].empty();
      line += right[column] ? fmt::format("{:>{}}", text, widths[column])
                            : fmt::format("{:<{}}", text, widths[column]);
      line += std::string(gap, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", line);
  }
}

}  // namespace

void Table::add(const std::vector<std::string>& cells) {
  auto& row = rows_.emplace_back();
  for (const std::string& cell : cells) row.push_back(harmless(cell));
}

void Table::print() const {
  std::vector<std::size_t> widths;
  std::vector<bool> right;
  for (std::size_t column = 0; column < headings_.size(); ++column) {
    std::size_t width = headings_[column].size();
    for (const auto& row : rows_) width = std::max(width, row[column].size());
    widths.push_back(width);
    right.push_back(std::all_of(rows_.begin(), rows_.end(), [column](const auto& row) {
      return row[column].empty() || is_number(row[column]);
    }));
  }
  if (const auto terminal = terminal_width()) narrow(widths, right, *terminal);
  print_row(headings_, widths, right);
  for (const auto& row : rows_) print_row(row, widths, right);
}

std::optional<std::size_t> terminal_width() {
  winsize size{};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return {};
  return size.ws_col == 0 ? std::nullopt : std::optional<std::size_t>(size.ws_col);
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
