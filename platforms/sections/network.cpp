#include <cstdint>

#include "platforms/registry/parameter_table.hpp"
#include "platforms/sections/limits.hpp"
#include "platforms/sections/sections.hpp"

namespace weft {
namespace {

struct NetworkKeys {
  std::uint64_t processors = 1;
  std::uint64_t width = 1;
  std::uint64_t node_width = 1;
};
struct ProcessorsAtKeys {
  std::string match;
  std::uint64_t processors = 0;
};
struct EdgeKeys {
  std::uint64_t width = 1;
};

}  // namespace

ComponentType network_section() {
  ComponentType type =
      make_type(TypeRole::section, "network",
                "A generated network: routers and T9000s on them, or cells by themselves.");
  type.choice = TypeChoice{"topology", TypeRole::topology};

  using Form = TableForm::Kind;
  ParameterTable<NetworkKeys> table;
  table.count("processors", &NetworkKeys::processors)
      .between(0, most_links)
      .default_note("1, in a fat_tree its arity")
      .help("T9000s at each router that has any.");
  table.table("processors_at")
      .form(Form::list, "processors_at")
      .default_note("none")
      .help("Other numbers of processors at some routers.");
  table.count("width", &NetworkKeys::width)
      .between(1, most_links)
      .default_note("1 for each lane")
      .help("DS-Links between two neighbouring routers: a fat link.");
  table.table("edges")
      .form(Form::list, "edge_width")
      .default_note("none")
      .help("Other widths of some fat links.");
  table.count("node_width", &NetworkKeys::node_width)
      .between(1, 4)
      .help("DS-Links between a processor and its router.");
  table.table("cpu").form(Form::map, "network_part").help("Parameters of all processors.");
  table.table("router").form(Form::map, "network_part").help("Type and parameters of all routers.");
  table.table("cell")
      .form(Form::map, "network_part")
      .help("Each node is a cell by itself, without routers: type and parameters of all cells.");
  return table.into(std::move(type));
}

ComponentType processors_at_section() {
  ComponentType type =
      make_type(TypeRole::section, "processors_at", "Processors at some nodes of a network.");
  ParameterTable<ProcessorsAtKeys> table;
  table.text("match", &ProcessorsAtKeys::match)
      .required()
      .help("Pattern of nodes, such as `node[0,*]`.");
  table.count("processors", &ProcessorsAtKeys::processors)
      .between(0, most_links)
      .required()
      .help("T9000s at each of them.");
  return table.into(std::move(type));
}

ComponentType network_part_section() {
  ComponentType type =
      make_type(TypeRole::section, "network_part",
                "All processors or all routers of a network: level and parameters.");
  type.choice = TypeChoice{"type", TypeRole::component, false};
  return ParameterTable<NoParameters>().into(std::move(type));
}

ComponentType edge_width_section() {
  ComponentType type =
      make_type(TypeRole::section, "edge_width", "Width of some fat links of a network.");
  ParameterTable<EdgeKeys> table;
  table.table("between")
      .form(TableForm::Kind::texts)
      .required()
      .help("Two patterns of routers, one for each end.");
  table.count("width", &EdgeKeys::width).between(1, most_links).required().help("DS-Links.");
  return table.into(std::move(type));
}

}  // namespace weft
