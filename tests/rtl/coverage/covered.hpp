// Verilog that counts which of its lines are executed.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>

class VerilatedContext;

namespace weft::test {

/// A place of which Verilator counts how often it was executed.
struct Point {
  std::string file;  // with its folders
  unsigned line = 0;
  unsigned column = 0;
  std::string branch;  // "if", "else", "case", "block"

  auto operator<=>(const Point&) const = default;
};

/// Of all blocks that have ended.
std::map<Point, std::uint64_t>& executed_points();

/// Adds what a block has executed.
void add_coverage(VerilatedContext& context);

/// `Top` is a class that was made with --coverage-line.
template <class Top>
class Covered : public Top {
 public:
  using Top::Top;
  ~Covered() { add_coverage(*this->contextp()); }
};

}  // namespace weft::test
