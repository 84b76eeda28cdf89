#include "platforms/registry/reference_page.hpp"

#include <fmt/format.h>

#include <string_view>

namespace weft {

namespace {

// A bar would end the field of a table.
std::string field(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string code(std::string_view text) {
  return text.empty() ? std::string{} : fmt::format("`{}`", field(text));
}

std::string ports_of(const PortInfo& port) {
  return port.count_parameter.empty() ? code(port.stem)
                                      : fmt::format("`{0}0`, `{0}1`, ...", port.stem);
}

std::string section(const ComponentType& type) {
  std::string page = fmt::format("## {}\n\n{}: {}", type.name, name_of(type.role), type.help);
  if (!type.levels.empty()) {
    page += " Levels:";
    for (const Level level : type.levels) page += fmt::format(" `{}`", name_of(level));
    page += ".";
  }
  page += "\n";
  if (!type.parameters.empty()) {
    page += "\n| parameter | default | range | what it is | source |\n|---|---|---|---|---|\n";
    for (const ParameterInfo& parameter : type.parameters) {
      page += fmt::format("| `{}` | {} | {} | {} | {} |\n", parameter.name,
                          code(parameter.default_text()), field(parameter.range_text()),
                          field(parameter.help), field(parameter.source));
    }
  }
  if (!type.ports.empty()) {
    page += "\n| ports | as many as | protocol | what they are |\n|---|---|---|---|\n";
    for (const PortInfo& port : type.ports) {
      page += fmt::format("| {} | {} | {} | {} |\n", ports_of(port), code(port.count_parameter),
                          port.protocol, field(port.help));
    }
  }
  if (!type.observables.empty()) {
    page += "\n| observable | bits | what it is |\n|---|---|---|\n";
    for (const ObservableInfo& observable : type.observables) {
      page += fmt::format("| `{}` | {} | {} |\n", observable.name, observable.width,
                          field(observable.help));
    }
  }
  return page + "\n";
}

}  // namespace

std::string reference_page(const Registry& registry) {
  std::string page =
      "# Reference: types and their parameters\n\n"
      "Made by `weft describe --markdown`; a test compares. How a netlist is put together stands\n"
      "in [the YAML page](../yaml.md).\n\n";
  for (const ComponentType& type : registry.types()) page += section(type);
  page.pop_back();
  return page;
}

}  // namespace weft
