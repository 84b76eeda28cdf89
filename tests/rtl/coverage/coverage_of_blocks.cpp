#include <verilated.h>
#include <verilated_cov.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/rtl/coverage/covered.hpp"
#include "tests/support/temporary_folder.hpp"

namespace weft::test {
namespace {

// A line of Verilator's file: fields of a name and a value, and the count.
void add_line(const std::string& line) {
  const std::size_t end = line.rfind('\'');
  Point point;
  std::istringstream fields(line.substr(0, end));
  for (std::string field; std::getline(fields, field, '\001');) {
    const std::size_t at = field.find('\002');
    if (at == std::string::npos) continue;
    const std::string name = field.substr(0, at);
    const std::string value = field.substr(at + 1);
    if (name == "f") point.file = value;
    if (name == "l") point.line = static_cast<unsigned>(std::stoul(value));
    if (name == "n") point.column = static_cast<unsigned>(std::stoul(value));
    if (name == "o") point.branch = value;
  }
  executed_points()[point] += std::stoull(line.substr(end + 1));
}

}  // namespace

std::map<Point, std::uint64_t>& executed_points() {
  static std::map<Point, std::uint64_t> counts;
  return counts;
}

void add_coverage(VerilatedContext& context) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.write("coverage.dat", "");
  context.coveragep()->write(file.c_str());
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("C '")) add_line(line);
  }
}

}  // namespace weft::test
