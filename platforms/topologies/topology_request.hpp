// What a topology is made from.
#pragma once

#include <optional>
#include <string_view>

#include "platforms/netlist/node.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/registry/parameter_values.hpp"
#include "platforms/topologies/topology.hpp"

namespace weft {

/// See ComponentType::make_topology.
struct TopologyRequest {
  const ParameterValues& values;
  const Node& network;                 ///< The map `network:`.
  std::optional<unsigned> processors;  ///< On each router that has any; nothing for what is usual.

  unsigned processors_or(unsigned usual) const { return processors.value_or(usual); }
  /// Throws InputError if a key that has no default is missing; `example` is a value of it.
  void require(std::string_view key, std::string_view example) const;
};

/// The key `shape` of a topology.
template <class Parameters>
ParameterEntry add_shape(ParameterTable<Parameters>& table) {
  return table.shape("shape", &Parameters::shape)
      .default_note("must be given")
      .help("Nodes in each dimension: `4x4`, `8x8x2`; sides may differ.");
}

/// The key `nodes` of a topology.
template <class Parameters>
ParameterEntry add_nodes(ParameterTable<Parameters>& table, std::uint64_t least) {
  return table.count("nodes", &Parameters::nodes)
      .between(least, 4096)
      .default_note("must be given")
      .help("Routers with processors.");
}

}  // namespace weft
