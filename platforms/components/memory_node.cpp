#include <fmt/format.h>

#include "platforms/checks/placed_component.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/memory_nodes.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/input_file.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace weft {
namespace {

struct MemoryNodeValues {};

struct DramValues {
  std::uint64_t bytes = std::uint64_t{64} << 20U;
};

void check_node_file(const PlacedComponent& placed) { node_file_of(placed.component()); }

void check_dram(const PlacedComponent& placed) {
  check_node_file(placed);
  if (placed.links.has(0)) return;
  throw InputError(placed.component().place,
                   fmt::format("'{}', a dram that is linked to nothing", placed.component().name),
                   "expected a link to the port `memory` of a memory_node or memory_port");
}

template <class Values>
void add_node_key(ParameterTable<Values>& table, const char* what) {
  table.text("node").default_note("must be given").help(what);
}

}  // namespace

bool is_memory_node(const Component& component) { return component.type->name == "memory_node"; }

copy_transfer::NodeFile node_file_of(const Component& component) {
  const ParameterValues& values = *component.parameters;
  const std::string& file = values.text("node");
  if (file.empty()) {
    throw InputError(component.place,
                     fmt::format("'{}', a {} without a node", component.name, component.type->name),
                     "expected `node:`, a file such as nodes/t3d.yaml");
  }
  const Node name{Node::Kind::scalar, file, {}, {}, values.place("node")};
  const std::filesystem::path path = file_beside(name);
  return copy_transfer::read_node(
      parse_tree(read_input_file(path, name.place, "a readable file of a node"), path.string()),
      path.string());
}

ComponentType memory_socket_type() {
  return make_type(TypeRole::link, "memory_socket",
                   "The TLM-2.0 socket between a node and its memory, with a protocol checker.");
}

ComponentType node_link_type() {
  return make_type(TypeRole::link, "node_link",
                   "Between the network ports of two nodes with memory, which have its widths.");
}

ComponentType memory_node_type() {
  ComponentType type =
      make_type(TypeRole::component, "memory_node",
                "Node whose processors, caches, engines and bus share one memory, behind TLM-2.0.");
  type.levels = {Level::word};
  type.ports = {
      {"memory", "", "memory_socket", "Its memory; that of its file where nothing is linked here."},
      {"network", "", "node_link", "Its port to the network."}};
  type.check_placed = check_node_file;

  ParameterTable<MemoryNodeValues> table;
  add_node_key(
      table, "File of the node, as of weft copy-transfer measure, beside the file that names it.");
  return table.into(std::move(type));
}

ComponentType dram_type() {
  ComponentType type =
      make_type(TypeRole::component, "dram", "DRAM with banks, pages and refresh, behind TLM-2.0.");
  type.levels = {Level::word};
  type.ports = {
      {"memory", "", "memory_socket", "The node, or the memory_port, whose memory it is."}};
  type.check_placed = check_dram;

  ParameterTable<DramValues> table;
  add_node_key(table, "File of a node whose DRAM and clock it has, beside the file that names it.");
  table.bytes("bytes", &DramValues::bytes)
      .between(8, std::uint64_t{1} << 48U)
      .help("Of the memory; behind them it answers with an address error.");
  return table.into(std::move(type));
}

}  // namespace weft
