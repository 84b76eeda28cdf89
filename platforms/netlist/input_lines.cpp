#include <algorithm>
#include <sstream>
#include <utility>

#include "platforms/netlist/input_file.hpp"

namespace weft {

namespace fs = std::filesystem;

fs::path file_beside(const Node& name) {
  const fs::path file = name.text;
  if (file.is_absolute() || !name.place.source || name.place.line == 0) return file;
  return fs::path(*name.place.source).parent_path() / file;
}

namespace {

constexpr const char* blanks = " \t\r\n\v\f";

}  // namespace

InputLines::InputLines(const Node& name, std::string_view expected) {
  const fs::path file = file_beside(name);
  place_ = place_of(file.string());
  std::istringstream text(read_input_file(file, name.place, expected));
  std::uint32_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    line.erase(std::min(line.find('#'), line.size()));
    Line one{{}, {place_.source, number, 1}, {}};
    for (std::size_t begin = line.find_first_not_of(blanks); begin != std::string::npos;) {
      const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
      one.words.push_back(line.substr(begin, end - begin));
      one.columns.push_back(static_cast<std::uint32_t>(begin + 1));
      begin = line.find_first_not_of(blanks, end);
    }
    if (one.words.empty()) continue;
    one.place.column = one.columns.front();
    lines_.push_back(std::move(one));
  }
}

}  // namespace weft
