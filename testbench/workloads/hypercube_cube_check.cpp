#include "testbench/workloads/hypercube_cube_check.hpp"

#include <fmt/format.h>

#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft {

void require_message_cube(const Platform& platform, const std::string& workload) {
  const std::size_t nodes = hypercube_nodes_of(platform).size();
  if (nodes == 0) {
    throw InputError(platform.workload.place,
                     workload + " on a platform without nodes of a hypercube",
                     "expected `network: {topology: hypercube, dimensions: 6, cell: {type: "
                     "hypercube_node}}`");
  }
  const Component& first = platform.components[hypercube_nodes_of(platform).front()];
  if (first.parameters->boolean("coprocessor")) {
    throw InputError(first.parameters->place("coprocessor"),
                     workload + " on nodes with a co-processor",
                     "expected `coprocessor: false`: the workload gives its messages to the chips");
  }
  if (hypercube_is_whole(platform)) return;
  const unsigned degree = hypercube_degree(platform);
  throw InputError(
      platform.workload.place,
      fmt::format("{} on a part of a cube, {} nodes and {} links", workload, nodes,
                  hypercube_links_of(platform)),
      fmt::format("expected the {} nodes and {} links of one of degree {}",
                  std::size_t{1} << degree, (std::size_t{1} << degree) * degree / 2, degree));
}

}  // namespace weft
