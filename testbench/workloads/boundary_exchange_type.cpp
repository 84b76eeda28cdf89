#include <fmt/format.h>

#include "platforms/netlist/input_error.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/registry/shape.hpp"
#include "testbench/workloads/boundary_exchange.hpp"
#include "testbench/workloads/processor_checks.hpp"

namespace weft {
namespace {

void check_boundary_exchange(const ParameterValues& values, const Platform& platform) {
  const auto exchange = values.to_struct<BoundaryExchangeParameters>();
  if (platform.shape.empty()) {
    throw InputError(platform.workload.place, "a boundary exchange without a grid of t9000s",
                     "expected a mesh, torus or hypercube, each node of which gets processes");
  }
  require_all_reachable(platform, "a boundary exchange");
  if (exchange.processes.empty()) return;
  bool fits = exchange.processes.size() == platform.shape.size();
  for (std::size_t d = 0; fits && d < platform.shape.size(); ++d) {
    fits = exchange.processes[d] % platform.shape[d] == 0;
  }
  if (fits) return;
  throw InputError(values.place("processes"),
                   fmt::format("{} processes on {} nodes", shape_text(exchange.processes),
                               shape_text(platform.shape)),
                   "expected a multiple of the nodes on each side");
}

}  // namespace

ComponentType boundary_exchange_type() {
  ComponentType type =
      make_type(TypeRole::workload, "boundary_exchange",
                "Processes on a torus exchange messages with their neighbours, again and again.");
  type.check_on = check_boundary_exchange;
  type.make_workload = make_workload_of<BoundaryExchange, BoundaryExchangeParameters>;

  using P = BoundaryExchangeParameters;
  ParameterTable<P> table;
  table.shape("processes", &P::processes)
      .default_note("twice the T9000s on each side")
      .help("Processes on each side; adjacent ones share a T9000.")
      .source("thesis 4.2.1");
  table.bytes("message_bytes", &P::message_bytes)
      .between(1, 1U << 20U)
      .help("Length of a message.")
      .source("thesis 4.2.1");
  table.time("compute", &P::compute)
      .between(0, 1000 * second)
      .help("Computing of a process before each exchange.")
      .source("thesis 4.2.1");
  return table.into(std::move(type));
}

}  // namespace weft
