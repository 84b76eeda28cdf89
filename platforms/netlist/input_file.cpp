#include "platforms/netlist/input_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/netlist.hpp"

namespace weft {

namespace fs = std::filesystem;

std::string read_input_file(const fs::path& file, const Place& place, std::string_view expected) {
  const auto refuse = [&](const std::string& what) {
    const std::string found = place.line == 0 ? what : fmt::format("{}: {}", file.string(), what);
    throw InputError(place, found, fmt::format("expected {}", expected));
  };
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found) refuse("no such file");
  if (error) refuse(error.message());
  if (fs::is_directory(status)) refuse("is a directory");
  if (!fs::is_regular_file(status)) refuse("is not a regular file");
  const std::uintmax_t size = fs::file_size(file, error);
  if (error) refuse(error.message());
  if (size > max_netlist_bytes) {
    refuse(fmt::format("is {} MB large, more than the {} MiB that are read", size / 1'000'000,
                       max_netlist_bytes >> 20U));
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) refuse(std::strerror(errno));
  // one byte more than allowed: the file may have grown since
  std::string text(static_cast<std::size_t>(size) + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad()) refuse("cannot be read");
  text.resize(std::min(static_cast<std::size_t>(stream.gcount()), static_cast<std::size_t>(size)));
  return text;
}

fs::path file_beside(const Node& name) {
  const fs::path file = name.text;
  if (file.is_absolute() || !name.place.source || name.place.line == 0) return file;
  return fs::path(*name.place.source).parent_path() / file;
}

InputLines::InputLines(const Node& name, std::string_view expected) {
  const fs::path file = file_beside(name);
  place_ = place_of(file.string());
  const Place named = name.place.line == 0 ? place_ : name.place;
  std::istringstream text(read_input_file(file, named, expected));
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
