#include "platforms/registry/parameter_table.hpp"
#include "platforms/sections/limits.hpp"
#include "platforms/sections/sections.hpp"

namespace weft {
namespace {

struct LinkKeys {
  std::string from;
  std::string to;
  std::uint64_t width = 1;
};

struct GroupKeys {
  std::string match;
};

}  // namespace

ComponentType component_section() {
  ComponentType type =
      make_type(TypeRole::section, "component",
                "One of `components:`; beside its type stand its level and its parameters.");
  type.choice = TypeChoice{"type", TypeRole::component};
  return ParameterTable<NoParameters>().into(std::move(type));
}

ComponentType link_section() {
  ComponentType type =
      make_type(TypeRole::section, "link",
                "One of `links:`; beside its ends stand the parameters of a dslink.");
  type.beside = "dslink";
  using P = LinkKeys;
  ParameterTable<P> table;
  table.text("from", &P::from)
      .required()
      .help("A component and its link, such as switch.link3, or its output bus.");
  table.text("to", &P::to).required().help("The other end, or the input bus.");
  table.count("width", &P::width)
      .between(1, most_links)
      .help("Links side by side, from the two that are named upwards.");
  return table.into(std::move(type));
}

ComponentType group_section() {
  ComponentType type =
      make_type(TypeRole::section, "group",
                "One of `groups:`; beside the pattern stand a level and parameters.");
  type.choice = TypeChoice{"type", TypeRole::component, false};
  using P = GroupKeys;
  ParameterTable<P> table;
  table.text("match", &P::match)
      .required()
      .help("Pattern of names, in quotes: * stands for anything, ? for one character.");
  return table.into(std::move(type));
}

}  // namespace weft
