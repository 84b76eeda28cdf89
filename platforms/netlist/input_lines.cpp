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

InputLines::InputLines(const Node& name, std::string_view expected) {
  const fs::path file = file_beside(name);
  place_ = place_of(file.string());
  std::istringstream text(read_input_file(file, name.place, expected));
  std::uint32_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    line.erase(std::min(line.find('#'), line.size()));
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(std::move(word));
    if (!words.empty()) lines_.push_back({std::move(words), {place_.source, number, 1}});
  }
}

}  // namespace weft
