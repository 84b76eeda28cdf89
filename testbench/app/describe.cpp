// weft describe TYPE
#include <fmt/format.h>

#include <memory>

#include <nlohmann/json.hpp>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/reference_page.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/commands.hpp"
#include "testbench/app/json_file.hpp"
#include "testbench/app/platform_arguments.hpp"
#include "testbench/app/table.hpp"

namespace weft::app {

namespace {

const ComponentType& type_named(const Registry& registry, const std::string& name) {
  if (const ComponentType* type = registry.find(name)) return *type;
  std::vector<std::string> names;
  for (const ComponentType& type : registry.types()) names.push_back(type.name);
  throw InputError(place_of("weft describe"),
                   name.empty() ? "no TYPE is given" : "unknown type '" + name + "'",
                   "expected one that `weft list` prints, such as c104, mesh or network",
                   nearest_name(name, names));
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

void add_describe(CommandLine& line) {
  Command command =
      line.add("describe", "Describe a type: parameters with defaults, ranges and sources; ports");
  struct Arguments {
    std::string type;
    std::string json;
    std::vector<std::string> plugins;
    bool markdown = false;
  };
  auto arguments = std::make_shared<Arguments>();
  command.text("TYPE", arguments->type, "A type from `weft list`");
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
    const ComponentType& type = type_named(*types, arguments->type);
    JsonFile json(arguments->json);
    json.write(to_json(type));
    if (!json.is_standard_output()) print(type);
    return ok;
  });
}

}  // namespace weft::app
