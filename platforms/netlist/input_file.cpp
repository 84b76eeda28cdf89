#include "platforms/netlist/input_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "platforms/netlist/file_guard.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/netlist.hpp"

namespace weft {

namespace fs = std::filesystem;

std::string read_input_file(const fs::path& file, const Place& place, std::string_view expected) {
  const auto refuse = [&](const std::string& what) {
    const bool is_place = place.source && *place.source == file.string();
    const std::string found = is_place ? what : fmt::format("{}: {}", file.string(), what);
    throw InputError(place, found, fmt::format("expected {}", expected));
  };
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found) refuse("no such file");
  if (error) refuse(error.message());
  if (fs::is_directory(status)) refuse("is a directory");
  if (!fs::is_regular_file(status)) refuse("is not a regular file");
  FileGuard::reading(file);
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

}  // namespace weft
