#include "testbench/debugger/program_places.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft {
namespace {

std::optional<std::uint32_t> read_number(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole ? std::optional(number) : std::nullopt;
}

std::vector<std::uint32_t> address_of_label(const isa::ProgramImage& image, std::string_view label,
                                            const Place& place) {
  const auto found = image.symbols.find(std::string(label));
  const std::vector<bool> starts = image.starts();
  if (found != image.symbols.end() && found->second / 4 < starts.size() &&
      starts[found->second / 4]) {
    return {found->second};
  }
  std::vector<std::string> labels;
  for (const auto& [name, address] : image.symbols) {
    if (address < image.code_bytes()) labels.push_back(name);
  }
  throw InputError(place, fmt::format("no label '{}' of code in {}", label, image.file()),
                   "expected a label, or a line as FILE:LINE", nearest_name(label, labels));
}

std::string short_name(const std::string& file) {
  return std::filesystem::path(file).filename().string();
}

std::uint32_t file_of(const isa::ProgramImage& image, std::string_view name, const Place& place) {
  std::vector<std::string> names;
  for (std::uint32_t file = 0; file < image.files.size(); ++file) {
    const std::string& whole = image.files[file].name;
    names.push_back(short_name(whole));
    if (whole == name || names.back() == name) return file;
  }
  throw InputError(place, fmt::format("no file '{}' in the program", name),
                   "expected " + list_names(names), nearest_name(name, names));
}

// Where control comes to a line from another one, or from another call of a macro.
std::set<std::uint32_t> beginnings(const isa::ProgramImage& image, const isa::SourceLine& line) {
  std::set<std::uint32_t> addresses;
  std::set<std::uint32_t> begins;  // of calls
  for (const isa::MacroCall& call : image.calls) {
    begins.insert(call.begin);
    if (call.line == line) addresses.insert(call.begin);
  }
  const std::vector<bool> starts = image.starts();
  isa::SourceLine before;
  for (std::uint32_t word = 0; word < image.code.size(); ++word) {
    if (!starts[word]) continue;
    const bool first = image.lines[word] != before || begins.contains(4 * word);
    if (image.lines[word] == line && first) addresses.insert(4 * word);
    before = image.lines[word];
  }
  return addresses;
}

// The nearest line of a file that has an instruction; 0 if none has.
std::uint32_t nearest_line(const isa::ProgramImage& image, const isa::SourceLine& wanted) {
  std::uint32_t nearest = 0;
  const auto distance = [&wanted](std::uint32_t line) {
    return line > wanted.line ? line - wanted.line : wanted.line - line;
  };
  const auto look_at = [&](const isa::SourceLine& line) {
    if (line.file != wanted.file) return;
    if (nearest == 0 || distance(line.line) < distance(nearest)) nearest = line.line;
  };
  for (const isa::SourceLine& line : image.lines) look_at(line);
  for (const isa::MacroCall& call : image.calls) look_at(call.line);
  return nearest;
}

}  // namespace

std::vector<std::uint32_t> addresses_of(const isa::ProgramImage& image, std::string_view text,
                                        const Place& place) {
  const std::size_t colon = text.rfind(':');
  const std::string_view last = colon == std::string_view::npos ? text : text.substr(colon + 1);
  const std::optional<std::uint32_t> number = read_number(last);
  if (!number && colon == std::string_view::npos) return address_of_label(image, text, place);
  if (!number) {
    throw InputError(place, fmt::format("'{}' as a line", last),
                     "expected a number, as in fir.s:12");
  }
  isa::SourceLine line{0, *number};
  if (colon != std::string_view::npos) line.file = file_of(image, text.substr(0, colon), place);
  const std::set<std::uint32_t> addresses = beginnings(image, line);
  if (!addresses.empty()) return {addresses.begin(), addresses.end()};
  const std::string file = short_name(image.files[line.file].name);
  const std::uint32_t nearest = nearest_line(image, line);
  throw InputError(place, fmt::format("no instruction in line {} of {}", line.line, file),
                   nearest == 0 ? "expected a file with instructions"
                                : fmt::format("the nearest one is in line {}", nearest));
}

}  // namespace weft
