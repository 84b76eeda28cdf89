#include "testbench/app/platform_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <vector>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/override.hpp"
#include "platforms/plugins/plugins.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/data_files.hpp"
#include "testbench/registry/built_in_registry.hpp"
#include "testbench/registry/platform_file.hpp"

namespace weft::app {

namespace {

const Place& plugin_place() {
  static const Place place = place_of("--plugin");
  return place;
}

bool sets(std::string_view assignment, std::string_view key) {
  return assignment.starts_with(key) && assignment.size() > key.size() &&
         (assignment[key.size()] == '.' || assignment[key.size()] == '=');
}

// A name as "4x4 mesh" tells of the network in the file; what is set in its place stands behind.
std::string name_with_set(const std::string& name, const std::vector<std::string>& set) {
  std::vector<std::string> changes;
  for (const std::string& assignment : set) {
    if (sets(assignment, "name")) return name;
    if (sets(assignment, "network")) changes.push_back(assignment);
  }
  return changes.empty() ? name : fmt::format("{} with {}", name, fmt::join(changes, ", "));
}

}  // namespace

void add_plugins(Command& command, std::vector<std::string>& plugins) {
  command
      .texts("--plugin", plugins, "Types of a user's: a library of weft_add_plugin or weft_add_rtl")
      .type("LIBRARY")
      .not_empty();
}

std::shared_ptr<const Registry> types_with(const std::vector<std::string>& plugins) {
  Netlist netlist;
  netlist.root.kind = Node::Kind::map;
  for (const std::string& plugin : plugins) name_plugin(netlist, plugin, plugin_place());
  return with_plugins(netlist, built_in_types());
}

void PlatformArguments::add_to(Command& command) {
  command.text("PLATFORM", platform, "A platform file, or the name of a ready platform")
      .required()
      .not_empty();
  add_options_to(command);
}

void PlatformArguments::add_options_to(Command& command) {
  command.texts("--set", set, "Override a key of the file: path.to.key=value").type("KEY=VALUE");
  add_plugins(command, plugins);
  command.text("--level", level, "Level of all that has none of its own: signal, token, ...")
      .type("LEVEL")
      .not_empty();
  command.text("--for", duration, "Simulated time, such as 200us or \"1 ms\"")
      .type("TIME")
      .not_empty();
  command.text("--seed", seed, "Seed of all random streams").type("N").not_empty();
}

Netlist PlatformArguments::netlist() const {
  Netlist netlist = load_netlist(find_platform(platform));
  for (const std::string& plugin : plugins) add_plugin(netlist, plugin, plugin_place());
  for (const std::string& assignment : set) apply_override(netlist, assignment);
  if (!level.empty()) apply_option(netlist, "level", level, "--level");
  if (!duration.empty()) apply_option(netlist, "run.for", duration, "--for");
  if (!seed.empty()) apply_option(netlist, "seed", seed, "--seed");
  return netlist;
}

Platform PlatformArguments::resolved() const {
  Platform resolved_platform = resolve(netlist());
  resolved_platform.name = name_with_set(resolved_platform.name, set);
  return resolved_platform;
}

}  // namespace weft::app
