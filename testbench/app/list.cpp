// weft list
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "hw/common/harmless_text.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/commands.hpp"
#include "testbench/app/data_files.hpp"
#include "testbench/app/json_file.hpp"
#include "testbench/app/platform_arguments.hpp"
#include "testbench/app/table.hpp"
#include "testbench/registry/platform_file.hpp"

namespace weft::app {

namespace {

std::string plural(TypeRole role) {
  return role == TypeRole::topology ? "topologies" : std::string(name_of(role)) + "s";
}

// What their files are called, and what they call themselves.
nlohmann::ordered_json files_in(const std::filesystem::path& folder) {
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  for (const std::string& name : yaml_names(folder)) {
    const Netlist netlist = load_tree(folder / (name + ".yaml"));
    const Node* title = netlist.root.find("name");
    files.push_back({{"name", name}, {"help", title == nullptr ? "" : title->text}});
  }
  return files;
}

nlohmann::ordered_json gather(const Registry& registry) {
  nlohmann::ordered_json json;
  for (const TypeRole role : {TypeRole::component, TypeRole::link, TypeRole::workload,
                              TypeRole::topology, TypeRole::routing, TypeRole::section}) {
    if (registry.names(role).empty()) continue;
    auto& list = json[plural(role)];
    list = nlohmann::ordered_json::array();
    for (const ComponentType& type : registry.types()) {
      if (type.role != role) continue;
      nlohmann::ordered_json levels = nlohmann::ordered_json::array();
      for (const Level level : type.levels) levels.push_back(name_of(level));
      list.push_back({{"name", type.name}, {"help", type.help}, {"levels", levels}});
    }
  }
  json["platforms"] = files_in(ready_platforms());
  json["machines"] = files_in(machines());
  json["nodes"] = files_in(nodes());
  return json;
}

void print(const nlohmann::ordered_json& json) {
  std::size_t longest = 0;
  for (const auto& entries : json) {
    for (const auto& entry : entries) {
      longest = std::max(longest, entry["name"].get<std::string>().size());
    }
  }
  for (const auto& [group, entries] : json.items()) {
    fmt::print("{}:\n", group);
    for (const auto& entry : entries) {
      fmt::print("  {:<{}}  {}\n", entry["name"].get<std::string>(), longest,
                 harmless(entry["help"].get<std::string>()));
    }
  }
  fmt::print(
      "\n`weft describe NAME` says what any of these takes, but for machines and nodes; `weft run` "
      "and "
      "`weft draw` take a platform, `weft copy-transfer` a machine, and with `measure` a node.\n");
}

}  // namespace

void define_list(Command& command) {
  struct Arguments {
    std::string json;
    std::vector<std::string> plugins;
  };
  auto arguments = std::make_shared<Arguments>();
  add_plugins(command, arguments->plugins);
  command.text("--json", arguments->json, "Write the list as JSON; - for standard output")
      .type("FILE")
      .not_empty();
  command.does([arguments] {
    const nlohmann::ordered_json json = gather(*types_with(arguments->plugins));
    JsonFile output(arguments->json);
    output.write(json);
    if (!output.is_standard_output()) print(json);
    return ok;
  });
}

}  // namespace weft::app
