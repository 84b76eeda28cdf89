#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/workloads/hypercube_cube_check.hpp"
#include "testbench/workloads/hypercube_traffic.hpp"

namespace weft {
namespace {

void check_hypercube_traffic(const ParameterValues&, const Platform& platform) {
  require_message_cube(platform, "hypercube_traffic");
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
      .help("Ticks between messages of a node: mean of a normal distribution.")
      .source("hypercube 1988, 6");
  table
      .choice("half_of_mean", &P::half_of_mean,
              {{"variance", HypercubeHalfOfMean::variance},
               {"deviation", HypercubeHalfOfMean::deviation}})
      .help(
          "What is half of that mean: the variance of the intervals, as printed, by which they are "
          "nearly equal; or their standard deviation.")
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
