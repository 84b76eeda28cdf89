#include <fmt/format.h>

#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/workloads/hypercube_cube_check.hpp"
#include "testbench/workloads/hypercube_pair.hpp"

namespace weft {
namespace {

void check_hypercube_pair(const ParameterValues&, const Platform& platform) {
  require_message_cube(platform, "hypercube_pair");
  if (hypercube_degree(platform) >= 3) return;
  throw InputError(platform.workload.place,
                   fmt::format("hypercube_pair on a cube of degree {}", hypercube_degree(platform)),
                   "expected 3 or more: one of its messages goes to node 7");
}

}  // namespace

ComponentType hypercube_pair_type() {
  ComponentType type = make_type(TypeRole::workload, "hypercube_pair",
                                 "Two messages on a hypercube, each alone and then both at once, "
                                 "which share a link.");
  type.check_on = check_hypercube_pair;
  type.make_workload = make_workload_of<HypercubePair, HypercubePairParameters>;

  using P = HypercubePairParameters;
  ParameterTable<P> table;
  table.bytes("long_bytes", &P::long_bytes)
      .between(1, 1U << 24U)
      .help("Of the message from node 1 to 7.")
      .source("hypercube 1988, figure 5");
  table.bytes("short_bytes", &P::short_bytes)
      .between(1, 1U << 24U)
      .help("Of the message from node 0 to 3.")
      .source("hypercube 1988, figure 5");
  return table.into(std::move(type));
}

}  // namespace weft
