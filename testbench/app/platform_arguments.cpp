#include "testbench/app/platform_arguments.hpp"

#include <filesystem>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/override.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/plugins.hpp"
#include "testbench/app/commands.hpp"
#include "testbench/app/data_files.hpp"
#include "testbench/build_info.hpp"

namespace weft::app {

namespace {

// `plugins:` of the file: one or a list, each relative to the file that names it.
void load_plugins_of(const Netlist& netlist, Registry& registry) {
  const Node* node = netlist.root.find("plugins");
  if (node == nullptr) return;
  const std::vector<Node> one{*node};
  for (const Node& each : node->is_list() ? node->items : one) {
    const std::filesystem::path folder =
        each.place.source ? std::filesystem::path(*each.place.source).parent_path() : "";
    load_plugin(folder / require_text(each, "plugin"), each.place, build_info::version, registry);
  }
}

// Lives as long as the platforms that name its types. A library is loaded once in a program.
const Registry& registry_for(const Netlist& netlist, const std::vector<std::string>& plugins) {
  if (plugins.empty() && netlist.root.find("plugins") == nullptr) return built_in_registry();
  static const Registry registry = [&] {
    Registry with_plugins = make_built_in_registry();
    load_plugins_of(netlist, with_plugins);
    for (const std::string& plugin : plugins) {
      load_plugin(plugin, place_of("--plugin"), build_info::version, with_plugins);
    }
    return with_plugins;
  }();
  return registry;
}

}  // namespace

void PlatformArguments::add_to(CLI::App& command) {
  command.add_option("PLATFORM", platform, "A platform file, or the name of a ready platform")
      ->required()
      ->check(require_value);
  command.add_option("--set", set, "Override a key of the file: path.to.key=value")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all();
  command.add_option("--plugin", plugins, "A component type in RTL: a library made by weft_add_rtl")
      ->type_name("LIBRARY")
      ->expected(1)
      ->take_all()
      ->check(require_value);
  command.add_option("--level", level, "Level of all that has none of its own: signal or token")
      ->type_name("LEVEL")
      ->check(require_value);
  command.add_option("--for", duration, "Simulated time, such as 200us or \"1 ms\"")
      ->type_name("TIME")
      ->check(require_value);
  command.add_option("--seed", seed, "Seed of all random streams")
      ->type_name("N")
      ->check(require_value);
}

Platform PlatformArguments::resolved() const {
  Netlist netlist = load_netlist(find_platform(platform));
  for (const std::string& assignment : set) apply_override(netlist, assignment);
  if (!level.empty()) apply_option(netlist, "level", level, "--level");
  if (!duration.empty()) apply_option(netlist, "run.for", duration, "--for");
  if (!seed.empty()) apply_option(netlist, "seed", seed, "--seed");
  return resolve(netlist, registry_for(netlist, plugins));
}

}  // namespace weft::app
