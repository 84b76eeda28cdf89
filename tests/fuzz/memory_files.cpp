#include "tests/fuzz/memory_files.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/input_file.hpp"

namespace weft {
namespace {

std::map<std::string, std::string>& files() {
  static std::map<std::string, std::string> all;
  return all;
}

}  // namespace

namespace fuzz {

void put_file(const std::string& name, std::string text) { files()[name] = std::move(text); }

}  // namespace fuzz

// Instead of the one in platforms/netlist/input_file.cpp.
std::string read_input_file(const std::filesystem::path& file, const Place& place,
                            std::string_view expected) {
  const auto found = files().find(file.string());
  if (found != files().end()) return found->second;
  throw InputError(place, fmt::format("{}: no such file", file.string()),
                   fmt::format("expected {}", expected));
}

}  // namespace weft
