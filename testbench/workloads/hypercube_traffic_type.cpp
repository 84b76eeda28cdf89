#include <fmt/format.h>

#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/workloads/hypercube_traffic.hpp"

namespace weft {
namespace {

void check_hypercube_traffic(const ParameterValues&, const Platform& platform) {
  const std::size_t nodes = hypercube_nodes_of(platform).size();
  if (nodes == 0) {
    throw InputError(platform.workload.place,
                     "hypercube_traffic on a platform without nodes of a "
                     "hypercube",
                     "expected `network: {topology: hypercube, dimensions: 6, cell: {type: "
                     "hypercube_node}}`");
  }
  const Component& first = platform.components[hypercube_nodes_of(platform).front()];
  if (first.parameters->boolean("coprocessor")) {
    throw InputError(first.parameters->place("coprocessor"),
                     "hypercube_traffic on nodes with a co-processor",
                     "expected `coprocessor: false`: the workload gives its messages to the chips");
  }
  if (hypercube_is_whole(platform)) return;
  const unsigned degree = hypercube_degree(platform);
  throw InputError(
      platform.workload.place,
      fmt::format("hypercube_traffic on a part of a cube, {} nodes and {} links", nodes,
                  hypercube_links_of(platform)),
      fmt::format("expected the {} nodes and {} links of one of degree {}",
                  std::size_t{1} << degree, (std::size_t{1} << degree) * degree / 2, degree));
}

}  // namespace

ComponentType hypercube_traffic_type() {
  ComponentType type = make_type(TypeRole::workload, "hypercube_traffic",
                                 "Each node of a hypercube sends messages of random length to "
                                 "random others.");
  type.check_on = check_hypercube_traffic;
  type.make_workload = make_workload_of<HypercubeTraffic, HypercubeTrafficParameters>;

  using P = HypercubeTrafficParameters;
  ParameterTable<P> table;
  table.bytes("mean_bytes", &P::mean_bytes)
      .between(1, 1U << 20U)
      .help("Mean of the exponential distribution of lengths.")
      .source("hypercube 1988, 6");
  table.count("interval_ticks", &P::interval_ticks)
      .between(2, 1U << 30U)
      .help(
          "Ticks between messages of a node: mean of a normal distribution, whose variance is "
          "half of it.")
      .source("hypercube 1988, 6");
  table.count("messages", &P::messages)
      .between(1, 1U << 30U)
      .help("Messages of each node.")
      .source("facts.md hypercube [NF]");
  table
      .choice("start", &P::start,
              {{"in_step", HypercubeStart::in_step}, {"spread", HypercubeStart::spread}})
      .help(
          "The first message of a node: after one interval, or after a random part of the mean "
          "one.")
      .source("facts.md hypercube [I]");
  return table.into(std::move(type));
}

}  // namespace weft
