#include "testbench/software/hypercube/coprocessor_check.hpp"

#include <fmt/format.h>

#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft {

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
