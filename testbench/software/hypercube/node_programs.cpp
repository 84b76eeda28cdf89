#include "testbench/software/hypercube/node_programs.hpp"

#include <fmt/format.h>

#include "platforms/netlist/input_error.hpp"

namespace weft {

HypercubePrograms::HypercubePrograms(System& system) : Workload(system), wheel_(&system.wheel()) {
  for (const auto& [component, coprocessor] : system.all<HypercubeCoprocessor>()) {
    nodes_.push_back(coprocessor);
    names_.push_back(platform().components[component].name);
  }
}

ReportedValue HypercubePrograms::overruns() const {
  std::uint64_t sum = 0;
  for (const HypercubeProcess& process : processes_) sum += process.overruns();
  return reported::count("overrun exceptions", static_cast<double>(sum));
}

void require_coprocessors(const Platform& platform, std::uint64_t bytes) {
  const WorkloadSpec& workload = platform.workload;
  const auto& nodes = hypercube_nodes_of(platform);
  if (nodes.empty() || !hypercube_parameters(platform, nodes.front()).coprocessor) {
    throw InputError(workload.place,
                     fmt::format("{} on a platform without co-processors", workload.type->name),
                     "expected `network: {topology: hypercube, dimensions: 4, cell: {type: "
                     "hypercube_node, coprocessor: true}}`");
  }
  if (!hypercube_is_whole(platform)) {
    throw InputError(workload.place,
                     fmt::format("{} on a part of a cube, {} nodes and {} links",
                                 workload.type->name, nodes.size(), hypercube_links_of(platform)),
                     "expected all nodes and links of a hypercube");
  }
  for (const std::size_t node : nodes) {
    const HypercubeChipParameters parameters = hypercube_parameters(platform, node);
    const std::uint32_t user = parameters.memory_bytes - parameters.system_buffer_bytes;
    if (bytes <= user) continue;
    throw InputError(workload.place,
                     fmt::format("{} that needs {} bytes of memory at '{}'", workload.type->name,
                                 bytes, platform.components[node].name),
                     fmt::format("expected at most the {} bytes below its system buffers", user));
  }
}

}  // namespace weft
