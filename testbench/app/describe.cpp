// weft describe TYPE
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include <nlohmann/json.hpp>

#include "hw/common/harmless_text.hpp"
#include "hw/common/nearest_name.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/processors.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/registry/reference_page.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/commands.hpp"
#include "testbench/app/data_files.hpp"
#include "testbench/app/json_file.hpp"
#include "testbench/app/platform_arguments.hpp"
#include "testbench/app/table.hpp"

namespace weft::app {

namespace {

[[noreturn]] void unknown(const Registry& registry, const std::string& name) {
  std::vector<std::string> names = yaml_names(ready_platforms());
  for (const ComponentType& type : registry.types()) names.push_back(type.name);
  throw InputError(place_of("weft describe"),
                   name.empty() ? "no TYPE is given" : "unknown type or platform '" + name + "'",
                   "expected one that `weft list` prints, such as c104, mesh or mesh_8x8",
                   nearest_name(name, names));
}

bool is_platform(const std::string& name) {
  const auto ready = yaml_names(ready_platforms());
  std::error_code none;
  return std::find(ready.begin(), ready.end(), name) != ready.end() ||
         std::filesystem::is_regular_file(name, none);
}

nlohmann::ordered_json to_json(const std::string& name, const Platform& platform) {
  std::map<std::string, std::size_t> components;
  std::map<std::string, std::size_t> levels;
  for (const Component& component : platform.components) {
    ++components[component.type->name];
    ++levels[std::string(name_of(component.level))];
  }
  return {{"name", name},
          {"role", "platform"},
          {"help", platform.name},
          {"file", find_platform(name).string()},
          {"topology", platform.plan.topology},
          {"routing", platform.plan.routing},
          {"components", components},
          {"levels", levels},
          {"links", platform.links.size()},
          {"busses", platform.busses.size()},
          {"processors", processors_of(platform).size()},
          {"cells", cells_of(platform).size()},
          {"workload", platform.workload.type->name},
          {"duration_ps", platform.run.duration},
          {"warm_up_ps", platform.run.warm_up}};
}

// "64 c104, 64 t9000"
std::string counts_text(const nlohmann::ordered_json& counts) {
  std::string text;
  for (const auto& [name, count] : counts.items()) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count.get<std::size_t>(), name);
  }
  return text;
}

void print_platform(const nlohmann::ordered_json& json) {
  const auto line = [&json](const char* key) {
    const auto& value = json[key];
    const std::string text = value.is_string()   ? value.get<std::string>()
                             : value.is_object() ? counts_text(value)
                                                 : value.dump();
    if (!text.empty() && text != "0") fmt::print("{}: {}\n", key, text);
  };
  fmt::print("{} (platform): {}\n", json["name"].get<std::string>(),
             harmless(json["help"].get<std::string>()));
  for (const char* key : {"file", "topology", "routing", "components", "levels", "links", "busses",
                          "processors", "cells", "workload"}) {
    line(key);
  }
  fmt::print("run: {}, warm-up {}\n", time_text(json["duration_ps"]),
             time_text(json["warm_up_ps"]));
}

std::string names_of(const PortInfo& port) {
  return port.count_parameter.empty() ? port.stem : fmt::format("{0}0, {0}1, ...", port.stem);
}

nlohmann::ordered_json to_json(const ComponentType& type) {
  nlohmann::ordered_json json;
  json["name"] = type.name;
  json["role"] = name_of(type.role);
  json["help"] = type.help;
  json["levels"] = nlohmann::ordered_json::array();
  for (const Level level : type.levels) json["levels"].push_back(name_of(level));
  json["parameters"] = nlohmann::ordered_json::array();
  for (const ParameterInfo& parameter : type.parameters) {
    json["parameters"].push_back({{"name", parameter.name},
                                  {"default", parameter.default_text()},
                                  {"range", parameter.range_text()},
                                  {"unit", parameter.unit_text()},
                                  {"help", parameter.help},
                                  {"source", parameter.source}});
  }
  json["ports"] = nlohmann::ordered_json::array();
  for (const PortInfo& port : type.ports) {
    json["ports"].push_back({{"name", names_of(port)},
                             {"count", port.count_parameter},
                             {"protocol", port.protocol},
                             {"help", port.help}});
  }
  json["observables"] = nlohmann::ordered_json::array();
  for (const ObservableInfo& observable : type.observables) {
    json["observables"].push_back(
        {{"name", observable.name}, {"bits", observable.width}, {"help", observable.help}});
  }
  return json;
}

void print(const ComponentType& type) {
  fmt::print("{} ({}): {}\n", type.name, name_of(type.role), type.help);
  if (!type.levels.empty()) {
    std::string levels;
    for (const Level level : type.levels) levels += fmt::format(" {}", name_of(level));
    fmt::print("levels:{}\n", levels);
  }
  if (!type.parameters.empty()) {
    fmt::print("\n");
    Table table({"parameter", "default", "range", "what it is", "source"});
    for (const ParameterInfo& parameter : type.parameters) {
      table.add({parameter.name, parameter.default_text(), parameter.range_text(), parameter.help,
                 parameter.source});
    }
    table.print();
  }
  for (const PortInfo& port : type.ports) {
    if (port.count_parameter.empty()) {
      fmt::print("\nport {}: {}\n", port.stem, port.help);
    } else {
      fmt::print("\nports {} (as many as `{}`): {}\n", names_of(port), port.count_parameter,
                 port.help);
    }
  }
  if (!type.observables.empty()) {
    fmt::print("\n");
    Table table({"observable", "bits", "what it is"});
    for (const ObservableInfo& observable : type.observables) {
      table.add({observable.name, std::to_string(observable.width), observable.help});
    }
    table.print();
  }
}

}  // namespace

void define_describe(Command& command) {
  struct Arguments {
    std::string type;
    std::string json;
    std::vector<std::string> plugins;
    bool markdown = false;
  };
  auto arguments = std::make_shared<Arguments>();
  command.text("TYPE", arguments->type, "A type or a platform from `weft list`, or a file");
  add_plugins(command, arguments->plugins);
  command.text("--json", arguments->json, "Write it as JSON; - for standard output")
      .type("FILE")
      .not_empty();
  command.flag("--markdown", arguments->markdown,
               "Print the reference page of all types (docs/reference/yaml.md)");
  command.does([arguments] {
    const auto types = types_with(arguments->plugins);
    if (arguments->markdown) {
      fmt::print("{}", reference_page(*types));
      return ok;
    }
    const ComponentType* type = types->find(arguments->type);
    if (type == nullptr && !is_platform(arguments->type)) unknown(*types, arguments->type);
    JsonFile file(arguments->json);
    if (type != nullptr) {
      file.write(to_json(*type));
      if (!file.is_standard_output()) print(*type);
      return ok;
    }
    PlatformArguments platform;
    platform.platform = arguments->type;
    platform.plugins = arguments->plugins;
    const auto json = to_json(arguments->type, platform.resolved());
    file.write(json);
    if (!file.is_standard_output()) print_platform(json);
    return ok;
  });
}

}  // namespace weft::app
