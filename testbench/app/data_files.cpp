#include "testbench/app/data_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/build_info.hpp"

namespace weft::app {

namespace fs = std::filesystem;

namespace {

fs::path data_folder(const char* name, const char* in_tree) {
  std::error_code none;
  const fs::path program = fs::read_symlink("/proc/self/exe", none);
  const fs::path installed = program.parent_path() / build_info::data_from_program / name;
  if (!none && fs::is_directory(installed, none)) return fs::weakly_canonical(installed, none);
  return fs::path(build_info::source_folder) / in_tree;
}

// A file, or the name of one in the folder, without its ending.
fs::path find_file(const std::string& argument, const fs::path& folder, std::string_view what) {
  std::error_code none;
  if (fs::exists(argument, none)) return argument;
  const bool is_name = argument == fs::path(argument).filename();
  if (const fs::path file = folder / (argument + ".yaml"); is_name && fs::exists(file, none)) {
    return file;
  }
  throw InputError(
      place_of(argument), "there is no such file",
      fmt::format("expected a {0} file or the name of a ready {0} (see `weft list`)", what),
      nearest_name(fs::path(argument).stem().string(), yaml_names(folder)));
}

}  // namespace

fs::path ready_platforms() { return data_folder("platforms", "platforms"); }

fs::path machines() { return ready_platforms() / "machines"; }

fs::path nodes() { return ready_platforms() / "nodes"; }

fs::path reproductions() {
  return data_folder("testbench/reproductions", "testbench/reproductions");
}

fs::path experiments() { return data_folder("testbench/sweeps", "testbench/sweeps"); }

fs::path benchmarks() {
  return data_folder("testbench/benchmarks", "testbench/benchmarks") / "standard.yaml";
}

std::vector<std::string> yaml_names(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

fs::path find_platform(const std::string& argument) {
  return find_file(argument, ready_platforms(), "platform");
}

fs::path find_machine(const std::string& argument) {
  return find_file(argument, machines(), "machine");
}

fs::path find_node(const std::string& argument) { return find_file(argument, nodes(), "node"); }

}  // namespace weft::app
