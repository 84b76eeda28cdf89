#include "testbench/sweeps/named_files.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "platforms/netlist/file_guard.hpp"
#include "platforms/netlist/input_file.hpp"

namespace weft {

std::uint64_t fingerprint(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

void add_named_files(NamedFiles& files, const Node& node) {
  for (const Node& item : node.items) add_named_files(files, item);
  for (const NodeEntry& entry : node.entries) add_named_files(files, entry.value);
  if (!node.is_scalar() || node.text.empty()) return;
  const std::filesystem::path file = file_beside(node);
  std::error_code none;
  if (!std::filesystem::is_regular_file(file, none)) return;
  FileGuard::reading(file);
  std::ifstream stream(file, std::ios::binary);
  files[node.text].append(std::istreambuf_iterator<char>(stream), {});
}

}  // namespace weft
