#include <fmt/format.h>

#include <algorithm>
#include <typeindex>
#include <vector>

#include "hw/memory/parameter_check.hpp"
#include "hw/t9000/parameter_check.hpp"
#include "platforms/checks/placed_component.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/components/memory_ports.hpp"
#include "platforms/components/parameter_check.hpp"
#include "platforms/components/t9000_parameters.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace weft {
namespace {

bool is_t9000(const Component& component) {
  return component.type->parameter_struct == std::type_index(typeid(T9000Parameters));
}

bool has_coprocessor(const Platform& platform, std::size_t component) {
  return hypercube_node_of(platform, component) &&
         hypercube_parameters(platform, component).coprocessor;
}

bool is_memory_port(const Component& component) { return component.type->name == "memory_port"; }

// Its messages lie anywhere in the memory of their node. Of a memory that is no dram its port looks
// when the simulation starts (MessagePort).
void check_size(const Platform& platform, std::size_t port, std::size_t owner) {
  const std::uint64_t bytes = hypercube_parameters(platform, owner).memory_bytes;
  for (const LinkSpec& link : platform.links) {
    if (link.from.component != port && link.to.component != port) continue;
    const LinkEnd& far = link.from.component == port ? link.to : link.from;
    const Component& memory = platform.components[far.component];
    if (memory.type->name != "dram" || memory.parameters->count("bytes") >= bytes) continue;
    throw InputError(
        memory.parameters->place("bytes"),
        fmt::format("'{}', {} bytes as the memory of '{}'", memory.name,
                    memory.parameters->count("bytes"), platform.components[owner].name),
        fmt::format("expected {} at least, which that has (memory_bytes)", bytes));
  }
}

void check_memory_port(const PlacedComponent& placed) {
  const Platform& platform = placed.platform;
  const Component& port = placed.component();
  const std::size_t owner = owner_of_port(platform, placed.index);
  if (!placed.links.has(0)) {
    throw InputError(port.place, fmt::format("'{}', a memory_port without a memory", port.name),
                     "expected a link from its port `memory`, as to a dram");
  }
  if (is_t9000(platform.components[owner])) {
    check_at_place(*port.parameters, [&] {
      check_parameters(port.parameters->to_struct<MemoryPortParameters>(),
                       t9000_parameters(platform, owner));
    });
  } else {
    check_size(platform, placed.index, owner);
  }
}

}  // namespace

std::size_t owner_of_port(const Platform& platform, std::size_t port) {
  const Component& component = platform.components[port];
  const ParameterValues& values = *component.parameters;
  const std::string& name = values.text("of");
  if (name.empty()) {
    throw InputError(component.place, fmt::format("'{}', a memory_port of nobody", component.name),
                     "expected `of:`, the name of a t9000 or of a hypercube_node");
  }
  const auto owner = platform.find(name);
  if (!owner || !(is_t9000(platform.components[*owner]) || has_coprocessor(platform, *owner))) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < platform.components.size(); ++i) {
      if (is_t9000(platform.components[i]) || has_coprocessor(platform, i))
        names.push_back(platform.components[i].name);
    }
    unknown_name(values.place("of"), "no t9000, and no hypercube_node with a coprocessor", name,
                 names);
  }
  for (std::size_t other = 0; other < port; ++other) {
    const Component& before = platform.components[other];
    if (!is_memory_port(before) || before.parameters->text("of") != name) continue;
    throw InputError(values.place("of"),
                     fmt::format("'{}', which '{}' belongs to", name, before.name),
                     "expected one memory_port of each");
  }
  return *owner;
}

ComponentType memory_port_type() {
  ComponentType type = make_type(
      TypeRole::component, "memory_port",
      "Port of a T9000, or of a hypercube node with a co-processor, to the memory, behind TLM-2.0, "
      "that its messages are read from and written to.");
  type.levels = {Level::word};
  type.ports = {{"memory", "", "memory_socket", "The memory."}};
  type.check = check_values<MemoryPortParameters>;
  type.check_placed = check_memory_port;

  using P = MemoryPortParameters;
  ParameterTable<P> table;
  table.text("of").default_note("must be given").help("The t9000 or hypercube_node.");
  table.bytes("access_bytes", &P::access_bytes)
      .between(8, 64)
      .help("Most of an access: 8, 16, 32 or 64; none leads over a multiple of it.");
  table.count("accesses", &P::accesses).between(1, 16).help("That the memory has at a time.");
  table.boolean("fetch_ahead", &P::fetch_ahead)
      .help(
          "A link's next packet is read while the one before is on its way; else once there is "
          "room for it.")
      .source("chosen: the simplest that keeps a link busy");
  table.bytes("messages_at", &P::messages_at)
      .between(0, std::uint64_t{1} << 47U)
      .help("Address of the first message of a T9000, whose programs name none; a multiple of 8.");
  return table.into(std::move(type));
}

}  // namespace weft
